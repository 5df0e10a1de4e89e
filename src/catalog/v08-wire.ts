/** How v0.8 writes a component and its values: each is wrapped in an object, such as `{"literalString": "x"}`. */
import type { Limits } from '../errors/limits.ts'
import { parseLoosePath } from '../json/loose-path.ts'
import { escapeToken } from '../json/pointer.ts'
import { clip, describeValue, getOwn, isObject, type JsonObject, type JsonValue } from '../json/value.ts'
import { componentForm, v08Forms, v08Literals } from '../schema/wire-forms.ts'
import { checkedId, shapeError } from './assemble.ts'
import { type InitialValue, reference } from './component.ts'
import type { Expression, PathExpression } from './expression.ts'
import { type ReadProp, readChild, readIds } from './field.ts'
import { parseExpression, parsePath, pathIfRight, type Roles, v09Roles } from './parse.ts'
import type { DynamicType } from './shape.ts'

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
  if (!isObject(wire)) throw shapeError('A component must be an object', `Send ${v08Forms['components.']}.`, '')
  const object = wire as JsonObject
  const id = checkedId(getOwn(object, 'id'), limits)
  const { component, weight, id: _, ...others } = object
  const entries = isObject(component) ? Object.entries(component as JsonObject) : []
  const [entry, second] = entries
  if (!entry || second) {
    const message = `Component "${clip(id)}" must name exactly one type, not ${entries.length}`
    throw shapeError(message, `Send ${componentForm(v08Forms, wire)}.`, '/component').in({ componentId: id })
  }
  const [surplus] = Object.keys(others)
  if (surplus !== undefined) {
    const message = `"${clip(surplus)}" does not belong beside "component"`
    const at = `/${escapeToken(surplus)}`
    throw shapeError(message, `Send ${componentForm(v08Forms, wire)}.`, at).in({ componentId: id })
  }
  if (weight !== undefined && typeof weight !== 'number')
    throw shapeError(`"weight" cannot be ${describeValue(weight)}`, 'Send a number.', '/weight').in({ componentId: id })
  const [type, bag] = entry
  const base = `/component/${escapeToken(clip(type))}`
  if (isObject(bag)) return { id, type, bag: bag as JsonObject, base, weight }
  const message = `The properties of "${clip(id)}" must be an object`
  throw shapeError(message, `Send {"${clip(type)}": {…}}.`, base).in({ componentId: id })
}

/** In a list item a path means the item's own value first, and the root's when the item has none. */
export function itemPath(text: string): PathExpression {
  return { kind: 'path', pointer: parseLoosePath(text), from: 'item' }
}

/** The members of a wrapper that hold a literal. */
const literals = ['literalString', 'literalNumber', 'literalBoolean', 'literalArray', 'literal']

/**
 * `{literalString}`, `{path}` or both in v0.9's form. Both: the literal is what the path has to begin with, and joins
 * `initial`. `undefined`: a wrapper with nothing in it.
 */
export function withoutWrapper(value: JsonValue, initial: InitialValue[]): JsonValue | undefined {
  if (!isObject(value)) return value
  const { path, ...rest } = value as JsonObject
  if (!Object.keys(rest).every((name) => literals.includes(name))) return value as JsonValue
  const [literal] = Object.values(rest)
  if (typeof path !== 'string') return path ?? literal
  // A wrong path is reported where the property is read.
  const expression = literal === undefined ? undefined : pathIfRight(path, { path: itemPath })
  if (literal !== undefined && expression) initial.push({ pointer: expression.pointer, value: literal })
  return { path }
}

/** Roles as v0.8 writes them. Where a path stands beside a literal, the literal joins `initial` and the path is the value. */
export function rolesWith(initial: InitialValue[]): Roles {
  return {
    dynamic: (value, type, at, grammar) => v09Roles.dynamic(withoutWrapper(value, initial) ?? null, type, at, grammar),
    children(value, at, grammar) {
      const { explicitList, template } = value as JsonObject
      if (explicitList !== undefined) return reference({ kind: 'children', ids: explicitList as readonly string[] })
      const { componentId, dataBinding } = template as { componentId: string; dataBinding: string }
      const path = parsePath(dataBinding, `${at}/template/dataBinding`, grammar)
      return reference({ kind: 'template', componentId, path, objects: true })
    },
    action({ name, context = [] }, at, grammar) {
      const values = (context as readonly JsonObject[]).map(({ key, value = {} }, index): [string, Expression] => {
        const members = value as JsonObject
        const literal = literals.map((name) => members[name]).find((one) => one !== undefined) ?? ''
        // A path beside a literal is read only: a press on a button changes no data.
        const wire = members['path'] === undefined ? literal : { path: members['path'] }
        return [key as string, parseExpression(wire, `${at}/context/${index}/value`, grammar)]
      })
      return reference({ kind: 'action', does: { kind: 'event', name: name as string, context: [...new Map(values)] } })
    },
  }
}

const readBound: ReadProp = (value, field) => {
  if (!isObject(value)) return undefined
  const type = field.shape as DynamicType
  const name = v08Literals[type] as string
  for (const other in value) if (other !== name && other !== 'path') return undefined
  const { path, [name]: literal } = value as JsonObject
  if (path === undefined && literal !== undefined)
    return typeof literal === type ? { kind: 'static', value: literal } : undefined
  if (typeof path !== 'string' || literal !== undefined) return undefined
  const expression = pathIfRight(path, field)
  return expression && { kind: 'dynamic', type, expression }
}

const readChildren: ReadProp = (value, field) => {
  for (const other in value as JsonObject) if (other !== 'explicitList') return undefined
  return readIds((value as JsonObject | null)?.['explicitList'] ?? null, field, undefined)
}

export const readers: { readonly [role: string]: ReadProp } = {
  ...{ string: readBound, number: readBound, boolean: readBound },
  ...{ child: readChild, children: readChildren },
}
