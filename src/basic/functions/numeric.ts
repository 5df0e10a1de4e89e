/** `numeric`: whether a value is a number, neither too small nor too large. */
import type { FunctionDefinition } from '../../catalog/expression.ts'
import { numberOf } from './number.ts'

/** Bounds are inclusive and optional. An empty text is no number. */
export const numeric: FunctionDefinition = {
  run({ value, min, max }) {
    const number = numberOf(value)
    if (number === undefined) return false
    return number >= Number(min ?? Number.NEGATIVE_INFINITY) && number <= Number(max ?? Number.POSITIVE_INFINITY)
  },
}
