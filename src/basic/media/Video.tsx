/** `Video`: a video that does not play by itself. */
import type { RendererOf } from '../../react/renderer.ts'
import type { VideoProps } from '../props.ts'
import { MediaSlot } from './MediaSlot.tsx'

const Film: RendererOf<VideoProps> = (input) => (
  <MediaSlot input={input} kind="player" icon="play" className="sf-video" alt={input.label}>
    {(url, focusRef) => (
      // biome-ignore lint/a11y/useMediaCaption: the protocol has no captions.
      <video
        className="sf-video"
        ref={focusRef}
        src={url}
        controls
        preload="none"
        playsInline
        aria-label={input.label}
        aria-description={input.description}
      />
    )}
  </MediaSlot>
)

export const Video: RendererOf<VideoProps> = Object.assign(Film, { player: 'url' as const })
