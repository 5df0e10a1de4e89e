/** The keywords of JSON Schema 2020-12 that are served, and what each of them holds. */
import { getOwn, isObject } from '../json/value.ts'

/** What a keyword holds: schemas, in one of three forms, plain data or something else. */
interface Kind {
  readonly holds?: 'schema' | 'schemas' | 'names' | 'data'
  readonly words: string
  readonly fits: (value: unknown) => boolean
  /** The remedy where there is something else. */
  readonly hint: string
}

export function isSchema(value: unknown): boolean {
  return typeof value === 'boolean' || isObject(value)
}

export function isPattern(value: unknown): boolean {
  try {
    return typeof value === 'string' && new RegExp(value, 'u') instanceof RegExp
  } catch {
    return false
  }
}

const isFilled = (value: unknown): boolean => Array.isArray(value) && value.length > 0
const isNames = (value: unknown): boolean => Array.isArray(value) && value.every((name) => typeof name === 'string')
const isCount = (value: unknown): boolean => Number.isInteger(value) && Number(value) >= 0
const digits = 'Write digits, without quotes.'
const inArray = 'Write them in an array: '

const text: Kind = { words: 'a text', fits: (value) => typeof value === 'string', hint: 'Write it in double quotes.' }
const flag: Kind = { words: 'true or false', fits: (value) => typeof value === 'boolean', hint: 'Write true or false.' }
const number: Kind = { words: 'a number', fits: Number.isFinite, hint: digits }
const count: Kind = { words: 'a whole number from 0 on', fits: isCount, hint: digits }
const data: Kind = { holds: 'data', words: 'JSON', fits: () => true, hint: '' }
const values: Kind = { ...data, words: 'a list of values, at least one', fits: isFilled, hint: `${inArray}["a", "b"].` }
export const schema: Kind = {
  holds: 'schema',
  words: 'a JSON Schema',
  fits: isSchema,
  hint: 'Write an object, such as {"type": "string"}.',
}
const schemas: Kind = {
  holds: 'schemas',
  words: 'a list of JSON Schemas, at least one',
  fits: isFilled,
  hint: `${inArray}[{…}, {…}].`,
}
const names: Kind = {
  holds: 'names',
  words: 'an object with a JSON Schema for each name',
  fits: isObject,
  hint: 'Write {"title": {…}}.',
}

const type: Kind = {
  words: 'the name of a type, or a list of such names',
  fits: (value) => text.fits(value) || (isFilled(value) && isNames(value)),
  hint: 'Write "string", or ["string", "null"].',
}
const above0: Kind = {
  words: 'a number above 0',
  fits: (value) => Number.isFinite(value) && Number(value) > 0,
  hint: digits,
}
const pattern: Kind = {
  words: 'a regular expression',
  fits: isPattern,
  hint: 'Correct its syntax; in JSON \\ is written \\\\.',
}
const items: Kind = { ...schema, hint: 'Write one for all items; a tuple is written with "prefixItems".' }
const required: Kind = { words: 'a list of names', fits: isNames, hint: `${inArray}["title"].` }
const dependent: Kind = {
  words: 'an object with a list of names for each name',
  fits: (value) => isObject(value) && Object.values(value).every(isNames),
  hint: 'Write {"card": ["number"]}.',
}

const byKind: readonly (readonly [Kind, ...string[]])[] = [
  [text, '$schema', '$id', '$anchor', '$comment', '$ref', 'title', 'description', 'format'],
  [text, 'contentMediaType', 'contentEncoding'],
  [flag, 'deprecated', 'readOnly', 'writeOnly', 'uniqueItems'],
  [count, 'maxLength', 'minLength', 'maxItems', 'minItems', 'maxProperties', 'minProperties'],
  [count, 'maxContains', 'minContains'],
  [number, 'maximum', 'minimum', 'exclusiveMaximum', 'exclusiveMinimum'],
  [data, 'const', 'default', 'examples'],
  [schema, 'additionalProperties', 'unevaluatedProperties', 'propertyNames', 'contains', 'not', 'if', 'then', 'else'],
  [schemas, 'allOf', 'anyOf', 'oneOf', 'prefixItems'],
  [names, 'properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'],
  [above0, 'multipleOf'],
  [pattern, 'pattern'],
  [type, 'type'],
  [values, 'enum'],
  [items, 'items'],
  [required, 'required'],
  [dependent, 'dependentRequired'],
]

export const keywords: { readonly [keyword: string]: Kind } = Object.fromEntries(
  byKind.flatMap(([kind, ...all]) => all.map((keyword) => [keyword, kind])),
)

/** Keywords that are not served, or not of JSON Schema 2020-12, and what to do instead. */
export const instead: { readonly [keyword: string]: string } = {
  $dynamicRef: 'Use "$ref".',
  $dynamicAnchor: 'Use "$defs" and "$ref".',
  $recursiveRef: 'Use "$ref".',
  $recursiveAnchor: 'Use "$defs" and "$ref".',
  $vocabulary: 'Leave it out.',
  unevaluatedItems: 'Use "items".',
  additionalItems: 'Use "items" beside "prefixItems".',
  contentSchema: 'Leave it out; the text is not looked into.',
  dependencies: 'Use "dependentRequired" or "dependentSchemas".',
  discriminator: 'Leave it out; "oneOf" is told apart by a "const" in each alternative.',
  id: 'Use "$id".',
  nullable: 'Write the type as a list: ["string", "null"].',
}

/** Where one is in a schema. A property may be called like a keyword, and data may look like a schema. */
export type Position = 'schema' | 'names' | 'data'

/** The position one step below `key`. */
export function positionBelow(position: Position, key: string): Position {
  if (position === 'data') return 'data'
  if (position === 'names') return 'schema'
  // A catalog's own.
  if (key === 'components' || key === 'functions') return 'names'
  const holds = getOwn(keywords, key)?.holds
  return holds === 'names' || holds === 'data' ? holds : 'schema'
}
