/** A component as v0.8 writes it: one type, with the properties in an object of their own. */
import type { Limits } from '../errors/limits.ts'
import { escapeToken } from '../json/pointer.ts'
import { clip, isObject, type JsonObject, type JsonValue, own } from '../json/value.ts'
import { checkedId, shapeError } from './assemble.ts'

export interface V08Wire {
  readonly id: string
  readonly type: string
  readonly bag: JsonObject
  /** JSON Pointer of `bag` within the component. */
  readonly base: string
  readonly weight: JsonValue | undefined
}

/** `{"id": …, "weight": …, "component": {"Text": {…}}}`, or `COMPONENT_SHAPE`. */
export function unwrap(wire: JsonValue, limits: Limits): V08Wire {
  const object = wire as JsonObject
  const id = checkedId(own(object, 'id'), limits)
  const component = own(object, 'component')
  const entries = isObject(component) ? Object.entries(component as JsonObject) : []
  const [entry, second] = entries
  if (!entry || second) {
    const message = `Component "${clip(id)}" must name exactly one type, not ${entries.length}`
    throw shapeError(message, 'Send {"id": …, "component": {"Text": {…}}}.', '/component').in({ componentId: id })
  }
  const [type, bag] = entry
  const base = `/component/${escapeToken(clip(type))}`
  if (isObject(bag)) return { id, type, bag: bag as JsonObject, base, weight: own(object, 'weight') }
  const message = `The properties of "${clip(id)}" must be an object`
  throw shapeError(message, 'Send {"Text": {…}}.', base).in({ componentId: id })
}
