/**
 * Members of a request, read with their types. Every failure is an `INVALID_PARAMS` that names the member. Names may also be
 * written with underscores, as readers of ProtoJSON accept them; `null` is the same as absent.
 */
import type { JsonObject, JsonValue } from '../../json/value.ts'
import { AgentError } from '../error.ts'

export interface Fields {
  /** The object as it came. */
  readonly raw: JsonObject
  /** JSON Pointer of a member, for errors. */
  readonly place: (name: string) => string
  /** The member under the first of the names that it has. */
  readonly value: (...names: readonly string[]) => JsonValue | undefined
  readonly text: (...names: readonly string[]) => string | undefined
  /** An id that the client chooses, of 256 characters at most; `undefined` where it is empty. */
  readonly id: (...names: readonly string[]) => string | undefined
  /** Throws when the member is absent or empty. */
  readonly requiredText: (...names: readonly string[]) => string
  readonly flag: (...names: readonly string[]) => boolean | undefined
  readonly integer: (range: Range, ...names: readonly string[]) => number | undefined
  readonly object: (...names: readonly string[]) => JsonObject | undefined
  /** The member as an object, to read its members. */
  readonly fields: (...names: readonly string[]) => Fields | undefined
  readonly texts: (...names: readonly string[]) => readonly string[] | undefined
}

/** Characters of an id that a client chooses. */
const longestId = 256

interface Range {
  readonly min: number
  readonly max: number
}

/** `query`: the members come from an address, so numbers and truth values are texts. */
export function readFields(raw: JsonObject, at = '', query = false): Fields {
  const place = (name: string): string => `${at}/${name}`
  const fail = ([name = '']: Names, what: string): AgentError => invalid(place(name), what)

  function value(...names: Names): JsonValue | undefined {
    for (const name of names.flatMap((one) => [one, underscored(one)])) {
      const found = Object.hasOwn(raw, name) ? raw[name] : undefined
      if (query && isList(found)) throw invalid(place(name), 'is given more than once')
      if (found !== undefined && found !== null) return found
    }
    return undefined
  }

  function typed<T extends JsonValue>(names: Names, { parse, is, what }: MemberType<T>): T | undefined {
    const found = value(...names)
    const read = query && typeof found === 'string' ? parse(found) : found
    if (read === undefined || is(read)) return read
    throw fail(names, what)
  }

  const text = (...names: Names): string | undefined => typed(names, textType)
  const object = (...names: Names): JsonObject | undefined => typed(names, objectType)
  return {
    raw,
    place,
    value,
    text,
    object,
    id(...names) {
      const found = text(...names) || undefined
      if ((found ?? '').length <= longestId) return found
      throw fail(names, `must not be longer than ${longestId} characters`)
    },
    requiredText(...names) {
      const found = text(...names)
      if (!found) throw fail(names, 'is required')
      return found
    },
    flag: (...names) => typed(names, flagType),
    integer: (range, ...names) => typed(names, integerType(range)),
    fields(...names) {
      const found = object(...names)
      return found && readFields(found, place(names[0] ?? ''), query)
    },
    texts: (...names) => typed(names, textsType),
  }
}

type Names = readonly string[]

/** A type that a member may have. */
interface MemberType<T extends JsonValue> {
  readonly is: (value: JsonValue) => value is T
  /** The value of a text in an address. */
  readonly parse: (text: string) => JsonValue
  /** The end of a sentence such as `"/limit" must be a string`. */
  readonly what: string
}

const textType: MemberType<string> = {
  is: (value) => typeof value === 'string',
  parse: (text) => text,
  what: 'must be a string',
}

const objectType: MemberType<JsonObject> = { is: isObject, parse: (text) => text, what: 'must be an object' }

const flagType: MemberType<boolean> = {
  is: (value) => typeof value === 'boolean',
  parse: (text) => (text === 'true' || text === 'false' ? text === 'true' : text),
  what: 'must be true or false',
}

const textsType: MemberType<readonly string[]> = {
  is: (value) => isList(value) && value.every((item) => typeof item === 'string'),
  parse: (text) => text,
  what: 'must be an array of strings',
}

function integerType({ min, max }: Range): MemberType<number> {
  return {
    is: (value): value is number =>
      typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max,
    parse: (text) => (/^-?\d{1,15}$/.test(text) ? Number(text) : text),
    what: `must be an integer from ${min} to ${max}`,
  }
}

/** `at`: JSON Pointer into the parameters. `what`: the end of a sentence that begins with it. */
export function invalid(at: string, what: string): AgentError {
  return new AgentError('INVALID_PARAMS', `"${at}" ${what}`, {
    hint: `Correct "${at}" and send the request again.`,
    details: [
      { '@type': 'type.googleapis.com/google.rpc.BadRequest', fieldViolations: [{ field: at, description: what }] },
    ],
  })
}

export function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !isList(value)
}

/** `Array.isArray` that keeps the element type of a readonly JSON array. */
export function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value)
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

/** The object without its undefined members. */
export function defined<T extends object>(members: T): Defined<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<T>
}

function underscored(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
