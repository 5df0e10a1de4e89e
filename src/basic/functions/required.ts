/** `required`: whether there is a value. */
import type { FunctionDefinition } from '../../catalog/expression.ts'

/** `undefined`, null, the empty text and the empty list are no values; 0, false and `{}` are values. */
export const required: FunctionDefinition = {
  run({ value }) {
    if (value === undefined || value === null || value === '') return false
    return !(Array.isArray(value) && value.length === 0)
  },
}
