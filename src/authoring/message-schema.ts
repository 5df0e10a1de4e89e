/** JSON Schemas for answers of models, for what each provider can hold, and the way back to messages. */
import { getOwn, isList, isObject, type JsonObject, type JsonValue } from '../json/value.ts'
import { createCoder, messageType, type Style } from './answer-coder.ts'
import { type MessageSchema, type SchemaLevel, textAnswer } from './answer-schema.ts'
import { type Version, type Vocabulary, vocabularyOf } from './vocabulary.ts'
import type { CatalogWithSchema } from './with-schema.ts'

/** `any`: one of which nothing is known. */
export type Provider = 'openai' | 'anthropic' | 'gemini' | 'any'

export interface MessageSchemaOptions {
  readonly provider: Provider
  /** Default: `v0.9`. */
  readonly version?: Version | undefined
  /** Whether the answer is a list of messages, or one. Default: true. */
  readonly list?: boolean | undefined
  /** Default: the level that holds most of what the provider can enforce. */
  readonly level?: SchemaLevel | undefined
  /** Components and functions that the model shall not know of. */
  readonly omit?: readonly string[] | undefined
}

const bounds = ['minimum', 'maximum', 'minItems', 'maxItems']
const open: Style = {
  constants: true,
  limits: [
    ...bounds,
    'exclusiveMinimum',
    'exclusiveMaximum',
    'multipleOf',
    'minLength',
    'maxLength',
    'pattern',
    'format',
  ],
}

interface Rules {
  readonly open: Style
  readonly strict?: Style
  /** The most that a strict schema may have. */
  readonly most: Partial<Measures>
  readonly enforces: SchemaLevel
}

/** As the providers publish them. What Gemini allows at most is not published. */
const rules: { readonly [provider in Provider]: Rules } = {
  openai: {
    open,
    strict: { nullable: true, closed: true, constants: true, limits: [...bounds, 'pattern', 'format'] },
    most: { properties: 5000, depth: 10, values: 1000, characters: 120_000, clashes: 0 },
    enforces: 'strict',
  },
  anthropic: {
    open,
    strict: { closed: true, depth: 2, constants: true, limits: ['format', 'minItems=1'] },
    most: { optional: 24, unions: 16 },
    enforces: 'strict',
  },
  gemini: { open: { depth: 2, constants: false, limits: [...bounds, 'format'] }, most: {}, enforces: 'open' },
  any: { open, most: {}, enforces: 'text' },
}

const never = ['Which ids, functions within templates and places of the data exist, and whether patterns can be read.']

/**
 * The schema of an answer. Throws a `TypeError` for a version that the catalog does not have, for unknown names in `omit`, for a catalog whose files are not complete, and
 * for a `level` that the provider does not have or that the catalog is too large for.
 */
export function messageSchema(catalog: CatalogWithSchema, options: MessageSchemaOptions): MessageSchema {
  // A caller without types may leave the options out.
  const { provider, version = 'v0.9', list = true, level, omit }: Partial<MessageSchemaOptions> = options ?? {}
  const rule = getOwn(rules, String(provider))
  if (!rule || !provider)
    throw new TypeError(`provider: there is no ${JSON.stringify(provider)}. Known: ${Object.keys(rules).join(', ')}`)
  const wanted = level ?? rule.enforces
  if (wanted === 'text') return textAnswer()
  const style = rule[wanted]
  if (!style) throw new TypeError(`level: "${provider}" has no strict level. Use "open" or "text"`)
  const vocabulary = vocabularyOf(catalog, version, omit)
  const { code, definitions } = createCoder(vocabulary, style)
  const message = code(messageType(vocabulary, style))
  const root = list ? { messages: { type: 'array', items: message.schema } } : { message: message.schema }
  const schema: JsonObject = {
    type: 'object',
    properties: root,
    required: Object.keys(root),
    additionalProperties: false,
    ...(Object.keys(definitions).length > 0 ? { $defs: definitions } : {}),
  }
  const over = wanted === 'strict' ? overLimits(schema, rule.most) : []
  if (over.length > 0 && level)
    throw new TypeError(`level: the schema is too large for "${provider}": ${over.join(', ')}`)
  if (over.length > 0) return textAnswer([`The schema is too large for "${provider}": ${over.join(', ')}.`])
  const complete = (value: JsonValue): JsonValue => (style.closed ? withHostParts(value, vocabulary) : value)
  const decode = (answer: unknown): readonly unknown[] => {
    const { messages, message: one } = isObject(answer) ? answer : { messages: answer, message: undefined }
    const all = Array.isArray(messages) ? messages : [one ?? answer]
    return all.map((value: JsonValue) =>
      complete(message.decode(isObject(value) && isObject(value['message']) ? (value['message'] as JsonValue) : value)),
    )
  }
  return { schema, level: wanted, strict: wanted === 'strict', lost: lostIn(style, version), decode }
}

function lostIn({ closed, depth, limits }: Style, version: Version): readonly string[] {
  const dropped = open.limits.filter((keyword) => !limits.includes(keyword))
  const old = version === 'v0.8'
  const isClosed = old
    ? ['Members of the styles that have no name.']
    : [
        'Values of the data model are JSON in a text, the context of an event is a list of keys and values.',
        'Lists as literals in arguments and contexts, and members of a theme that have no name.',
      ]
  return [
    ...(closed ? isClosed : []),
    ...(depth === undefined ? [] : [`${old ? 'Maps within maps' : 'Calls within calls'}, deeper than ${depth}.`]),
    ...(dropped.length > 0 ? [`The keywords ${dropped.join(', ')}.`] : []),
    ...never,
  ]
}

/** The version and the catalog, which the host knows better than a model. */
function withHostParts(value: JsonValue, { version, catalogId }: Vocabulary): JsonValue {
  if (!isObject(value)) return value
  const message = { ...(version === 'v0.9' && { version }), ...(value as JsonObject) }
  const begins = version === 'v0.9' ? 'createSurface' : 'beginRendering'
  const beginning = getOwn(message, begins)
  return isObject(beginning) ? { ...message, [begins]: { catalogId, ...(beginning as JsonObject) } } : message
}

interface Measures {
  readonly properties: number
  readonly optional: number
  readonly unions: number
  /** Objects and lists within one another, definitions each for themselves. */
  readonly depth: number
  readonly values: number
  /** Of names and values. */
  readonly characters: number
  /** Alternatives that begin with the same key and cannot be told apart by it. */
  readonly clashes: number
}

function overLimits(schema: JsonObject, most: Partial<Measures>): readonly string[] {
  const found = measure(schema)
  const names = Object.keys(most) as (keyof Measures)[]
  return names.flatMap((name) => {
    const limit = most[name] ?? 0
    return found[name] > limit ? [`${found[name]} ${name}, at most ${limit}`] : []
  })
}

function measure(schema: JsonObject): Measures {
  const sum = { properties: 0, optional: 0, unions: 0, depth: 0, values: 0, characters: 0, clashes: 0 }
  const walk = (part: JsonValue | undefined, depth: number): void => {
    if (!isObject(part)) return
    const { properties, required, items, anyOf, additionalProperties, $defs, enum: values = [] } = part as JsonObject
    const members = Object.entries((properties ?? {}) as JsonObject)
    const listed = isList(values) ? values : []
    if (properties !== undefined || items !== undefined) sum.depth = Math.max(sum.depth, depth)
    sum.properties += members.length
    sum.optional += members.length - (isList(required) ? required.length : 0)
    sum.values += listed.length
    for (const text of [...members.map(([name]) => name), ...listed, ...('const' in part ? [part['const']] : [])])
      sum.characters += String(text).length
    if (isList(anyOf)) {
      sum.unions += 1
      sum.clashes += clashesIn(anyOf, schema)
      for (const option of anyOf) walk(option, depth)
    }
    for (const [, inner] of members) walk(inner, depth + 1)
    walk(items, depth + 1)
    walk(additionalProperties, depth + 1)
    for (const definition of Object.values(($defs ?? {}) as JsonObject)) walk(definition, 1)
  }
  walk(schema, 1)
  return sum
}

function clashesIn(options: readonly JsonValue[], schema: JsonObject): number {
  const starts = options.flatMap((option) => {
    const { $ref } = option as JsonObject
    const definitions = schema['$defs'] as JsonObject | undefined
    const target = typeof $ref === 'string' ? definitions?.[$ref.slice('#/$defs/'.length)] : option
    const [first] = Object.entries(((target as JsonObject | undefined)?.['properties'] ?? {}) as JsonObject)
    return first ? [`${first[0]} ${JSON.stringify((first[1] as JsonObject)['const'])}`] : []
  })
  return starts.length - new Set(starts).size
}
