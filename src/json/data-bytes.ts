/** The size of a value in bytes, for limits. The measure is quick and close to what the value costs in memory. */
import { isList, type Maybe } from './value.ts'

/** Bytes of any value without its content: a number, an empty list, the gap where an element of a list was. */
export const valueBytes = 8

/**
 * Bytes of a value and of all that is in it: 8 for each value, and besides the UTF-8 bytes of each text and of each key.
 * Costs one pass.
 */
export function dataBytes(value: Maybe): number {
  if (typeof value === 'string') return valueBytes + utf8Bytes(value)
  if (typeof value !== 'object' || value === null) return valueBytes
  let bytes = valueBytes
  if (isList(value)) {
    for (let index = 0; index < value.length; index++) bytes += dataBytes(value[index])
    return bytes
  }
  for (const key in value) bytes += utf8Bytes(key) + dataBytes(value[key])
  return bytes
}

/** Bytes of a text in UTF-8, counted without a copy. */
export function utf8Bytes(text: string): number {
  let bytes = text.length
  for (let position = 0; position < text.length; position++) {
    const unit = text.charCodeAt(position)
    if (unit < 0x80) continue
    // Each half of a surrogate pair counts as two of the four bytes of the pair.
    bytes += unit < 0x800 || (unit >= 0xd800 && unit <= 0xdfff) ? 1 : 2
  }
  return bytes
}
