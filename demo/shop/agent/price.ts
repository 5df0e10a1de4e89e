/** Amounts of the shop in surfaces: as a number for `formatCurrency`, and as a text for v0.8 and for words. */
import { type Built, call, text } from '../../../src/builders/index.ts'
import { formatAmount, type Price } from '../../../src/commerce/index.ts'
import type { SurfaceWriter } from '../../agent/surface-writer.ts'

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
export function priceText({ version }: SurfaceWriter, base: string): Built {
  if (version === 'v0.8') return text({ text: { path: `${base}priceText` } })
  const args = { value: { path: `${base}price` }, currency: { path: `${base}currency` } }
  return text({ text: call.formatCurrency(args) })
}

/** The same, bold: a price is no heading. */
export function strongPrice(surface: SurfaceWriter, base: string): Built {
  if (surface.version === 'v0.8') return priceText(surface, base)
  const value = `**\${formatCurrency(value: ${base}price, currency: ${base}currency)}**`
  return text({ text: call.formatString({ value }) })
}
