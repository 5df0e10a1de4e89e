/** `Video`: a video that does not play by itself. */
import type { RendererOf } from '../../react/renderer.ts'
import type { VideoProps } from '../props.ts'
import { MediaSlot } from './MediaSlot.tsx'

export const Video: RendererOf<VideoProps> = ({ props, media, texts, frozen, label, description }) => (
  <MediaSlot
    media={media('url', props.url, 'player')}
    texts={texts}
    icon="play"
    className="sf-video"
    alt={label}
    description={description}
    frozen={frozen}
  >
    {(url, focusRef) => (
      // biome-ignore lint/a11y/useMediaCaption: the protocol has no captions.
      <video
        className="sf-video"
        ref={focusRef}
        src={url}
        controls
        preload="none"
        playsInline
        aria-label={label}
        aria-description={description}
      />
    )}
  </MediaSlot>
)
