/** Merges the parts of a schema that is closed by `unevaluatedProperties` into one closed list of properties. */
import { define, isObject } from '../json/value.ts'
import type { Schema } from './ajv.ts'
import { asSchema, type Resolve, withAllOf } from './roles.ts'

/** Keywords without a say in the verdict. */
export const annotations: ReadonlySet<string> = new Set([
  ...['title', 'description', 'default', 'examples', 'deprecated', 'readOnly', 'writeOnly'],
  ...['$schema', '$comment', '$defs', 'definitions'],
  // A catalog's own.
  ...['catalogId', 'components', 'functions', 'styles', 'theme'],
])

/**
 * A schema without `unevaluatedProperties` stays as it is. `undefined`: the parts say more than one list can. `fits`: whether a
 * value fits a schema.
 */
export function mergeParts(
  schema: Schema,
  resolve: Resolve,
  fits: (schema: unknown, value: unknown) => boolean,
): Schema | undefined {
  if (!('unevaluatedProperties' in schema)) return schema
  const parts = withAllOf(schema, resolve)
  if (schema['unevaluatedProperties'] !== false) return undefined
  if (!parts.every((part) => (part === schema ? isPlain(part) : isList(part)))) return undefined
  if (!parts.every(({ allOf }) => !Array.isArray(allOf) || allOf.every(isObject))) return undefined
  const types = parts.flatMap(({ type }) => (type === undefined ? [] : [type]))
  if (new Set(types.map((type) => JSON.stringify(type))).size > 1) return undefined
  const required = new Set(parts.flatMap((part) => (Array.isArray(part['required']) ? part['required'] : [])))
  const { allOf: _allOf, $ref: _ref, unevaluatedProperties: _unevaluated, ...rest } = schema
  return {
    ...rest,
    ...(types.length === 0 ? {} : { type: types[0] }),
    properties: mergedProperties(parts, fits),
    ...(required.size === 0 ? {} : { required: [...required] }),
    additionalProperties: false,
  }
}

function mergedProperties(parts: readonly Schema[], fits: (schema: unknown, value: unknown) => boolean): Schema {
  const all: { [name: string]: unknown } = {}
  for (const [name, property] of parts.flatMap((part) => Object.entries(asSchema(part['properties'])))) {
    const { const: constant, ...rest } = asSchema(property)
    // A constant that fits another schema says all that both say.
    const alone = constant !== undefined && Object.keys(rest).every((keyword) => annotations.has(keyword))
    const saysAll = !Object.hasOwn(all, name) || (alone && fits(all[name], constant))
    define(all, name, saysAll ? property : { allOf: [all[name], property] })
  }
  return all
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
