/**
 * JSON Pointer (RFC 6901) over immutable JSON: own keys only, copy on write.
 *
 * Two rules of the surface protocol go beyond the RFC: `/` means the whole value, and one trailing slash is ignored.
 * The name `__proto__` is refused in every pointer.
 */
import { asSurfaceError, SurfaceError } from '../errors/surface-error.ts'
import { copyOrder, noteGap, noteKey } from './key-order.ts'
import { clip, getOwn, isList, isObject, type Maybe } from './value.ts'

/** The unescaped tokens of a pointer from the root of a document. */
export type Pointer = readonly string[] & {
  readonly __pointer: unique symbol
  /** v0.8: the positions of names that stood in brackets. */
  readonly inBrackets?: readonly number[]
}

export const root: Pointer = [] as readonly string[] as Pointer

/** Names in one pointer: more than data need, and few enough for what walks down data by recursion. */
const longestPath = 1_000

/** Tokens that are known to be clean, as a pointer. */
export function pointerOf(tokens: readonly string[], longest: number = longestPath): Pointer {
  if (tokens.length > longest)
    throw new SurfaceError('LIMIT_DEPTH', `A path may have at most ${longest} names`, { hint: 'Use flatter data.' })
  // Not `includes`, which takes twice as long, and a text of another length is not compared.
  for (let depth = 0; depth < tokens.length; depth++) {
    const token = tokens[depth] as string
    if (token.length === 9 && token === '__proto__')
      throw new SurfaceError('POINTER_FORBIDDEN', 'The name "__proto__" may not stand in a path', {
        hint: 'Give the key another name.',
      })
  }
  return tokens as Pointer
}

/** Reads a pointer's text; a missing leading slash is forgiven. Throws `POINTER_SYNTAX`, `POINTER_FORBIDDEN` or `LIMIT_DEPTH`. */
export function parsePointer(text: string): Pointer {
  const tokens: string[] = []
  let start = text.startsWith('/') ? 1 : 0
  // Not `split`, which takes longer. A slash at the end is followed by nothing.
  while (start < text.length) {
    const slash = text.indexOf('/', start)
    const end = slash < 0 ? text.length : slash
    tokens.push(text.slice(start, end))
    start = end + 1
  }
  if (!text.includes('~')) return pointerOf(tokens)
  if (/~(?![01])/.test(text))
    throw new SurfaceError('POINTER_SYNTAX', `"${clip(text)}" is not a JSON Pointer`, {
      hint: 'In a JSON Pointer "~" is written "~0" and "/" inside a key "~1".',
    })
  return pointerOf(tokens.map(unescaped))
}

function unescaped(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** Runs `read`; an error that does not know its place gets this one. */
export function placed<T>(at: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw asSurfaceError(error).in({ at })
  }
}

/** A name as it stands in a pointer. */
export function escapeToken(token: string): string {
  return /[~/]/.test(token) ? token.replaceAll('~', '~0').replaceAll('/', '~1') : token
}

/** The names in a pointer that this package wrote; `parsePointer` reads pointers from outside. */
export function namesIn(pointer: string): readonly string[] {
  return pointer.split('/').slice(1).map(unescaped)
}

/** The pointer as RFC 6901 writes it. */
export function formatPointer(pointer: readonly string[]): string {
  return pointer.map((token) => `/${escapeToken(token)}`).join('')
}

export function join(base: Pointer, tokens: readonly string[]): Pointer {
  if (tokens.length === 0) return base
  return (base.length === 0 ? tokens : [...base, ...tokens]) as Pointer
}

export function samePointer(a: Pointer, b: Pointer): boolean {
  return a === b || (a.length === b.length && a.every((token, position) => token === b[position]))
}

/** The index that a token is, digits without a zero before them; else `NaN`. By hand: a pattern takes three times as long. */
export function indexOf(token: string): number {
  if (token === '' || (token.length > 1 && token.startsWith('0'))) return Number.NaN
  let index = 0
  for (let position = 0; position < token.length; position++) {
    const digit = token.charCodeAt(position) - zero
    if (digit < 0 || digit > 9) return Number.NaN
    index = index * 10 + digit
  }
  return index
}

const zero = 48

/** Whether a container that is missing becomes an array: where the next name can be its first index, in v0.8 in brackets. */
export function makesList(pointer: Pointer, depth: number, v08: boolean): boolean {
  return pointer[depth] === '0' && (!v08 || pointer.inBrackets?.includes(depth) === true)
}

/** The value one step below, or `undefined`. */
export function step(value: Maybe, token: string): Maybe {
  if (isList(value)) return value[indexOf(token)]
  return isObject(value) ? getOwn(value, token) : undefined
}

/** The value at a pointer, or at its first `length` names; `undefined` when there is none. `stepInto`: see `step`. */
export function read(
  value: Maybe,
  pointer: Pointer,
  length: number = pointer.length,
  stepInto: typeof step = step,
): Maybe {
  let found = value
  for (let position = 0; position < length && found !== undefined; position++) {
    found = stepInto(found, pointer[position] as string)
  }
  return found
}

/**
 * A document like `value` with `next` at `pointer` (`undefined` removes what is there).
 *
 * Containers on the way are copied once. Containers in `owned` were made by an earlier write and not handed out since,
 * so they are changed in place; each copy made here joins `owned`. The containers around one in `owned` must be in `owned`
 * too: a caller that puts one elsewhere begins with an empty `owned`. A write costs its depth, not the size of its
 * containers (4 ms for an object of 10,000 keys if it were copied each time).
 *
 * `v08`: see `makesList`. Objects keep the order in which their keys were written.
 */
export function write(value: Maybe, pointer: Pointer, next: Maybe, owned: WeakSet<object>, v08 = false): Maybe {
  const last = pointer.length - 1
  if (last < 0) return next
  const container = read(value, pointer, last)
  if (next === undefined && !holds(container, pointer[last] as string)) return value
  if (!owned.has(container as object)) return writeFrom(value, pointer, 0, next, { owned, v08 })
  put(container as Writable, keyIn(container as Writable, pointer, last), next, v08)
  return value
}

/** Whether there is something to remove: a value, or the key of an array element that was removed. */
function holds(container: Maybe, token: string): boolean {
  return isObject(container) ? Object.hasOwn(container, token) : step(container, token) !== undefined
}

type Writable = { [key: string]: Maybe } | Maybe[]

interface Way {
  readonly owned: WeakSet<object>
  readonly v08: boolean
}

function writeFrom(value: Maybe, pointer: Pointer, depth: number, next: Maybe, way: Way): Maybe {
  if (depth === pointer.length) return next
  const { owned, v08 } = way
  const container = owned.has(value as object) ? (value as Writable) : copyOf(value, pointer, depth, v08)
  owned.add(container)
  const key = keyIn(container, pointer, depth)
  const below = step(container as Maybe, pointer[depth] as string)
  put(container, key, writeFrom(below, pointer, depth + 1, next, way), v08)
  return container as Maybe
}

/** The key of the name at `depth`: an index of an array, which may be its length. */
function keyIn(container: Writable, pointer: Pointer, depth: number): string | number {
  return Array.isArray(container) ? arrayPosition(container.length, pointer, depth) : (pointer[depth] as string)
}

/** Puts a value at its key; `undefined` removes an object's key. */
function put(container: Writable, key: string | number, next: Maybe, v08: boolean): void {
  if (v08 && typeof key === 'string') noteKey(container, key, next === undefined)
  if (Array.isArray(container)) {
    container[key as number] = next
    if (next === undefined) noteGap(container)
  } else if (next === undefined) delete container[key]
  else container[key] = next
}

/** A copy of the container at `depth`, or a new one where there was nothing. */
function copyOf(value: Maybe, pointer: Pointer, depth: number, v08: boolean): Writable {
  if (value === undefined || value === null) return makesList(pointer, depth, v08) ? [] : {}
  if (isList(value)) return copyOrder(value, [...value])
  if (isObject(value)) return copyOrder(value, { ...value } as Writable)
  const at = formatPointer(pointer.slice(0, depth)) || '/'
  throw new SurfaceError(
    'DATA_NOT_CONTAINER',
    `${at} holds a ${typeof value}, which has no "${clip(pointer[depth] as string)}"`,
    {
      hint: `Write an object or an array to ${at} first, or write to another path.`,
    },
  )
}

function arrayPosition(length: number, pointer: Pointer, depth: number): number {
  const token = pointer[depth] as string
  const position = indexOf(token)
  if (position <= length) return position
  const at = formatPointer(pointer.slice(0, depth)) || '/'
  throw new SurfaceError(
    'POINTER_INDEX',
    `"${clip(token)}" is not an index of the array at ${at}, whose length is ${length}`,
    {
      hint: `Use a whole number from 0 to ${length}; ${length} appends.`,
    },
  )
}
