/** `Card`: a frame around a child. */
import type { RendererOf } from '../../react/renderer.ts'
import type { CardProps } from '../props.ts'
import { groupOf } from './flow.tsx'

/** Inside a control, where HTML allows no block elements, the frame is a `span`. */
export const Card: RendererOf<CardProps> = (input) => {
  const Tag = input.inControl ? 'span' : 'div'
  return (
    <Tag className="sf-card" {...groupOf(input)}>
      {input.child(input.props.child)}
    </Tag>
  )
}
