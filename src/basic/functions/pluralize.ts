/** `pluralize`: the text that goes with a number, in a language that may have up to six of them. */
import type { FunctionDefinition } from '../../catalog/function.ts'
import { toText } from '../../json/coerce.ts'
import { own } from '../../json/value.ts'
import { numberOf } from './number.ts'

/** Texts for exactly 0, 1 and 2 come before the grammar: "No items" is meant for 0 in English too. */
const exact: readonly string[] = ['zero', 'one', 'two']

/** A text that is given counts, even if it is empty; for one that is not, `other` stands. */
export const pluralize: FunctionDefinition = {
  run(args, { locale, memo, report }) {
    const number = numberOf(args['value'])
    const choose = (category: string | undefined): string | undefined => {
      const text = category === undefined ? undefined : own(args, category)
      return text === undefined ? undefined : toText(text)
    }
    if (number === undefined) return toText(args['other'])
    try {
      return choose(exact[number]) ?? choose(memo(pluralRules, locale).select(number)) ?? toText(args['other'])
    } catch (cause) {
      report(cause)
      return toText(args['other'])
    }
  },
}

function pluralRules(locale: string): Intl.PluralRules {
  return new Intl.PluralRules(locale)
}
