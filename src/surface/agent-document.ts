/**
 * The document as the agent has written it, including writes that the data model refuses. Computes how a write changes
 * the document and by how many bytes; `test/surface/data-bytes.test.ts` compares the two.
 */
import { dataBytes, utf8Bytes, valueBytes } from '../json/data-bytes.ts'
import { indexOf, type Pointer, put, read, step, type Writable } from '../json/pointer.ts'
import { isList, type JsonObject, type JsonValue, type Maybe } from '../json/value.ts'

/** By how many bytes `replace` makes a document larger. */
export function growth(document: Maybe, pointer: Pointer, value: Maybe): number {
  return growthFrom(document, pointer, 0, pointer.length === 0 ? orEmpty(value) : value)
}

function growthFrom(place: Maybe, pointer: Pointer, depth: number, value: Maybe): number {
  const token = pointer[depth]
  if (token === undefined) return dataBytes(value) - dataBytes(place)
  if (!isContainer(place)) return value === undefined ? 0 : bytesOfChain(pointer, depth, value) - dataBytes(place)
  const keyBytes = isList(place) ? 0 : utf8Bytes(token)
  if (has(place, token)) {
    const child = step(place, token)
    if (value !== undefined || depth < pointer.length - 1) return growthFrom(child, pointer, depth + 1, value)
    // An element that is removed leaves a gap.
    return (isList(place) ? valueBytes : 0) - keyBytes - dataBytes(child)
  }
  if (value === undefined) return 0
  const keysBytes = isForeign(place, token) ? bytesOfIndexes(place.length) + utf8Bytes(token) : keyBytes
  return keysBytes + bytesOfChain(pointer, depth + 1, value)
}

/**
 * A document like `document` with `value` at `pointer`; `undefined` removes what is there. Unlike `write` in
 * json/pointer.ts it refuses nothing: a value that is not a container becomes one, and a list without such an index
 * becomes an object.
 */
export function replace(document: Maybe, pointer: Pointer, value: Maybe, owned: WeakSet<object>): Maybe {
  if (pointer.length === 0) return orEmpty(value)
  return value === undefined && !leads(document, pointer) ? document : replaceFrom(document, pointer, 0, value, owned)
}

function replaceFrom(place: Maybe, pointer: Pointer, depth: number, value: Maybe, owned: WeakSet<object>): Maybe {
  const token = pointer[depth]
  if (token === undefined) return value
  const container = writable(place, token, owned)
  const next = replaceFrom(step(container as Maybe, token), pointer, depth + 1, value, owned)
  put(container, Array.isArray(container) ? indexOf(token) : token, next)
  return container as Maybe
}

function writable(place: Maybe, token: string, owned: WeakSet<object>): Writable {
  const foreign = isForeign(place, token)
  if (owned.has(place as object) && !foreign) return place as Writable
  // An empty place becomes a list for index 0, since a new list takes no other index; else an object.
  const source: object = isContainer(place) ? place : indexOf(token) === 0 ? [] : {}
  const container: Writable = Array.isArray(source) && !foreign ? [...source] : { ...source }
  owned.add(container)
  return container
}

/** The bytes of a value with the containers that are made around it, for the names of the pointer from `depth` on. */
function bytesOfChain(pointer: Pointer, depth: number, value: Maybe): number {
  let bytes = dataBytes(value)
  for (let at = depth; at < pointer.length; at++) {
    const token = pointer[at] as string
    bytes += valueBytes + (indexOf(token) === 0 ? 0 : utf8Bytes(token))
  }
  return bytes
}

type Container = readonly JsonValue[] | JsonObject

function isContainer(value: Maybe): value is Container {
  return typeof value === 'object' && value !== null
}

/** A removed model is empty; null is a value. */
function orEmpty(value: Maybe): Maybe {
  return value === undefined ? {} : value
}

/** Whether there is an element or member of this name, be it a gap. */
function has(place: Container, token: string): boolean {
  return isList(place) ? indexOf(token) < place.length : Object.hasOwn(place, token)
}

/** Whether a list neither has nor can append an element of this name. */
function isForeign(place: Maybe, token: string): place is readonly JsonValue[] {
  return isList(place) && !(indexOf(token) <= place.length)
}

/** Whether a pointer leads to something, be it a gap. */
function leads(document: Maybe, pointer: Pointer): boolean {
  const last = pointer.length - 1
  const container = read(document, pointer, last)
  return isContainer(container) && has(container, pointer[last] as string)
}

/** The bytes of a list's indexes, once they are the keys of an object. */
function bytesOfIndexes(length: number): number {
  let bytes = 0
  for (let index = 0; index < length; index++) bytes += String(index).length
  return bytes
}
