/**
 * JSON Schema → the schemas of a table. What a table cannot say is left to ajv: conditions, `not`, patterns of names,
 * tuples, `uniqueItems`, `multipleOf` and parts that cannot be merged. A keyword with a value that makes no sense is left
 * to ajv as well, which says what is wrong with it.
 */

import type { TableParts } from '../catalog/compiled.ts'
import type { Shape } from '../catalog/shape.ts'
import { getOwn, isObject, mapMembers } from '../json/value.ts'
import { createCheck } from '../schema/check.ts'
import { formats, type Node, type NodeKeywords, shortOf } from '../schema/node.ts'
import type { Schema } from './ajv.ts'
import { isPattern, isSchema } from './keywords.ts'
import { annotations, mergeParts } from './merge-parts.ts'
import { asSchema, type Resolve, roleOf } from './roles.ts'

export interface TableBuilder extends TableParts {
  /** The schema as a table holds it, or `undefined`: it says more. */
  add(schema: Schema): Node | undefined
}

/** Thrown on the way, where a schema says more than a table can. */
class SaysMore extends Error {}

export function createTable(resolve: Resolve): TableBuilder {
  const nodes: Node[] = []
  const roles: { [index: string]: Shape } = {}
  const known = new Map<string, number>()

  function reduced(schema: unknown): Node {
    if (typeof schema === 'boolean') return schema
    if (!isObject(schema)) throw new SaysMore()
    const node: { [keyword: string]: unknown } = {}
    const merged = mergeParts(schema, resolve, (other, value) => !createCheck(nodes)(reduced(other), value))
    if (!merged) throw new SaysMore()
    for (const [keyword, value] of Object.entries(merged)) {
      if (annotations.has(keyword) || (keyword === 'additionalProperties' && value === true)) continue
      if (!getOwn(isServed, keyword)?.(value)) throw new SaysMore()
      if (keyword === 'allOf' && (value as readonly unknown[]).every(isOpen)) continue
      node[keyword] = getOwn(inner, keyword)?.(value as never) ?? value
    }
    return shortOf(node as NodeKeywords)
  }

  /** Any value fits: the schema is `true`, or refers to an empty one. */
  function isOpen(schema: unknown): boolean {
    const { $ref, ...rest } = asSchema(schema)
    const target = typeof $ref === 'string' && Object.keys(rest).length === 0 ? resolve($ref) : undefined
    return schema === true || (target !== undefined && Object.keys(target).length === 0)
  }

  const eachReduced = (schemas: readonly unknown[]): readonly Node[] => schemas.map(reduced)
  const inner: { readonly [keyword: string]: (value: never) => unknown } = {
    ...{ $ref: referred, items: reduced, additionalProperties: reduced },
    ...{ anyOf: eachReduced, oneOf: eachReduced, allOf: eachReduced },
    properties: (properties: Schema) => mapMembers(properties, reduced),
  }

  function referred(reference: string): number {
    const index = known.get(reference)
    if (index !== undefined) return index
    const target = resolve(reference)
    if (target === undefined) throw new SaysMore()
    // Known before it is read, because it may refer to itself.
    const next = nodes.push(true) - 1
    known.set(reference, next)
    nodes[next] = reduced(target)
    const role = roleOf(reference)
    if (role !== undefined) roles[next] = role
    return next
  }

  /** Takes back what a schema left that says more. */
  function shrink(size: number): void {
    nodes.length = size
    for (const index of Object.keys(roles)) if (Number(index) >= size) delete roles[index]
    for (const [reference, index] of known) if (index >= size) known.delete(reference)
  }

  function add(schema: Schema): Node | undefined {
    const size = nodes.length
    try {
      return reduced(schema)
    } catch (error) {
      if (!(error instanceof SaysMore)) throw error
      shrink(size)
      return undefined
    }
  }

  return { nodes, roles, add }
}

const types: readonly unknown[] = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']
const isType = (value: unknown): boolean => types.includes(value)
const isNumber = (value: unknown): boolean => typeof value === 'number'
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
  properties: (value) => isObject(value) && Object.values(value).every(isSchema),
  required: isListOf((name) => typeof name === 'string'),
  ...{ anyOf: areSchemas, oneOf: areSchemas, allOf: areSchemas, items: isSchema, additionalProperties: isSchema },
  ...{ maximum: isNumber, minimum: isNumber, exclusiveMaximum: isNumber, exclusiveMinimum: isNumber },
  ...{ maxLength: isNumber, minLength: isNumber, maxItems: isNumber, minItems: isNumber },
  ...{ maxProperties: isNumber, minProperties: isNumber },
}
