/**
 * The part of JSON Schema 2020-12 that a table holds. Keywords mean what they mean there; `only` and `list` are short
 * for several. A schema of a table has no
 * references by address and no annotations, and its `allOf` is merged where that is possible.
 */
import { type JsonValue, sameJson } from '../json/value.ts'

/**
 * A schema of a table. A number is the index of another schema in the same table, a text is a type, an array is a list of
 * values, one of which must stand there.
 */
export type Node = boolean | number | JsonType | readonly JsonValue[] | NodeKeywords

export type JsonType = 'array' | 'boolean' | 'integer' | 'null' | 'number' | 'object' | 'string'

/** A schema in full. */
export function keywordsOf(node: Node): NodeKeywords {
  if (typeof node === 'number') return { $ref: node }
  if (typeof node === 'string') return { type: node }
  if (Array.isArray(node)) return { enum: node }
  if (typeof node === 'boolean') return {}
  const { only, list, ...keywords } = node as NodeKeywords
  if (only)
    return { type: 'object', required: Object.keys(only), ...keywords, properties: only, additionalProperties: false }
  return list === undefined ? keywords : { type: 'array', ...keywords, items: list }
}

/** A schema as briefly as it can be said: what `keywordsOf` makes whole again. */
export function shortOf(keywords: NodeKeywords): Node {
  const { type, properties, additionalProperties, ...open } = keywords
  const { items, ...rest } = open
  const count = Object.keys(keywords).length
  if (count === 0) return true
  const alone = keywords.enum ?? keywords.$ref ?? (typeof type === 'string' ? type : undefined)
  if (count === 1 && alone !== undefined) return alone
  if (type === 'object' && properties && additionalProperties === false) {
    const { required = [], ...others } = open
    return { only: properties, ...(sameJson(required, Object.keys(properties)) ? {} : { required }), ...others }
  }
  const listing = type === 'array' && items !== undefined && !properties && additionalProperties === undefined
  return listing ? { list: items, ...rest } : keywords
}

export interface NodeKeywords {
  /**
   * The properties of an object that has no others: short for `type`, `properties` and `additionalProperties`.
   * Without `required`, an object needs all of them.
   */
  readonly only?: { readonly [name: string]: Node }
  /** The items of an array: short for `type` and `items`. */
  readonly list?: Node
  readonly type?: JsonType | readonly JsonType[]
  readonly maximum?: number
  readonly minimum?: number
  readonly exclusiveMaximum?: number
  readonly exclusiveMinimum?: number
  readonly maxLength?: number
  readonly minLength?: number
  readonly pattern?: string
  /** One of `formats`. */
  readonly format?: string
  readonly $ref?: number
  readonly const?: JsonValue
  readonly enum?: readonly JsonValue[]
  readonly anyOf?: readonly Node[]
  readonly oneOf?: readonly Node[]
  readonly allOf?: readonly Node[]
  readonly maxItems?: number
  readonly minItems?: number
  readonly items?: Node
  readonly maxProperties?: number
  readonly minProperties?: number
  readonly required?: readonly string[]
  readonly additionalProperties?: Node
  readonly properties?: { readonly [name: string]: Node }
}

/** The formats that schemas may name. */
export const formats: { readonly [name: string]: RegExp } = {
  // What matters is that it names a scheme; whether a scheme may be used is decided where the URL is.
  uri: /^[a-z][a-z0-9+.-]*:[^\s]+$/i,
  'date-time': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?$/,
  date: /^\d{4}-\d{2}-\d{2}$/,
  time: /^\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?$/,
}
