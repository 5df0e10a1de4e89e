/** `required`: whether there is a value. */
import type { FunctionDefinition } from '../../catalog/function.ts'

/** Nothing, null, the empty text and the empty list are no value; 0, false and `{}` are. */
export const required: FunctionDefinition = {
  run({ value }) {
    if (value === undefined || value === null || value === '') return false
    return !(Array.isArray(value) && value.length === 0)
  },
}
