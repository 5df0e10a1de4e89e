/** `email`: whether a text looks like an e-mail address. */
import type { FunctionDefinition } from '../../catalog/function.ts'
import { toText } from '../../json/coerce.ts'

/**
 * One @, no blanks, and a domain that ends in a name of two letters or more; in any script, for addresses are. Only a
 * message that arrives proves more. The pattern takes linear time: each part ends where the next one's first character is.
 */
const address = /^[^\s@]+@[^\s@]+\.[^\s@.]{2,}$/

export const email: FunctionDefinition = {
  run: ({ value }) => address.test(toText(value)),
}
