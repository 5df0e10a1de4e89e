/** Where a picture, film or sound goes: itself, or why it is not loaded. */
import { type ReactNode, useState } from 'react'
import { withinLine } from '../../json/value.ts'
import type { Texts } from '../../react/texts.ts'
import type { Ask, Loading, Media } from '../../surface/media.ts'
import { type Place, useHeldFocus } from '../focus-handoff.ts'
import { Sign } from '../icon/IconSvg.tsx'

export interface MediaSlotProps {
  readonly media: Media
  readonly texts: Texts
  /** Icon of what goes here. */
  readonly icon: string
  /** Says how large the place is. */
  readonly className: string
  /** What it shows, where that is known. */
  readonly alt?: string | undefined
  /** What assistive technology is told in addition. */
  readonly description?: string | undefined
  /** The place has no room for a sentence. */
  readonly small?: boolean
  /** It stands inside of a control, where HTML allows no blocks. */
  readonly inControl?: boolean
  /** The surface is for reading only: nothing is sent by asking for an address. */
  readonly frozen: boolean
  /** `place` is the `ref` of what is drawn: a press on "Load" leaves it the focus. */
  readonly children: (url: string, place: Place, loading: Loading) => ReactNode
}

/** The person's leave is for one address: when another letter is typed, it is another address. */
export function MediaSlot(props: MediaSlotProps): ReactNode {
  const { media, texts, icon, className, alt, description, small = false, inControl = false, frozen, children } = props
  const [granted, grant] = useState<string>()
  const place = useHeldFocus()
  function press({ url, because, allow }: Ask): void {
    if (because === 'address') grant(url)
    else allow()
  }
  if (media.kind === 'load') return children(media.url, place, media.loading)
  if (media.kind === 'ask' && media.url === granted) return children(media.url, place, 'eager')
  const Block: SmallSlotProps['Block'] = inControl ? 'span' : 'div'
  if (media.kind === 'none') return <Block className={`${className} sf-media sf-media--none`} aria-hidden="true" />
  const reason = media.kind === 'ask' ? reasonOf(media, texts) : texts.refused(media.host)
  const load = media.kind === 'ask' && !frozen ? () => press(media) : undefined
  const Reason = inControl ? 'span' : 'p'
  if (small) {
    const slot = { icon, className, description, load, place, name: named(reason, alt), verb: texts.load, Block }
    return <SmallSlot {...slot} />
  }
  return (
    <Block className={`${className} sf-media`} role="note" aria-description={description}>
      <Sign name={icon} />
      <Reason className="sf-media__reason">
        {alt !== undefined && <bdi className="sf-media__alt">{alt}</bdi>}
        {reason}
      </Reason>
      {load && (
        <button type="button" className="sf-button sf-button--default" ref={place} onClick={load}>
          {texts.load}
        </button>
      )}
    </Block>
  )
}

function reasonOf({ because, host }: Ask, texts: Texts): string {
  return because === 'address' ? texts.held(host) : texts.heldByPlace(host)
}

interface SmallSlotProps {
  readonly icon: string
  readonly className: string
  readonly name: string
  readonly description: string | undefined
  readonly verb: string
  readonly load: (() => void) | undefined
  readonly place: Place
  readonly Block: 'span' | 'div'
}

function SmallSlot({ icon, className, name, description, verb, load, place, Block }: SmallSlotProps): ReactNode {
  const shared = { className: `${className} sf-media sf-media--small`, title: name, 'aria-description': description }
  if (!load) {
    return (
      <Block {...shared} role="img" aria-label={name}>
        <Sign name={icon} />
      </Block>
    )
  }
  return (
    <button {...shared} type="button" ref={place} aria-label={`${verb}: ${name}`} onClick={load}>
      <Sign name="download" />
    </button>
  )
}

/** One text for a tooltip, in which nothing keeps the two apart. */
function named(reason: string, alt: string | undefined): string {
  const shown = withinLine(alt ?? '')
  return shown === '' ? reason : `${shown}. ${reason}`
}
