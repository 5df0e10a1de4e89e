/** `Text`: a paragraph, heading or caption. */
import type { RendererOf } from '../react/renderer.ts'
import type { TextProps } from './props.ts'

export const Text: RendererOf<TextProps> = ({ props: { text, variant }, label, description }) => {
  // A heading whose text is still to come would be announced as an empty one.
  const Tag = variant === 'body' || variant === 'caption' || text === '' ? 'p' : variant
  const className = `sf-text sf-text--${variant}`
  if (label === undefined && description === undefined) {
    return (
      <Tag className={className} dir="auto">
        {text}
      </Tag>
    )
  }
  return (
    <Tag className={className} dir="auto">
      <span aria-hidden={label === undefined ? undefined : true}>{text}</span>
      <span className="sf-visually-hidden">{[label, description].filter(Boolean).join('. ')}</span>
    </Tag>
  )
}
