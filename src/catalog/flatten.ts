/**
 * An object schema and the parts that its `allOf` adds, as one closed object schema.
 *
 * `unevaluatedProperties` makes a validator remember at run time which part has seen which property. Where all parts are
 * plain lists of properties the answer is known beforehand, and `additionalProperties` says the same in a third of the
 * code. A schema with anything more in its parts is left as it is.
 */
import { define, isObject } from '../json/value.ts'
import type { Schema } from '../schema/ajv.ts'
import { asSchema, partsOf, type Resolve } from './roles.ts'

const listing = new Set(['$ref', 'allOf', 'type', 'properties', 'required'])

export function flatten(schema: Schema, resolve: Resolve): Schema {
  const inner = mapProperties(schema, (property) => flatten(property, resolve))
  if (schema['unevaluatedProperties'] !== false) return inner
  const parts = partsOf(inner, resolve)
  if (!parts.every((part) => (part === inner ? isPlain(part) : isList(part)))) return inner
  const { allOf: _allOf, unevaluatedProperties: _unevaluated, ...rest } = inner
  const required = new Set(parts.flatMap((part) => (Array.isArray(part['required']) ? part['required'] : [])))
  return {
    ...rest,
    properties: mergeProperties(parts),
    ...(required.size === 0 ? {} : { required: [...required] }),
    additionalProperties: false,
  }
}

/** Nothing but a list of properties: of a part nothing else is kept. */
function isList(part: Schema): boolean {
  return Object.keys(part).every((keyword) => listing.has(keyword))
}

/** Alternatives that only demand properties name none, so they change nothing about which are known. */
function isPlain({ unevaluatedProperties: _closed, anyOf = [], oneOf = [], ...rest }: Schema): boolean {
  const options = [anyOf, oneOf].flat().flatMap((option) => Object.keys(asSchema(option)))
  return isList(rest) && options.every((keyword) => keyword === 'required')
}

function mapProperties(schema: Schema, map: (property: Schema) => Schema): Schema {
  const { properties } = schema
  if (!isObject(properties)) return schema
  const mapped = Object.entries(properties).map(([name, property]) => [
    name,
    isObject(property) ? map(property) : property,
  ])
  return { ...schema, properties: Object.fromEntries(mapped) }
}

function mergeProperties(parts: readonly Schema[]): Schema {
  const merged: { [name: string]: unknown } = {}
  for (const part of parts) {
    for (const [name, property] of Object.entries(asSchema(part['properties']))) {
      // A constant says all that another part's type says.
      const same = !Object.hasOwn(merged, name) || 'const' in asSchema(property)
      define(merged, name, same ? property : { allOf: [merged[name], property] })
    }
  }
  return merged
}
