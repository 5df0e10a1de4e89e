/** `and`, `or`, `not`: truth values combined. */
import type { FunctionDefinition } from '../../catalog/function.ts'
import { isList, type Maybe } from '../../json/value.ts'

/** Whether a value counts as true: all but nothing, null, false, 0 and the empty text. "false" is a text, and counts. */
function holds(value: Maybe): boolean {
  return Boolean(value)
}

export const and: FunctionDefinition = {
  run: ({ values }) => isList(values) && values.every(holds),
}

export const or: FunctionDefinition = {
  run: ({ values }) => isList(values) && values.some(holds),
}

export const not: FunctionDefinition = {
  run: ({ value }) => !holds(value),
}
