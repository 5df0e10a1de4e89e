/** The shape of a property: the roles of its values, by which they are parsed and evaluated. */
import type { ValueType } from '../json/coerce.ts'
import { namesIn } from '../json/pointer.ts'
import { getOwn, isObject, type JsonObject, type JsonValue } from '../json/value.ts'

/** The type that a dynamic value has for a renderer. */
export type DynamicType = ValueType

/**
 * The role of a value, which the definition of its schema decides: a dynamic value of a type, a reference to a child,
 * an action, or static data. Arrays and objects with such values inside have a shape for them; `rest` is that of
 * members which have no name in the schema. Where there are alternatives, the form of the value at hand chooses: a form
 * that is not listed is static.
 */
export type Shape =
  | DynamicType
  | 'static'
  | 'child'
  | 'children'
  | 'action'
  | { readonly items: Shape }
  | { readonly members: Shapes; readonly rest?: Shape }
  | { readonly forms: { readonly [form in Form]?: Shape } }

/** The form of a value: its JSON type, and for objects the keys that mark them. */
export type Form = 'string' | 'array' | 'path' | 'call' | 'template' | 'action' | 'object'

export interface Shapes {
  readonly [name: string]: Shape
}

/** Of alternatives the one for a value of this form. Objects without an alternative of their own are like any other. */
export function chosen(forms: { readonly [form in Form]?: Shape }, value: JsonValue): Shape {
  if (typeof value === 'string') return forms.string ?? 'static'
  if (Array.isArray(value)) return forms.array ?? 'static'
  return (isObject(value) && (forms[markOf(value as JsonObject)] ?? forms.object)) || 'static'
}

function markOf(object: JsonObject): Form {
  if (isBinding(object)) return 'path'
  if (isCall(object)) return 'call'
  if (getOwn(object, 'componentId') !== undefined) return 'template'
  return getOwn(object, 'event') === undefined && getOwn(object, 'functionCall') === undefined ? 'object' : 'action'
}

export function isCall(object: JsonObject): boolean {
  return typeof getOwn(object, 'call') === 'string'
}

/** Only the key counts: an object with more in it is data. */
export function isBinding(object: JsonObject): boolean {
  if (typeof getOwn(object, 'path') !== 'string') return false
  for (const other in object) if (other !== 'path') return false
  return true
}

/** The shape of the value at a JSON Pointer. */
export function shapeAt(shapes: Shapes, at: string): Shape | undefined {
  let shape: Shape | undefined = { members: shapes }
  for (const name of namesIn(at)) {
    if (typeof shape !== 'object') return undefined
    if ('items' in shape) shape = shape.items
    else shape = 'members' in shape ? (getOwn(shape.members, name) ?? shape.rest) : undefined
  }
  return shape
}
