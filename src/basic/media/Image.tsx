/** `Image`: a picture. */
import { useState } from 'react'
import type { RendererOf } from '../../react/renderer.ts'
import { IconSvg } from '../icon/IconSvg.tsx'
import type { ImageProps } from '../props.ts'
import { MediaSlot } from './MediaSlot.tsx'

const Picture: RendererOf<ImageProps> = (input) => {
  const { props, inControl, label, description } = input
  const [broken, setBroken] = useState<string>()
  const { variant, fit } = props
  const alt = (label ?? props.description) || undefined
  // Of a picture that could not be loaded: without a name it is decoration.
  const name = alt ?? description
  const Block = inControl ? 'span' : 'div'
  const size = `sf-image sf-image--${variant}`
  return (
    <MediaSlot
      input={input}
      icon="photo"
      className={size}
      alt={alt}
      small={variant === 'icon' || variant === 'avatar' || variant === 'smallFeature'}
    >
      {(url, focusRef, loading) =>
        broken === url ? (
          <Block
            className={`${size} sf-media sf-media--broken`}
            ref={focusRef}
            {...(name === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}
            aria-description={alt === undefined ? undefined : description}
          >
            <IconSvg name="photo" />
            {alt !== undefined && <span className="sf-media__reason">{alt}</span>}
          </Block>
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
