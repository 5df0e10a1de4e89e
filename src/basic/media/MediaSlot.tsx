/** The place of a picture, video or sound: the medium itself, or the reason why it is not loaded. */
import { type ReactNode, useState } from 'react'
import type { Texts } from '../../react/texts.ts'
import type { Ask, Loading, Media } from '../../surface/media.ts'
import { type HandoffRef, useFocusHandoff } from '../focus-handoff.ts'
import { IconSvg } from '../icon/IconSvg.tsx'
import { SmallSlot } from './SmallSlot.tsx'

export interface MediaSlotProps {
  readonly media: Media
  readonly texts: Texts
  /** Name of the icon for this kind of medium. */
  readonly icon: string
  /** Class that sets the size. */
  readonly className: string
  /** Alternative text. */
  readonly alt?: string | undefined
  /** A further description for screen readers. */
  readonly description?: string | undefined
  /** Whether the place is too small for a sentence. Default: no. */
  readonly small?: boolean
  /** Whether the place is within a control, where HTML allows no block elements. Default: no. */
  readonly inControl?: boolean
  /** The surface is read-only: there is no button that loads. */
  readonly frozen: boolean
  /** Draws the medium. `ref` is for its element: after a press on "Load" the element takes the focus. */
  readonly children: (url: string, ref: HandoffRef, loading: Loading) => ReactNode
}

/** The consent of the user is for one address: another address asks again. */
export function MediaSlot(props: MediaSlotProps): ReactNode {
  const { media, texts, icon, className, alt, description, small = false, inControl = false, frozen, children } = props
  const [granted, grant] = useState<string>()
  const focusRef = useFocusHandoff()
  function press({ url, because, allow }: Ask): void {
    if (because === 'address') grant(url)
    else allow()
  }
  if (media.kind === 'load') return children(media.url, focusRef, media.loading)
  if (media.kind === 'ask' && media.url === granted) return children(media.url, focusRef, 'eager')
  const Block = inControl ? 'span' : 'div'
  if (media.kind === 'none') return <Block className={`${className} sf-media sf-media--none`} aria-hidden="true" />
  const reason = media.kind === 'ask' ? reasonOf(media, texts) : texts.refused(media.host)
  const load = media.kind === 'ask' && !frozen ? () => press(media) : undefined
  const Reason = inControl ? 'span' : 'p'
  if (small) {
    const slot = { icon, className, description, load, focusRef, alt, reason, verb: texts.load, Block } as const
    return <SmallSlot {...slot} />
  }
  return (
    <Block className={`${className} sf-media`} role="note" aria-description={description}>
      <IconSvg name={icon} />
      <Reason className="sf-media__reason">
        {alt !== undefined && <bdi className="sf-media__alt">{alt}</bdi>}
        {reason}
      </Reason>
      {load && (
        <button type="button" className="sf-button sf-button--default" ref={focusRef} onClick={load}>
          {texts.load}
        </button>
      )}
    </Block>
  )
}

function reasonOf({ because, host }: Ask, texts: Texts): string {
  return because === 'address' ? texts.held(host) : texts.heldByPlace(host)
}
