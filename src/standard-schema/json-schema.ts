/**
 * A schema of a library → the JSON Schema of what the agent may send, in the words that catalogs are written in. The same type
 * in zod, valibot and arktype gives the same.
 */
import { type Position, positionBelow } from '../compiler/keywords.ts'
import { isObject } from '../json/value.ts'
import { formats } from '../schema/node.ts'
import type { StandardSchema } from './standard.ts'

export type JsonSchema = { readonly [keyword: string]: unknown }

/** Throws an `Error` for what JSON cannot carry, and for what is changed after it was sent. */
export function jsonSchemaOf(schema: StandardSchema): JsonSchema {
  const { jsonSchema } = schema['~standard']
  if (jsonSchema === undefined) throw new Error('it gives no JSON Schema')
  const [input, output] = [jsonSchema.input(options), jsonSchema.output(options)].map((one) => normalized(one))
  if (JSON.stringify(verdictOf(input)) !== JSON.stringify(verdictOf(output)))
    throw new Error('it changes the value, and renderers get what was sent')
  return input as JsonSchema
}

const options = {
  target: 'draft-2020-12',
  libraryOptions: {
    // arktype says what it cannot say as `{}`, which would take anything. Others have no such option.
    fallback: ({ code, base }: { readonly code: string; readonly base: unknown }) => {
      if (code === 'predicate') return base
      throw new Error(`${code} cannot be represented in JSON Schema`)
    },
  },
} as const

/** What input and output have in common where nothing is changed: a default makes a property required in the output. */
function verdictOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(verdictOf)
  if (!isObject(value)) return value
  const members = Object.entries(value).filter(([key]) => key !== 'required' && key !== 'default')
  return sorted(Object.fromEntries(members.map(([key, inner]) => [key, verdictOf(inner)])))
}

/** `open`: a part of several that describe one object, so that none of them closes it. */
function normalized(value: unknown, position: Position = 'schema', open = false): unknown {
  if (position === 'data') return value
  if (Array.isArray(value)) return value.map((item) => normalized(item, position, open))
  if (!isObject(value)) return value
  const merging = position === 'schema' && 'allOf' in value
  const members = Object.entries(value).map(
    ([key, inner]) => [key, normalized(inner, positionBelow(position, key), merging && key === 'allOf')] as const,
  )
  if (position === 'names') return Object.fromEntries(members)
  return sorted(closed(plain(Object.fromEntries(members)), merging, open))
}

/** Keywords in one order, so that what is made of a schema, such as a prompt, is the same too. */
function sorted(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).sort(([a], [b]) => (a < b ? -1 : 1)))
}

/** Objects hold what is named and no more, but for those that say so. */
function closed(schema: JsonSchema, merging: boolean, open: boolean): JsonSchema {
  if (open) return schema
  if (merging) return { ...schema, unevaluatedProperties: false }
  return 'properties' in schema && !('additionalProperties' in schema)
    ? { ...schema, additionalProperties: false }
    : schema
}

/** Beyond these a number loses digits, so some libraries name them for every integer. */
const safe: readonly unknown[] = [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER]

/** One way to say what libraries say in several. */
function plain({ $schema: _, readOnly: _readOnly, ...schema }: { [keyword: string]: unknown }): JsonSchema {
  const { type, anyOf, required, properties, propertyNames, format, minimum, maximum } = schema
  // The values say their type.
  if ('const' in schema || 'enum' in schema) delete schema['type']
  else if (Array.isArray(type)) schema['type'] = [...type].sort()
  const alternatives = Array.isArray(anyOf) ? anyOf.map(typeAlone) : []
  if (alternatives.length > 0 && alternatives.every((one) => one !== undefined)) {
    delete schema['anyOf']
    schema['type'] = alternatives.sort()
  }
  if (isObject(properties) && Array.isArray(required)) {
    delete schema['required']
    if (required.length > 0) schema['required'] = Object.keys(properties).filter((name) => required.includes(name))
  }
  if (typeAlone(propertyNames) === 'string') delete schema['propertyNames']
  if (safe.includes(minimum)) delete schema['minimum']
  if (safe.includes(maximum)) delete schema['maximum']
  // The pattern says it.
  if ('pattern' in schema && typeof format === 'string' && !Object.hasOwn(formats, format)) delete schema['format']
  return schema
}

/** `{"type": "string"}` → `string`. */
function typeAlone(schema: unknown): string | undefined {
  if (!isObject(schema) || Object.keys(schema).length !== 1) return undefined
  return typeof schema['type'] === 'string' ? schema['type'] : undefined
}
