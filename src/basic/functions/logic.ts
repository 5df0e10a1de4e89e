/** `and`, `or`, `not`: combine truth values. */
import type { FunctionDefinition } from '../../catalog/expression.ts'
import { isList, type Maybe } from '../../json/value.ts'

/** Every value is true but `undefined`, null, false, 0 and the empty text. The text "false" is true. */
function isTruthy(value: Maybe): boolean {
  return Boolean(value)
}

export const and: FunctionDefinition = {
  run: ({ values }) => isList(values) && values.every(isTruthy),
}

export const or: FunctionDefinition = {
  run: ({ values }) => isList(values) && values.some(isTruthy),
}

export const not: FunctionDefinition = {
  run: ({ value }) => !isTruthy(value),
}
