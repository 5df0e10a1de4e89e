/** `AudioPlayer`: a sound that does not play by itself. */
import { useId } from 'react'
import type { RendererOf } from '../../react/renderer.ts'
import type { AudioPlayerProps } from '../props.ts'
import { MediaSlot } from './MediaSlot.tsx'

const Sound: RendererOf<AudioPlayerProps> = (input) => {
  const { props, label, description } = input
  const id = useId()
  const caption = props.description || undefined
  return (
    <div className="sf-audio">
      {caption && (
        <p className="sf-text sf-text--caption" id={id} dir="auto">
          {caption}
        </p>
      )}
      <MediaSlot input={input} kind="player" icon="volumeUp" className="sf-audio__place" alt={label}>
        {(url, focusRef) => (
          // biome-ignore lint/a11y/useMediaCaption: the protocol has a description instead, which is drawn above.
          <audio
            className="sf-audio__player"
            ref={focusRef}
            src={url}
            controls
            preload="none"
            aria-label={label}
            aria-labelledby={label === undefined && caption ? id : undefined}
            aria-description={description}
          />
        )}
      </MediaSlot>
    </div>
  )
}

export const AudioPlayer: RendererOf<AudioPlayerProps> = Object.assign(Sound, { player: 'url' as const })
