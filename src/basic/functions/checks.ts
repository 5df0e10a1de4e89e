/** Functions that give true or false: `required`, `length`, `numeric` and `email` of a value; `and`, `or` and `not`. */
import type { FunctionDefinition } from '../../catalog/expression.ts'
import { toText } from '../../json/coerce.ts'
import { isList, type Maybe } from '../../json/value.ts'
import { numberOf } from './numbers.ts'

/** Whether there is a value: `undefined`, null, the empty text and the empty list are none; 0, false and `{}` are. */
export const required: FunctionDefinition = {
  run: ({ value }) => value !== undefined && value !== null && value !== '' && !(isList(value) && value.length === 0),
}

/**
 * Whether a text or list is neither too short nor too long. Bounds are inclusive; by default there are none. The length of
 * a text is in UTF-16 units. A value that is no text and no list has length 0.
 */
export const length: FunctionDefinition = {
  run: ({ value, min, max }) => isWithin(typeof value === 'string' || isList(value) ? value.length : 0, min, max),
}

/** Whether a value is a number within bounds, which are inclusive and optional. An empty text is no number. */
export const numeric: FunctionDefinition = {
  run({ value, min, max }) {
    const number = numberOf(value)
    return number !== undefined && isWithin(number, min, max)
  },
}

/** Inclusive. A bound that is absent or null has no effect. */
function isWithin(number: number, min: Maybe, max: Maybe): boolean {
  return number >= Number(min ?? Number.NEGATIVE_INFINITY) && number <= Number(max ?? Number.POSITIVE_INFINITY)
}

/**
 * One @, no blanks, and a domain whose last label has two letters or more, in any script. Only a delivered message
 * proves more. The pattern takes linear time: the last label holds no dot.
 */
const address = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/

/** Whether a text looks like an e-mail address. */
export const email: FunctionDefinition = {
  run: ({ value }) => address.test(toText(value)),
}

/**
 * Whether all of `values` are true; so is an empty list. False without a list. As for `or` and `not`, every value is true but
 * `undefined`, null, false, 0 and the empty text. The text "false" is true.
 */
export const and: FunctionDefinition = {
  run: ({ values }) => isList(values) && values.every(Boolean),
}

/** Whether one of `values` is true. False without a list. */
export const or: FunctionDefinition = {
  run: ({ values }) => isList(values) && values.some(Boolean),
}

/** Whether `value` is not true. */
export const not: FunctionDefinition = {
  run: ({ value }) => !value,
}
