/** `capitalize`: a text with a capital at its start. */
import type { FunctionDefinition } from '../../catalog/expression.ts'
import { toText } from '../../json/coerce.ts'

/** Follows the rules of the host's locale. Only the first character changes. */
export const capitalize: FunctionDefinition = {
  run({ value }, { locale }) {
    const text = toText(value)
    // The first character, not the first UTF-16 unit: some capital letters take two units.
    const [first = ''] = text
    return first.toLocaleUpperCase(locale) + text.slice(first.length)
  },
}
