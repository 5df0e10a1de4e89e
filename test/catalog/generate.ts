// Values that a JSON Schema accepts, mostly, and small changes to them. Whoever wants only good ones asks a validator.
import type { JsonObject, JsonValue } from '../../src/json/value.ts'

export type Random = () => number

export interface Schema {
  readonly [keyword: string]: unknown
}

/** Texts without a meaning of their own anywhere: no templates, no escapes of pointers, no forbidden names. */
const texts = ['', 'x', 'Ada', 'a', 'b', 'c', 'a/b', '/a', '/rows/0', 'h1', 'true', '#00BFFF', 'https://host.example/']

/** A text of each format. */
const formatted: { readonly [format: string]: string } = {
  date: '2026-03-01',
  time: '10:30',
  'date-time': '2026-03-01T10:30:00Z',
  uri: 'https://host.example/',
}

export interface Generator {
  /** A value for a schema that stands in this file. */
  valid(schema: Schema, file: string): JsonValue
}

type Files = { readonly [file: string]: Schema }

/**
 * A generator over schemas that refer to each other by file name, such as `common_types.json#/$defs/ComponentId`.
 * `avoid` names what must not be generated: references to these definitions are not followed where there is a choice.
 */
export function createGenerator(files: Files, random: Random, avoid: RegExp): Generator {
  const membersOf = createMembers(files, random, avoid)

  function generate(schema: Schema, file: string, depth: number): JsonValue {
    if ('const' in schema) return schema['const'] as JsonValue
    if (Array.isArray(schema['enum'])) return pick(random, schema['enum'] as readonly JsonValue[])
    if (typeof schema['format'] === 'string') return formatted[schema['format']] ?? 'x'
    const options = (schema['anyOf'] ?? schema['oneOf']) as readonly Schema[] | undefined
    if (options && !('properties' in schema))
      return generate(pick(random, allowed(options, depth, avoid)), file, depth + 1)
    if (typeof schema['$ref'] === 'string' && !('properties' in schema)) {
      const [target, there] = resolve(files, schema['$ref'], file)
      return generate(target, there, depth)
    }
    const members = membersOf(schema, file)
    return members.size > 0 || schema['type'] === 'object'
      ? object(schema, members, file, depth)
      : scalar(schema, file, depth)
  }

  function object(schema: Schema, members: ReadonlyMap<string, Member>, file: string, depth: number): JsonObject {
    const chosen = [...members].filter(([, { required }]) => required || random() < 0.5)
    const entries = chosen.map(([name, member]) => [name, generate(member.schema, member.file, depth + 1)] as const)
    const further = schema['additionalProperties']
    if (typeof further !== 'object' || further === null) return Object.fromEntries(entries)
    const extra = [...'ab'].slice(0, Math.floor(random() * 3))
    return Object.fromEntries([
      ...entries,
      ...extra.map((name) => [name, generate(further as Schema, file, depth + 1)] as const),
    ])
  }

  function scalar(schema: Schema, file: string, depth: number): JsonValue {
    const type = pick(random, [schema['type'] ?? ['string', 'number', 'boolean']].flat().map(String))
    if (type !== 'array') return scalarOf(type, random)
    const items = (schema['items'] ?? { type: ['string', 'number', 'boolean'] }) as Schema
    return list(items, Number(schema['minItems'] ?? 0), file, depth)
  }

  function list(items: Schema, least: number, file: string, depth: number): JsonValue {
    return Array.from({ length: least + Math.floor(random() * 3) }, () => generate(items, file, depth + 1))
  }

  return { valid: (schema, file) => generate(schema, file, 0) }
}

interface Member {
  readonly schema: Schema
  readonly file: string
  required: boolean
}

/** What the parts of a schema say of the properties of an object. */
function createMembers(
  files: Files,
  random: Random,
  avoid: RegExp,
): (schema: Schema, file: string) => ReadonlyMap<string, Member> {
  function membersOf(schema: Schema, file: string, members = new Map<string, Member>()): Map<string, Member> {
    for (const part of (schema['allOf'] ?? []) as readonly Schema[]) membersOf(part, file, members)
    for (const choice of ['anyOf', 'oneOf']) {
      const options = allowed((schema[choice] ?? []) as readonly Schema[], 0, avoid)
      if (options.length > 0) membersOf(pick(random, options), file, members)
    }
    if (typeof schema['$ref'] === 'string') membersOf(...resolve(files, schema['$ref'], file), members)
    for (const [name, property] of Object.entries((schema['properties'] ?? {}) as { [name: string]: Schema })) {
      const known = members.get(name)
      // A constant is narrower than what another part says; else the later part describes the property.
      if (!known || !('const' in known.schema))
        members.set(name, { schema: property, file, required: known?.required ?? false })
    }
    for (const name of (schema['required'] ?? []) as readonly string[]) {
      const known = members.get(name)
      if (known) known.required = true
      else members.set(name, { schema: {}, file, required: true })
    }
    return members
  }

  return membersOf
}

function resolve(files: Files, reference: string, file: string): readonly [schema: Schema, file: string] {
  const [path = '', pointer = ''] = reference.split('#')
  const name = path === '' ? file : path.slice(path.lastIndexOf('/') + 1)
  let found: unknown = files[name]
  for (const token of pointer.split('/').slice(1)) found = (found as Schema)[token]
  const target = found as Schema | undefined
  if (!target) throw new Error(`There is nothing at ${reference}`)
  return [target, name]
}

/** Deep down the first choice is taken, which in all our schemas is the simple one. */
function allowed(options: readonly Schema[], depth: number, avoid: RegExp): readonly Schema[] {
  const open = options.filter(({ $ref }) => !avoid.test(String($ref)))
  return depth > 8 ? open.slice(0, 1) : open
}

function scalarOf(type: string, random: Random): JsonValue {
  switch (type) {
    case 'string':
      return pick(random, texts)
    case 'number':
      return pick(random, [0, 1, -1.5, 200])
    case 'integer':
      return pick(random, [0, 1, 7])
    case 'boolean':
      return random() < 0.5
    default:
      return null
  }
}

export function pick<T>(random: Random, items: readonly T[]): T {
  if (items.length === 0) throw new Error('There is nothing to pick from')
  return items[Math.floor(random() * items.length)] as T
}

/** What a changed place may hold instead. */
const odd: readonly JsonValue[] = [
  ...[null, 0, -1, 1.5, true, '', 'x', 'Text', 'primary', [], {}, ['a', 1], [null]],
  ...[{ path: '/a' }, { path: 5 }, { path: '/a', more: 1 }, { componentId: 'a', path: '/rows' }, { componentId: 'a' }],
  ...[{ event: { name: 'go' } }, { event: {} }, { functionCall: { call: 'required', args: { value: 1 } } }],
  ...[{ call: 'nobody', args: {} }, { call: 5 }, { call: 'required' }, { call: 'required', args: { value: 1 } }],
  { call: 'length', args: { value: 'x', min: 1 } },
  { call: 'length', args: { value: 'x' } },
  { call: 'formatString', args: { value: 'x' }, returnType: 'string' },
  { call: 'formatString', args: { value: 'x' }, returnType: 'boolean' },
  { call: 'formatString', args: { value: { path: '/a' }, more: 'x' } },
]

/** Copies with one place changed: taken away, renamed, doubled, added to, or replaced. */
export function mutate(value: JsonValue, random: Random): JsonValue {
  const places = placesIn(value)
  if (places.length === 0) return value
  const [path, parent] = pick(random, places)
  const key = path.at(-1) ?? ''
  const inList = Array.isArray(parent)
  // A schema that allows any array says nothing about calls in it, where the dialect does; so none are put there.
  const instead = pick(random, inList ? odd.filter((other) => typeof other !== 'object' || other === null) : odd)
  switch (Math.floor(random() * (inList ? 3 : 5))) {
    case 0:
      return changed(value, path, () => undefined)
    case 1:
      return changed(value, path, () => instead)
    case 2:
      return changed(value, path.slice(0, -1), (holder) => doubled(holder, key))
    case 3:
      return changed(value, path.slice(0, -1), (holder) => ({ ...(holder as JsonObject), [`${key}2`]: instead }))
    default:
      return changed(value, path, () => instead)
  }
}

function doubled(holder: JsonValue, key: string): JsonValue {
  if (Array.isArray(holder)) return [...holder, holder[Number(key)] as JsonValue]
  const { [key]: moved = null, ...others } = holder as JsonObject
  return { ...others, [`${key}s`]: moved }
}

/** Every place but the top, with what it lies in. */
function placesIn(
  value: JsonValue,
  at: readonly string[] = [],
): (readonly [path: readonly string[], parent: JsonValue])[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [
    [[...at, key], value] as const,
    ...placesIn(inner as JsonValue, [...at, key]),
  ])
}

function changed(
  value: JsonValue,
  [key, ...rest]: readonly string[],
  change: (old: JsonValue) => JsonValue | undefined,
): JsonValue {
  if (key === undefined) return change(value) ?? null
  const entries = Object.entries(value as JsonObject).flatMap(([name, inner]) => {
    if (name !== key) return [[name, inner] as const]
    const next = rest.length === 0 ? change(inner) : changed(inner, rest, change)
    return next === undefined ? [] : [[name, next] as const]
  })
  return Array.isArray(value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries)
}
