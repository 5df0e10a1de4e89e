/** Figures in the user's locale, for stats and charts. */
import { toText } from '../../json/coerce.ts'
import type { Maybe } from '../../json/value.ts'
import type { StatProps } from '../props.ts'
import { numberOf } from '../table/rows.ts'

type Figure = Pick<StatProps, 'format' | 'currency'>

/** Writes numbers. A currency that there is not is no currency. */
export function figureFormat({ format, currency }: Figure, locale: string, compact = false): Intl.NumberFormat {
  const short = compact ? ({ notation: 'compact', maximumFractionDigits: 1 } as const) : {}
  try {
    if (format === 'currency' && currency)
      return new Intl.NumberFormat(locale, { style: 'currency', currency, ...short })
  } catch {
    // The number alone.
  }
  if (format === 'percent') return new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  return new Intl.NumberFormat(locale, { maximumFractionDigits: 2, ...short })
}

/** A value that is no number is written as it is. */
export function figureText(value: Maybe, figure: Figure, locale: string): string {
  const number = numberOf(value)
  return number === undefined ? toText(value) : figureFormat(figure, locale).format(number)
}
