/** `Image`: a picture. */
import { type ReactNode, useState } from 'react'
import type { RendererOf } from '../../react/renderer.ts'
import type { HandoffRef } from '../focus-handoff.ts'
import { IconSvg } from '../icon/IconSvg.tsx'
import type { ImageProps } from '../props.ts'
import { MediaSlot } from './MediaSlot.tsx'

const Picture: RendererOf<ImageProps> = ({ props, media, texts, frozen, inControl, label, description }) => {
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
      {(url, focusRef, loading) =>
        broken === url ? (
          <BrokenImage className={size} alt={alt} description={description} focusRef={focusRef} inControl={inControl} />
        ) : (
          // Another address has another element: the one of the first address holds its picture for later.
          <img
            key={url}
            className={`${size} sf-fit-${fit}`}
            ref={focusRef}
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

export const Image: RendererOf<ImageProps> = Object.assign(Picture, { picture: 'url' as const })

interface BrokenImageProps {
  readonly className: string
  readonly alt: string | undefined
  readonly description: string | undefined
  readonly focusRef: HandoffRef
  readonly inControl: boolean
}

/**
 * The alternative text in the place of a picture that failed to load. Browsers draw their own icon in different ways.
 */
function BrokenImage({ className, alt, description, focusRef, inControl }: BrokenImageProps): ReactNode {
  const decorative = alt === undefined && description === undefined
  const semantics = decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt ?? description }
  const Block = inControl ? 'span' : 'div'
  return (
    <Block
      className={`${className} sf-media sf-media--broken`}
      ref={focusRef}
      {...semantics}
      aria-description={alt === undefined ? undefined : description}
    >
      <IconSvg name="photo" />
      {alt !== undefined && <span className="sf-media__reason">{alt}</span>}
    </Block>
  )
}
