/** Lenient mode: finds the children of a component that cannot be drawn, so that they are drawn instead. */
import { isList, isObject, type JsonObject, type JsonValue, own } from '../json/value.ts'
import type { CompiledComponent } from './compiled.ts'
import type { Component } from './component.ts'

/** What draws the children: it has `children`, and needs nothing else. */
const container = 'Column'

export interface ContainerSource {
  readonly components: { readonly [type: string]: CompiledComponent }
  /** Reads a container with these children, as the same agent would write it. */
  readonly read: (type: string, children: ChildrenWire) => Component
}

/** Ids, or the template of a list. */
type ChildrenWire = readonly string[] | { readonly componentId: string; readonly path: string }

/**
 * A placeholder becomes a container with the children of the component, except where the component has an action: a label
 * alone would look as if there was nothing to press. `props` are as the agent wrote them.
 */
export function orChildren(component: Component, props: JsonObject, { components, read }: ContainerSource): Component {
  if (!component.invalid || hasAction(own(components, component.type))) return component
  const target = own(components, container)
  if (target?.shapes['children'] !== 'children' || target.required.some((name) => name !== 'children')) return component
  const children = childrenIn(props, component.id)
  return children ? read(container, children) : component
}

/** The same for a component in v0.8's form. */
export function orChildrenV08(
  component: Component,
  wire: JsonObject,
  components: ContainerSource['components'],
  read: (wire: JsonObject) => Component,
): Component {
  const bag = Object.values((wire['component'] ?? {}) as JsonObject)[0]
  return orChildren(component, isObject(bag) ? (bag as JsonObject) : {}, {
    components,
    read: (type, children) => read({ id: component.id, component: { [type]: { children: wrapped(children) } } }),
  })
}

function wrapped(children: ChildrenWire): JsonObject {
  if (isIds(children)) return { explicitList: children }
  return { template: { componentId: children.componentId, dataBinding: children.path } }
}

function isIds(children: ChildrenWire): children is readonly string[] {
  return Array.isArray(children)
}

function hasAction(compiled: CompiledComponent | undefined): boolean {
  return Object.values(compiled?.shapes ?? {}).includes('action')
}

/** `undefined`: no property looks like children. */
function childrenIn(props: JsonObject, id: string): ChildrenWire | undefined {
  const found = new Set<string>()
  for (const [name, value] of Object.entries(props)) {
    const named = /child(?:ren)?$/i.test(name)
    const template = named ? templateIn(value) : undefined
    if (template) return template
    // One by one: a line has room for more ids than a call takes arguments.
    for (const child of named ? idsIn(value) : isList(value) ? value.flatMap(childOf) : []) found.add(child)
  }
  const ids = [...found].filter((child) => child !== '' && child !== id)
  return ids.length === 0 ? undefined : ids
}

/** One id, a list of ids, or v0.8's `{explicitList}`. */
function idsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value]
  const list = isObject(value) ? own(value as JsonObject, 'explicitList') : value
  return isList(list) ? list.filter((item) => typeof item === 'string') : []
}

/** Of an element such as a tab, what it shows. */
function childOf(element: JsonValue): readonly string[] {
  const child = isObject(element) ? own(element as JsonObject, 'child') : undefined
  return typeof child === 'string' ? [child] : []
}

/** `{componentId, path}`, or v0.8's `{template: {componentId, dataBinding}}`. */
function templateIn(value: JsonValue): ChildrenWire | undefined {
  if (!isObject(value)) return undefined
  const inner = own(value as JsonObject, 'template')
  const { componentId, path, dataBinding = path } = (isObject(inner) ? inner : value) as JsonObject
  return typeof componentId === 'string' && componentId !== '' && typeof dataBinding === 'string'
    ? { componentId, path: dataBinding }
    : undefined
}
