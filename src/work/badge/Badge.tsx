/** `Badge`: a word with a tone. */
import type { RendererOf } from '../../react/renderer.ts'
import type { BadgeProps } from '../props.ts'
import { Tag } from './Tag.tsx'

export const Badge: RendererOf<BadgeProps> = ({ props: { text, tone }, label }) =>
  label === undefined ? (
    <Tag text={text} tone={tone} />
  ) : (
    <span role="img" aria-label={label}>
      <Tag text={text} tone={tone} />
    </span>
  )
