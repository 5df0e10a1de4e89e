/**
 * The part of JSON Schema 2020-12 that a table holds. Keywords mean what they mean there. A schema of a table has no
 * references by address and no annotations, and its `allOf` is merged where that is possible.
 */
import type { JsonValue } from '../json/value.ts'

/** A schema of a table. A number is the index of another schema in the same table. */
export type Node = boolean | number | NodeKeywords

export type JsonType = 'array' | 'boolean' | 'integer' | 'null' | 'number' | 'object' | 'string'

export interface NodeKeywords {
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
