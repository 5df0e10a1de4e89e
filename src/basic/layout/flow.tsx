/** The element of `Row`, `Column` and `List` within a control: children beside or below each other. */
import type { ReactNode } from 'react'
import type { RendererInput } from '../../react/renderer.ts'
import type { ColumnProps, ListProps, RowProps } from '../props.ts'
import { groupOf } from './group.ts'

/** A function, not a component: it runs in the fiber of the renderer that calls it. */
export function drawFlow(
  direction: 'row' | 'column',
  input: RendererInput<RowProps | ColumnProps | ListProps>,
): ReactNode {
  const { props, children, inControl } = input
  const justify = 'justify' in props ? props.justify : 'start'
  const Tag = inControl ? 'span' : 'div'
  return (
    <Tag className={`sf-${direction} sf-justify-${justify} sf-align-${props.align}`} {...groupOf(input)}>
      {children(props.children)}
    </Tag>
  )
}
