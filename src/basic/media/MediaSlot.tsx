/** The place of a picture, video or sound: the medium itself, or the reason why it is not loaded. */
import type { ReactNode } from 'react'
import { withinLine } from '../../json/value.ts'
import type { RendererInput } from '../../react/renderer.ts'
import type { Loading } from '../../surface/media.ts'
import { type HandoffRef, useFocusHandoff } from '../focus-handoff.ts'
import { IconSvg } from '../icon/IconSvg.tsx'
import { Player } from './Player.tsx'

export interface MediaSlotProps {
  /** Of the renderer. */
  readonly input: Pick<
    RendererInput<{ readonly url: string }>,
    'props' | 'media' | 'texts' | 'description' | 'frozen' | 'inControl' | 'loading'
  >
  /** `player` for a film or sound. */
  readonly kind?: 'player'
  /** Name of the icon for this kind of medium. */
  readonly icon: string
  /** Class that sets the size. */
  readonly className: string
  /** Alternative text. */
  readonly alt: string | undefined
  /** Whether the place is too small for a sentence: there is an icon, or a button that loads. Default: no. */
  readonly small?: boolean
  /** Draws the medium. `ref` is for its element: after a press on "Show" the element takes the focus. */
  readonly children: (url: string, ref: HandoffRef, loading: Loading) => ReactNode
}

/** Within a control HTML allows no block elements and no second control; a surface for reading only has no button either. */
export function MediaSlot({ input, kind, icon, className, alt, small, children }: MediaSlotProps): ReactNode {
  const { texts, description, frozen, inControl, loading } = input
  const media = input.media('url', input.props.url, kind)
  const focusRef = useFocusHandoff()
  if (media.kind === 'load') {
    if (!kind) return children(media.url, focusRef, media.loading)
    return (
      <Player media={media} loading={loading} focusRef={focusRef}>
        {(url, ref) => children(url, ref, media.loading)}
      </Player>
    )
  }
  const Block = inControl ? 'span' : 'div'
  if (media.kind === 'none') return <Block className={`${className} sf-media sf-media--none`} aria-hidden="true" />
  const reason = media.kind === 'ask' ? texts.waiting(media.host) : texts.refused(media.host)
  const load = media.kind === 'ask' && !frozen && !inControl ? media.allow : undefined
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
function nameOf(reason: string, alt = ''): string {
  return [withinLine(alt), reason].filter(Boolean).join('. ')
}
