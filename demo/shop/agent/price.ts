/** Amounts of the shop in surfaces: as a number for `formatCurrency`, and as a text for v0.8 and for words. */

import { formatAmount, type Price } from '../../../src/commerce/index.ts'
import type { WrittenComponent } from '../../agent/surface-writer.ts'

/** The members that `priceText` binds. */
export interface PriceData {
  /** In whole units of the currency, such as dollars. */
  readonly price: number
  readonly currency: string
  /** As people read it in the United States. */
  readonly priceText: string
}

export function priceData({ amount, currency }: Price): PriceData {
  return { price: Number(formatAmount(amount, currency)), currency, priceText: priceWords({ amount, currency }) }
}

export function priceWords({ amount, currency }: Price): string {
  return formatAmount(amount, currency, 'en-US')
}

/**
 * A text of `PriceData`, in the locale of the page; v0.8 has no functions and shows the text.
 *
 * @param base Path of the data with a slash at its end; empty in a template.
 */
export function priceText(id: string, base: string): WrittenComponent {
  const args = { value: { path: `${base}price` }, currency: { path: `${base}currency` } }
  return {
    ...{ id, component: 'Text', text: { call: 'formatCurrency', args, returnType: 'string' } },
    v08: { text: { path: `${base}priceText` } },
  }
}

/** The same, bold: a price is no heading. */
export function strongPrice(id: string, base: string): WrittenComponent {
  const value = `**\${formatCurrency(value: ${base}price, currency: ${base}currency)}**`
  return { ...priceText(id, base), text: { call: 'formatString', args: { value }, returnType: 'string' } }
}
