/** By how many bytes a write makes a document larger. `test/surface/data-bytes.test.ts` compares it with the documents. */
import { dataBytes, utf8Bytes, valueBytes } from '../json/data-bytes.ts'
import { indexOf, makesList, type Pointer, step } from '../json/pointer.ts'
import { isList, type Maybe } from '../json/value.ts'

/**
 * For a write that the data model takes; see `write` in json/pointer.ts. `undefined` removes what is there. The cost is the
 * depth of the pointer, and a pass over the old and the new value. `v08` as in `write`.
 */
export function growth(document: Maybe, pointer: Pointer, value: Maybe, v08 = false): number {
  let place = document
  for (let depth = 0; depth < pointer.length; depth++) {
    const token = pointer[depth] as string
    if (typeof place !== 'object' || place === null)
      return value === undefined ? 0 : bytesOfChain(pointer, depth, value, v08) - dataBytes(place)
    const keyBytes = isList(place) ? 0 : utf8Bytes(token)
    const isThere = isList(place) ? indexOf(token) < place.length : Object.hasOwn(place, token)
    if (!isThere) return value === undefined ? 0 : keyBytes + bytesOfChain(pointer, depth + 1, value, v08)
    // An element that is removed leaves a gap.
    if (value === undefined && depth === pointer.length - 1)
      return (isList(place) ? valueBytes : 0) - keyBytes - dataBytes(step(place, token))
    place = step(place, token)
  }
  // A removed model is empty; null is a value.
  return (value === undefined ? valueBytes : dataBytes(value)) - dataBytes(place)
}

/** The bytes of a value with the containers that are made around it, for the names of the pointer from `depth` on. */
function bytesOfChain(pointer: Pointer, depth: number, value: Maybe, v08: boolean): number {
  let bytes = dataBytes(value)
  for (let at = depth; at < pointer.length; at++) {
    bytes += valueBytes + (makesList(pointer, at, v08) ? 0 : utf8Bytes(pointer[at] as string))
  }
  return bytes
}
