/** `length`: whether a text or list is neither too short nor too long. */
import type { FunctionDefinition } from '../../catalog/expression.ts'
import { isList, type Maybe } from '../../json/value.ts'

/** Bounds are inclusive. The length of a text is in UTF-16 units. A value that is no text and no list has length 0. */
export const length: FunctionDefinition = {
  run({ value, min, max }) {
    const size = sizeOf(value)
    return size >= Number(min ?? 0) && size <= Number(max ?? Number.POSITIVE_INFINITY)
  },
}

function sizeOf(value: Maybe): number {
  return typeof value === 'string' || isList(value) ? value.length : 0
}
