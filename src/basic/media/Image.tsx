/** `Image`: a picture. */
import { type ReactNode, useState } from 'react'
import type { RendererOf } from '../../react/renderer.ts'
import type { Place } from '../focus-handoff.ts'
import { Sign } from '../icon/IconSvg.tsx'
import type { ImageProps } from '../props.ts'
import { MediaSlot } from './MediaSlot.tsx'

export const Image: RendererOf<ImageProps> = ({ props, media, texts, frozen, inControl, label, description }) => {
  const [broken, setBroken] = useState<string>()
  const { variant, fit } = props
  const alt = (label ?? props.description) || undefined
  const size = `sf-image sf-image--${variant}`
  return (
    <MediaSlot
      media={media('url', props.url)}
      texts={texts}
      frozen={frozen || inControl}
      inControl={inControl}
      icon="photo"
      className={size}
      alt={alt}
      description={description}
      small={variant === 'icon' || variant === 'avatar' || variant === 'smallFeature'}
    >
      {(url, place, loading) =>
        broken === url ? (
          <BrokenImage className={size} alt={alt} description={description} place={place} inControl={inControl} />
        ) : (
          <img
            className={`${size} sf-fit-${fit}`}
            ref={place}
            src={url}
            alt={alt ?? ''}
            aria-description={description}
            loading={loading}
            decoding="async"
            referrerPolicy="no-referrer"
            onError={() => setBroken(url)}
          />
        )
      }
    </MediaSlot>
  )
}

interface BrokenImageProps {
  readonly className: string
  readonly alt: string | undefined
  readonly description: string | undefined
  readonly place: Place
  readonly inControl: boolean
}

/** What the picture would have shown, in its place: a browser's own sign for it differs from page to page. */
function BrokenImage({ className, alt, description, place, inControl }: BrokenImageProps): ReactNode {
  const silent = alt === undefined && description === undefined
  const meaning = silent ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt ?? description }
  const Block = inControl ? 'span' : 'div'
  return (
    <Block
      className={`${className} sf-media sf-media--broken`}
      ref={place}
      {...meaning}
      aria-description={alt === undefined ? undefined : description}
    >
      <Sign name="photo" />
      {alt !== undefined && <span className="sf-media__reason">{alt}</span>}
    </Block>
  )
}
