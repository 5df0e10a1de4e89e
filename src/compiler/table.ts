/**
 * JSON Schema → the schemas of a table. What a table cannot say is left to ajv: conditions, `not`, patterns of names,
 * tuples, `uniqueItems`, `multipleOf` and parts that cannot be merged. A keyword with a value that makes no sense is left
 * to ajv as well, which says what is wrong with it.
 */

import type { Shape } from '../catalog/shape.ts'
import { define, isObject, own } from '../json/value.ts'
import { createCheck } from '../schema/check.ts'
import { formats } from '../schema/formats.ts'
import { type Node, type NodeKeywords, shortOf } from '../schema/node.ts'
import type { Schema } from './ajv.ts'
import { asSchema, partsOf, type Resolve, roleOf } from './roles.ts'

export interface TableBuilder {
  /** Schemas that others refer to by their index. */
  readonly nodes: readonly Node[]
  /** By the index of a schema: the definition of `common_types.json` that it is. */
  readonly roles: { readonly [index: string]: Shape }
  /** The schema as a table holds it, or `undefined`: it says more. */
  add(schema: Schema): Node | undefined
}

/** Thrown on the way, where a schema says more than a table can. */
class Beyond extends Error {}

export function createTable(resolve: Resolve): TableBuilder {
  const nodes: Node[] = []
  const roles: { [index: string]: Shape } = {}
  const known = new Map<string, number>()

  function reduced(schema: unknown): Node {
    if (typeof schema === 'boolean') return schema
    if (!isObject(schema)) throw new Beyond()
    const node: { [keyword: string]: unknown } = {}
    for (const [keyword, value] of Object.entries(merged(schema))) {
      if (annotations.has(keyword) || (keyword === 'additionalProperties' && value === true)) continue
      if (!own(isServed, keyword)?.(value)) throw new Beyond()
      node[keyword] = own(inner, keyword)?.(value as never) ?? value
    }
    const { $ref, ...rest } = node as NodeKeywords
    if ($ref !== undefined && Object.keys(rest).length === 0) return $ref
    return shortOf(node as NodeKeywords)
  }

  const inner: { readonly [keyword: string]: (value: never) => unknown } = {
    $ref: referred,
    items: reduced,
    additionalProperties: reduced,
    anyOf: (options: readonly unknown[]) => options.map(reduced),
    oneOf: (options: readonly unknown[]) => options.map(reduced),
    allOf: (parts: readonly unknown[]) => parts.map(reduced),
    properties: (properties: Schema) =>
      Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, reduced(property)])),
  }

  function referred(reference: string): number {
    const index = known.get(reference)
    if (index !== undefined) return index
    const target = resolve(reference)
    if (target === undefined) throw new Beyond()
    // Known before it is read, because it may refer to itself.
    const next = nodes.push(true) - 1
    known.set(reference, next)
    nodes[next] = reduced(target)
    const role = roleOf(reference)
    if (role !== undefined) roles[next] = role
    return next
  }

  /** `allOf` and `unevaluatedProperties` as one closed list of properties. */
  function merged(schema: Schema): Schema {
    if (!('unevaluatedProperties' in schema)) return schema
    const parts = partsOf(schema, resolve)
    if (schema['unevaluatedProperties'] !== false) throw new Beyond()
    if (!parts.every((part) => (part === schema ? isPlain(part) : isList(part)))) throw new Beyond()
    if (parts.some(({ allOf }) => Array.isArray(allOf) && !allOf.every(isObject))) throw new Beyond()
    const types = new Set(parts.flatMap(({ type }) => (type === undefined ? [] : [JSON.stringify(type)])))
    if (types.size > 1) throw new Beyond()
    const { allOf: _allOf, $ref: _ref, unevaluatedProperties: _unevaluated, ...rest } = schema
    const required = new Set(parts.flatMap((part) => (Array.isArray(part['required']) ? part['required'] : [])))
    const type = parts.find((part) => 'type' in part)?.['type']
    return {
      ...rest,
      ...(type === undefined ? {} : { type }),
      properties: mergedProperties(parts),
      ...(required.size === 0 ? {} : { required: [...required] }),
      additionalProperties: false,
    }
  }

  function mergedProperties(parts: readonly Schema[]): Schema {
    const all: { [name: string]: unknown } = {}
    for (const part of parts) {
      for (const [name, property] of Object.entries(asSchema(part['properties']))) {
        const first = !Object.hasOwn(all, name) || saysAll(property, all[name])
        define(all, name, first ? property : { allOf: [all[name], property] })
      }
    }
    return all
  }

  /** A constant that fits another schema says all that both say. */
  function saysAll(schema: unknown, other: unknown): boolean {
    const { const: constant, ...rest } = asSchema(schema)
    const alone = Object.keys(rest).every((keyword) => annotations.has(keyword))
    return constant !== undefined && alone && createCheck(nodes)(reduced(other), constant) === undefined
  }

  return {
    nodes,
    roles,
    add(schema) {
      const size = nodes.length
      try {
        return reduced(schema)
      } catch (error) {
        if (!(error instanceof Beyond)) throw error
        nodes.length = size
        for (const index of Object.keys(roles)) if (Number(index) >= size) delete roles[index]
        for (const [reference, index] of known) if (index >= size) known.delete(reference)
        return undefined
      }
    },
  }
}

/** Keywords without a say in the verdict. */
const annotations = new Set([
  ...['title', 'description', 'default', 'examples', 'deprecated', 'readOnly', 'writeOnly'],
  ...['$schema', '$comment', '$defs', 'definitions'],
  // A catalog's own.
  ...['catalogId', 'components', 'functions', 'styles', 'theme'],
])

const types: readonly unknown[] = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']
const isType = (value: unknown): boolean => types.includes(value)
const isNumber = (value: unknown): boolean => typeof value === 'number'
const isSchema = (value: unknown): boolean => typeof value === 'boolean' || isObject(value)
const isListOf = (fits: (value: unknown) => boolean) => (value: unknown) => Array.isArray(value) && value.every(fits)
const isFilled = (value: unknown): boolean => Array.isArray(value) && value.length > 0
const areSchemas = (value: unknown): boolean => isFilled(value) && isListOf(isSchema)(value)

/** Keywords that a table has, and whether it has them with this value. */
const isServed: { readonly [keyword: string]: (value: unknown) => boolean } = {
  type: (value) => isType(value) || (isFilled(value) && isListOf(isType)(value)),
  $ref: (value) => typeof value === 'string',
  const: () => true,
  enum: isFilled,
  pattern: isPattern,
  format: (value) => typeof value === 'string' && Object.hasOwn(formats, value),
  anyOf: areSchemas,
  oneOf: areSchemas,
  allOf: areSchemas,
  items: isSchema,
  additionalProperties: isSchema,
  properties: (value) => isObject(value) && Object.values(value).every(isSchema),
  required: isListOf((name) => typeof name === 'string'),
  maximum: isNumber,
  minimum: isNumber,
  exclusiveMaximum: isNumber,
  exclusiveMinimum: isNumber,
  maxLength: isNumber,
  minLength: isNumber,
  maxItems: isNumber,
  minItems: isNumber,
  maxProperties: isNumber,
  minProperties: isNumber,
}

function isPattern(value: unknown): boolean {
  try {
    return typeof value === 'string' && new RegExp(value, 'u') instanceof RegExp
  } catch {
    return false
  }
}

const listing = new Set(['$ref', 'allOf', 'type', 'properties', 'required', ...annotations])

/** Nothing but a list of properties: of a part nothing else is kept. */
function isList(part: Schema): boolean {
  return Object.keys(part).every((keyword) => listing.has(keyword))
}

/** Alternatives that only demand properties name none, so they change nothing about which are known. */
function isPlain({ unevaluatedProperties: _closed, anyOf = [], oneOf = [], ...rest }: Schema): boolean {
  const options = [anyOf, oneOf].flat().flatMap((option) => Object.keys(asSchema(option)))
  return isList(rest) && options.every((keyword) => keyword === 'required')
}
