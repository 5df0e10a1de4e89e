/** `pluralize`: the text for a number, in the plural forms of the host's language. */
import type { FunctionDefinition } from '../../catalog/expression.ts'
import { toText } from '../../json/coerce.ts'
import { own } from '../../json/value.ts'
import { numberOf } from './number.ts'

/**
 * The texts for exactly 0, 1 and 2 come before the plural rules: English has no form "zero", but agents send "No
 * items".
 */
const exact: readonly string[] = ['zero', 'one', 'two']

/** An empty text counts as a text. `other` replaces an absent text. */
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
