/** The place of a picture, video or sound: the medium itself, or the reason why it is not loaded. */
import type { ReactNode } from 'react'
import { withinLine } from '../../json/value.ts'
import type { Texts } from '../../react/texts.ts'
import type { Loading, Media } from '../../surface/media.ts'
import { type HandoffRef, useFocusHandoff } from '../focus-handoff.ts'
import { IconSvg } from '../icon/IconSvg.tsx'

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
  /** Whether the place is too small for a sentence: there is an icon, or a button that loads. Default: no. */
  readonly small?: boolean
  /** Whether the place is within a control, where HTML allows no block elements. Default: no. */
  readonly inControl?: boolean
  /** The surface is read-only: there is no button that loads. */
  readonly frozen: boolean
  /** Draws the medium. `ref` is for its element: after a press on "Show" the element takes the focus. */
  readonly children: (url: string, ref: HandoffRef, loading: Loading) => ReactNode
}

export function MediaSlot(props: MediaSlotProps): ReactNode {
  const { media, texts, icon, className, alt, description, small = false, inControl = false, frozen, children } = props
  const focusRef = useFocusHandoff()
  if (media.kind === 'load') return children(media.url, focusRef, media.loading)
  const Block = inControl ? 'span' : 'div'
  if (media.kind === 'none') return <Block className={`${className} sf-media sf-media--none`} aria-hidden="true" />
  const reason = media.kind === 'ask' ? texts.waiting(media.host) : texts.refused(media.host)
  const load = media.kind === 'ask' && !frozen ? media.allow : undefined
  if (small) {
    const name = nameOf(reason, alt)
    const shared = { className: `${className} sf-media sf-media--small`, title: name, 'aria-description': description }
    return load ? (
      <button {...shared} type="button" ref={focusRef} aria-label={`${texts.load}: ${name}`} onClick={load}>
        <IconSvg name="download" />
      </button>
    ) : (
      <Block {...shared} role="img" aria-label={name}>
        <IconSvg name={icon} />
      </Block>
    )
  }
  const Reason = inControl ? 'span' : 'p'
  return (
    <Block
      className={`${className} sf-media${media.kind === 'ask' ? ' sf-media--waiting' : ''}`}
      role="note"
      aria-description={description}
    >
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

/** One line for a tooltip. `withinLine` keeps the alternative text from changing the order of the text after it. */
function nameOf(reason: string, alt: string | undefined): string {
  const shown = withinLine(alt ?? '')
  return shown === '' ? reason : `${shown}. ${reason}`
}
