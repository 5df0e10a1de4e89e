/** `Card`: a frame around a child. */
import type { RendererOf } from '../../react/renderer.ts'
import type { CardProps } from '../props.ts'
import { groupOf } from './group.ts'

export const Card: RendererOf<CardProps> = (input) => {
  const Tag = input.inControl ? 'span' : 'div'
  return (
    <Tag className="sf-card" {...groupOf(input)}>
      {input.child(input.props.child)}
    </Tag>
  )
}
