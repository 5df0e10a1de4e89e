/** `Avatar`: a face, or the initials of a name. */
import { useState } from 'react'
import { MediaSlot } from '../../basic/media/MediaSlot.tsx'
import type { RendererInput, RendererOf } from '../../react/renderer.ts'
import type { AvatarProps } from '../props.ts'

const Face: RendererOf<AvatarProps> = (input) => {
  const { url, name, size } = input.props
  const [broken, setBroken] = useState<string>()
  const className = `sf-avatar sf-avatar--${size}`
  const alt = input.label ?? name
  if (!url || url === broken)
    return (
      <span className={className} role="img" aria-label={alt} aria-description={input.description}>
        <span aria-hidden="true">{initialsOf(name)}</span>
      </span>
    )
  return (
    // An address that is not empty is all that the slot needs.
    <MediaSlot
      input={input as RendererInput<AvatarProps & { readonly url: string }>}
      icon="person"
      className={className}
      alt={alt}
      small
    >
      {(address, focusRef, loading) => (
        <img
          key={address}
          className={className}
          ref={focusRef}
          src={address}
          alt={alt}
          aria-description={input.description}
          loading={loading}
          decoding="async"
          referrerPolicy="no-referrer"
          onError={() => setBroken(url)}
        />
      )}
    </MediaSlot>
  )
}

export const Avatar: RendererOf<AvatarProps> = Object.assign(Face, { picture: 'url' as const })

/** Of the first and the last word. A character may be two units. */
function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map((word) => [...(word ?? '')][0]?.toLocaleUpperCase() ?? '').join('')
}
