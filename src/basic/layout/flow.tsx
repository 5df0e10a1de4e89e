/**
 * `Row` and `Column`: children beside or below each other; and the element of a `List` within a control.
 *
 * What containers share stands here as well: the role and name of one with an accessibility label.
 */
import type { ReactNode } from 'react'
import type { Component } from '../../catalog/component.ts'
import type { InlineRenderer, PlainLayout, RendererInput } from '../../react/renderer.ts'
import type { ColumnProps, ListProps, RowProps } from '../props.ts'

/** A function, not a component: it runs in the fiber of the renderer that calls it. */
export function drawFlow(
  direction: 'row' | 'column',
  input: RendererInput<RowProps | ColumnProps | ListProps>,
): ReactNode {
  const { props, children, inControl } = input
  const justify = 'justify' in props ? props.justify : 'start'
  const Tag = inControl ? 'span' : 'div'
  return (
    <Tag className={classOf(direction, justify, props.align)} {...groupOf(input)}>
      {children(props.children)}
    </Tag>
  )
}

/** One object for each component: a template asks for it at every row. */
const byComponent = new WeakMap<Component, PlainLayout | undefined>()

/** `Row` and `Column`. The element of one without a label, a weight or a template is known before it is drawn. */
export function flow(direction: 'row' | 'column'): InlineRenderer<RowProps & ColumnProps> {
  return {
    inline: (input) => drawFlow(direction, input),
    layout(component) {
      if (!byComponent.has(component)) byComponent.set(component, plainLayout(direction, component))
      return byComponent.get(component)
    },
  }
}

function plainLayout(direction: 'row' | 'column', { props }: Component): PlainLayout | undefined {
  const { children, justify, align, ...others } = props
  if (Object.keys(others).length > 0 || children?.kind !== 'children') return undefined
  if (justify?.kind !== 'static' || align?.kind !== 'static') return undefined
  return { className: classOf(direction, justify.value, align.value), ids: children.ids }
}

function classOf(direction: 'row' | 'column', justify: unknown, align: unknown): string {
  return `sf-${direction} sf-justify-${justify} sf-align-${align}`
}

interface GroupAttributes {
  readonly role?: 'group'
  readonly 'aria-label'?: string | undefined
  readonly 'aria-description'?: string | undefined
}

/** A container without label and description has no role: screen readers read its content only. */
export function groupOf({ label, description }: Pick<RendererInput<never>, 'label' | 'description'>): GroupAttributes {
  const isNamed = label !== undefined || description !== undefined
  return isNamed ? { role: 'group', 'aria-label': label, 'aria-description': description } : {}
}
