/** `email`: whether a text looks like an e-mail address. */
import type { FunctionDefinition } from '../../catalog/expression.ts'
import { toText } from '../../json/coerce.ts'

/**
 * One @, no blanks, and a domain whose last label has two letters or more, in any script. Only a delivered message
 * proves more. The pattern takes linear time: the last label holds no dot.
 */
const address = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/

export const email: FunctionDefinition = {
  run: ({ value }) => address.test(toText(value)),
}
