/** The components of a surface as a tree of rows, as their references make it, and where each reads its data. */
import type { Component, Prop } from '../catalog/component.ts'
import type { Expression } from '../catalog/expression.ts'
import { formatPointer } from '../json/pointer.ts'
import { shownComponent } from '../surface/shown.ts'
import type { LiveSurface } from '../surface/surface.ts'

/** One place of the tree. A component that two others refer to has two rows. */
export interface ComponentRow {
  /** Ids from the root down, as JSON: names the row. */
  readonly key: string
  readonly id: string
  /** `undefined`: it has not arrived. */
  readonly component: Component | undefined
  /** 1 at the root. */
  readonly level: number
  /** It is drawn for each item of a list. */
  readonly template: boolean
  readonly open: boolean
  readonly childCount: number
}

/** More rows would be slow, and nobody reads them. */
const mostRows = 2_000

/** `isOpen` says of a row whether its children follow. Components that no row leads to come last, at the level of the root. */
export function componentRows(surface: LiveSurface, isOpen: (key: string) => boolean): readonly ComponentRow[] {
  const rows: ComponentRow[] = []
  const reached = new Set<string>()

  function add(id: string, above: readonly string[], template: boolean): void {
    if (rows.length >= mostRows) return
    const path = [...above, id]
    const component = shownComponent(surface, id)
    // A template may lead back to a component above it: its data end it, not its references.
    const children = component && !above.includes(id) ? distinct(component) : []
    const key = JSON.stringify(path)
    const open = children.length > 0 && isOpen(key)
    reached.add(id)
    rows.push({ key, id, component, level: path.length, template, open, childCount: children.length })
    if (open) for (const { to, kind } of children) add(to, path, kind !== 'child')
    else for (const { to } of children) markReached(surface, to, reached)
  }

  const { root } = surface.beginning.getSnapshot()
  add(root, [], false)
  for (const id of surface.components.keys()) if (!reached.has(id)) add(id, [], false)
  return rows
}

function distinct({ edges }: Component): Component['edges'] {
  return edges.filter(({ to }, index) => edges.findIndex((edge) => edge.to === to) === index)
}

function markReached(surface: LiveSurface, id: string, reached: Set<string>): void {
  if (reached.has(id)) return
  reached.add(id)
  for (const { to } of shownComponent(surface, id)?.edges ?? []) markReached(surface, to, reached)
}

/** A property that reads data. */
export interface DataBinding {
  /** Such as `text`, or `options.0.label`. */
  readonly property: string
  /** As JSON Pointer. */
  readonly pointer: string
  /** Below the list item; `pointer` begins there. */
  readonly relative: boolean
}

export function bindingsOf({ props }: Component): readonly DataBinding[] {
  const found: DataBinding[] = []
  for (const [name, prop] of Object.entries(props)) collectProp(name, prop, found)
  return found
}

function collectProp(property: string, prop: Prop, found: DataBinding[]): void {
  if (prop.kind === 'dynamic') collect(property, prop.expression, found)
  else if (prop.kind === 'template') collect(property, prop.path, found)
  else if (prop.kind === 'list')
    prop.items.forEach((item, index) => void collectProp(`${property}.${index}`, item, found))
  else if (prop.kind === 'members')
    for (const [name, member] of Object.entries(prop.members)) collectProp(`${property}.${name}`, member, found)
  else if (prop.kind === 'action' && prop.does.kind === 'event')
    for (const [key, value] of prop.does.context) collect(`${property}.${key}`, value, found)
  else if (prop.kind === 'action' && prop.does.kind === 'call') collect(property, prop.does.call, found)
}

function collect(property: string, expression: Expression, found: DataBinding[]): void {
  if (expression.kind === 'path')
    found.push({ property, pointer: formatPointer(expression.pointer), relative: expression.from !== 'root' })
  else if (expression.kind === 'call')
    for (const [name, arg] of Object.entries(expression.args)) collect(`${property}.${name}`, arg, found)
  else if (expression.kind === 'join') for (const part of expression.parts) collect(property, part, found)
  else if (expression.kind === 'list') for (const item of expression.items) collect(property, item, found)
}
