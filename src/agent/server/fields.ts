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

  function value(...names: readonly string[]): JsonValue | undefined {
    for (const name of names.flatMap((one) => [one, underscored(one)])) {
      const found = Object.hasOwn(raw, name) ? raw[name] : undefined
      if (query && isList(found)) throw invalid(place(name), 'is given more than once')
      if (found !== undefined && found !== null) return found
    }
    return undefined
  }

  function text(...names: readonly string[]): string | undefined {
    const found = value(...names)
    if (found !== undefined && typeof found !== 'string') throw invalid(place(names[0] ?? ''), 'must be a string')
    return found
  }

  function object(...names: readonly string[]): JsonObject | undefined {
    const found = value(...names)
    if (found !== undefined && !isObject(found)) throw invalid(place(names[0] ?? ''), 'must be an object')
    return found
  }

  return {
    raw,
    place,
    value,
    text,
    object,
    id(...names) {
      const found = text(...names)
      if ((found ?? '').length <= longestId) return found || undefined
      throw invalid(place(names[0] ?? ''), `must not be longer than ${longestId} characters`)
    },
    requiredText(...names) {
      const found = text(...names)
      if (!found) throw invalid(place(names[0] ?? ''), 'is required')
      return found
    },
    flag(...names) {
      const found = value(...names)
      if (query && (found === 'true' || found === 'false')) return found === 'true'
      if (found !== undefined && typeof found !== 'boolean')
        throw invalid(place(names[0] ?? ''), 'must be true or false')
      return found
    },
    integer({ min, max }, ...names) {
      const found = value(...names)
      const number = query && typeof found === 'string' && /^-?\d{1,15}$/.test(found) ? Number(found) : found
      if (number === undefined) return undefined
      if (typeof number !== 'number' || !Number.isInteger(number) || number < min || number > max) {
        throw invalid(place(names[0] ?? ''), `must be an integer from ${min} to ${max}`)
      }
      return number
    },
    fields(...names) {
      const found = object(...names)
      return found && readFields(found, place(names[0] ?? ''), query)
    },
    texts(...names) {
      const found = value(...names)
      if (found === undefined) return undefined
      if (!isList(found) || !found.every((item) => typeof item === 'string')) {
        throw invalid(place(names[0] ?? ''), 'must be an array of strings')
      }
      return found
    },
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
  return typeof value === 'object' && value !== null && !Array.isArray(value)
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
