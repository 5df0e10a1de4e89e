/** Lenient mode: finds the children of a component that cannot be drawn, so that they are drawn instead. */

import type { CompiledComponent } from '../../catalog/compiled.ts'
import type { Component } from '../../catalog/component.ts'
import { getOwn, isList, isObject, type JsonObject, type JsonValue } from '../../json/value.ts'

/** What draws the children: it has `children`, and needs nothing else. */
const container = 'Column'

/** Ids, or the template of a list. */
export type ChildrenWire = readonly string[] | { readonly componentId: string; readonly path: string }

/**
 * A placeholder becomes a container with the children of the component, except where the component has an action: a label
 * alone would look as if there was nothing to press. `wire`: the component as the agent wrote it. `read` reads the container
 * in the words of the same version.
 */
export function withFallbackChildren(
  component: Component,
  wire: JsonObject,
  components: { readonly [type: string]: CompiledComponent },
  read: (wire: JsonObject) => Component,
): Component {
  const { id, type } = component
  if (Object.values(getOwn(components, type)?.shapes ?? {}).includes('action')) return component
  const target = getOwn(components, container)
  if (target?.shapes['children'] !== 'children' || target.required.some((name) => name !== 'children')) return component
  // v0.8 has an object by the type's name there.
  const [bag] = isObject(wire['component']) ? Object.values(wire['component'] as JsonObject) : []
  const children = childrenIn((bag ?? wire) as JsonObject, id)
  if (!children) return component
  return read(
    bag ? { id, component: { [container]: { children: inV08(children) } } } : { id, component: container, children },
  )
}

export function inV08(children: ChildrenWire): JsonObject {
  if (!('path' in children)) return { explicitList: children }
  return { template: { componentId: children.componentId, dataBinding: children.path } }
}

/** `undefined`: no property looks like children. */
export function childrenIn(props: JsonObject, id: string): ChildrenWire | undefined {
  const found = new Set<JsonValue | undefined>()
  for (const [name, value] of Object.entries(props)) {
    const named = /child(?:ren)?$/i.test(name)
    const template = named ? templateIn(value) : undefined
    if (template) return template
    // One by one: a line has room for more ids than a call takes arguments.
    for (const child of named ? idsIn(value) : isList(value) ? value.map(childOf) : []) found.add(child)
  }
  const ids = [...found].filter((child) => typeof child === 'string' && child !== '' && child !== id)
  return ids.length === 0 ? undefined : (ids as readonly string[])
}

/** One id, a list of ids, or v0.8's `{explicitList}`. */
function idsIn(value: JsonValue): readonly JsonValue[] {
  const list = isObject(value) ? getOwn(value as JsonObject, 'explicitList') : value
  return isList(list) ? list : [value]
}

/** Of an element such as a tab, what it shows. */
function childOf(element: JsonValue): JsonValue | undefined {
  return isObject(element) ? getOwn(element as JsonObject, 'child') : undefined
}

/** `{componentId, path}`, or v0.8's `{template: {componentId, dataBinding}}`. */
function templateIn(value: JsonValue): ChildrenWire | undefined {
  if (!isObject(value)) return undefined
  const inner = getOwn(value as JsonObject, 'template')
  const { componentId, path, dataBinding = path } = (isObject(inner) ? inner : value) as JsonObject
  return typeof componentId === 'string' && componentId !== '' && typeof dataBinding === 'string'
    ? { componentId, path: dataBinding }
    : undefined
}
