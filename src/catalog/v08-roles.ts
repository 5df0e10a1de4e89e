/** How v0.8 writes values that have a role: each is wrapped in an object, such as `{"literalString": "x"}`. */
import { toType } from '../json/coerce.ts'
import { parseLoosePath } from '../json/pointer.ts'
import { isObject, type JsonObject, type JsonValue, own } from '../json/value.ts'
import type { InitialValue } from './component.ts'
import type { Expression, PathExpression } from './expression.ts'
import { type ReadProp, readChild, readIds, textFor } from './field.ts'
import { type Grammar, parsePath, pathIfRight, type Roles } from './parse.ts'
import type { DynamicType, Shape } from './shape.ts'

/** In a list item a path means the item's own value first, and the root's when the item has none. */
export function itemPath(text: string): PathExpression {
  return { kind: 'path', pointer: parseLoosePath(text), from: 'item' }
}

/** The member that holds a literal, by role. */
const literals: { readonly [role: string]: string } = {
  ...{ string: 'literalString', number: 'literalNumber', boolean: 'literalBoolean', stringList: 'literalArray' },
  ...{ value: 'literalString', children: 'explicitList' },
}

/** A plain value as agents of v0.9 write it, as the literal that it stands for. */
export function literalFor(value: JsonValue, role: Shape | undefined): JsonValue {
  const member = own(literals, String(role))
  return member ? { [member]: role === 'string' ? textFor(value) : value } : textFor(value)
}

/** Without path and literal a value is its type's nothing: an empty text, 0, false. */
function literalIn(wrapper: JsonObject): JsonValue | undefined {
  for (const name of Object.values(literals)) if (Object.hasOwn(wrapper, name)) return wrapper[name]
  return undefined
}

/** Roles as v0.8 writes them. Where a path stands beside a literal, the literal joins `initial` and the path is the value. */
export function rolesWith(initial: InitialValue[]): Roles {
  return {
    dynamic(value, type, at, grammar) {
      const wrapper = value as JsonObject
      const [path, literal] = [own(wrapper, 'path'), literalIn(wrapper)]
      if (path === undefined) return { kind: 'static', value: toType(literal, type) ?? null }
      const expression = parsePath(path as string, `${at}/path`, grammar)
      if (literal !== undefined) initial.push({ pointer: expression.pointer, value: literal })
      return { kind: 'dynamic', type, expression }
    },
    children(value, at, grammar) {
      const { explicitList, template } = value as JsonObject
      if (explicitList !== undefined) return { kind: 'children', ids: explicitList as readonly string[] }
      const { componentId, dataBinding } = template as { componentId: string; dataBinding: string }
      const path = parsePath(dataBinding, `${at}/template/dataBinding`, grammar)
      return { kind: 'template', componentId, path, objects: true }
    },
    action({ name, context = [] }, at, grammar) {
      const values = (context as readonly JsonObject[]).map(({ key, value }, index): [string, Expression] => {
        // A path beside a literal is read only: a press on a button changes no data.
        const path = own(value as JsonObject, 'path')
        const literal = literalIn(value as JsonObject) ?? ''
        const place = `${at}/context/${index}/value/path`
        return [
          key as string,
          path === undefined ? { kind: 'literal', value: literal } : parsePath(path as string, place, grammar),
        ]
      })
      return { kind: 'action', does: { kind: 'event', name: name as string, context: [...new Map(values)] } }
    },
  }
}

export function readersWith(grammar: Grammar): ReadonlyMap<Shape, ReadProp> {
  const readBound = (type: DynamicType): ReadProp => {
    const name = literals[type] as string
    return (value) => {
      if (!isObject(value)) return undefined
      for (const other in value) if (other !== name && other !== 'path') return undefined
      const { path, [name]: literal } = value as JsonObject
      if (path === undefined && literal !== undefined)
        return typeof literal === type ? { kind: 'static', value: literal } : undefined
      if (typeof path !== 'string' || literal !== undefined) return undefined
      const expression = pathIfRight(path, grammar)
      return expression && { kind: 'dynamic', type, expression }
    }
  }
  return new Map<Shape, ReadProp>([
    ['string', readBound('string')],
    ['number', readBound('number')],
    ['boolean', readBound('boolean')],
    ['child', readChild],
    ['children', readChildren],
  ])
}

const readChildren: ReadProp = (value, field) => {
  for (const other in value as JsonObject) if (other !== 'explicitList') return undefined
  return readIds((value as JsonObject | null)?.['explicitList'] ?? null, field, undefined)
}
