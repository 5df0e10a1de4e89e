/** The form of a value at hand: which of a property's alternatives it is. */
import { isObject, type JsonObject, type JsonValue, own } from '../json/value.ts'
import type { Form, Shape } from './shape.ts'

/** Of alternatives the one for a value of this form. Objects without an alternative of their own are like any other. */
export function chosen(forms: { readonly [form in Form]?: Shape }, value: JsonValue): Shape {
  if (typeof value === 'string') return forms.string ?? 'static'
  if (Array.isArray(value)) return forms.array ?? 'static'
  return (isObject(value) && (forms[markOf(value as JsonObject)] ?? forms.object)) || 'static'
}

function markOf(object: JsonObject): Form {
  if (isBinding(object)) return 'path'
  if (isCall(object)) return 'call'
  if (own(object, 'componentId') !== undefined) return 'template'
  return own(object, 'event') === undefined && own(object, 'functionCall') === undefined ? 'object' : 'action'
}

export function isCall(object: JsonObject): boolean {
  return typeof own(object, 'call') === 'string'
}

/** Only the key counts: an object with more in it is data. */
export function isBinding(object: JsonObject): boolean {
  if (typeof own(object, 'path') !== 'string') return false
  for (const other in object) if (other !== 'path') return false
  return true
}
