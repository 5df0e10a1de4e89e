/** `capitalize`: a text with a capital at its start. */
import type { FunctionDefinition } from '../../catalog/function.ts'
import { toText } from '../../json/coerce.ts'

/** By the rules of the host's locale; the rest of the text stays as it is. */
export const capitalize: FunctionDefinition = {
  run({ value }, { locale }) {
    const text = toText(value)
    // A character, not a UTF-16 unit: some scripts with capitals lie beyond the first plane.
    const [first = ''] = text
    return first.toLocaleUpperCase(locale) + text.slice(first.length)
  },
}
