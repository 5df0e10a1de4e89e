/** `Image`: a picture. */
import { useState } from 'react'
import type { RendererOf } from '../react/renderer.ts'
import { MediaSlot } from './MediaSlot.tsx'
import type { ImageProps } from './props.ts'
import { Sign } from './Sign.tsx'

export const Image: RendererOf<ImageProps> = ({ props, media, texts, frozen, label, description }) => {
  const [broken, setBroken] = useState<string>()
  const { variant, fit } = props
  const alt = (label ?? props.description) || undefined
  const size = `sf-image sf-image--${variant}`
  return (
    <MediaSlot
      media={media('url', props.url)}
      texts={texts}
      frozen={frozen}
      icon="photo"
      className={size}
      alt={alt}
      small={variant === 'icon' || variant === 'avatar' || variant === 'smallFeature'}
    >
      {(url) =>
        broken === url ? (
          <BrokenImage className={size} alt={alt} />
        ) : (
          <img
            className={`${size} sf-fit-${fit}`}
            src={url}
            alt={alt ?? ''}
            aria-description={description}
            loading="lazy"
            decoding="async"
            referrerPolicy="no-referrer"
            onError={() => setBroken(url)}
          />
        )
      }
    </MediaSlot>
  )
}

/** What the picture would have shown, in its place: a browser's own sign for it differs from page to page. */
function BrokenImage({ className, alt }: { readonly className: string; readonly alt: string | undefined }) {
  const meaning = alt === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt }
  return (
    <div className={`${className} sf-media sf-media--broken`} {...meaning}>
      <Sign name="photo" />
      {alt !== undefined && <span className="sf-media__reason">{alt}</span>}
    </div>
  )
}
