/** The shop's own page for the checkout, where the demo ends. */
import type { StoredCart } from '../../src/commerce/business/index.ts'
import { formatAmount, type LineItem, type Total } from '../../src/commerce/index.ts'
import { escapeHtml, shopPage } from './shop-page.ts'

const names: Readonly<Record<string, string>> = {
  subtotal: 'Subtotal',
  discount: 'Discount',
  fulfillment: 'Delivery',
  tax: 'Tax',
  fee: 'Fee',
  total: 'Total',
}

/** The cart as it is kept, whole. Texts of the catalog are escaped. */
export function checkoutPage({ body, expiresAt }: StoredCart): string {
  const {
    line_items: lines,
    totals,
    currency,
  } = body as unknown as {
    readonly line_items: readonly LineItem[]
    readonly totals: readonly Total[]
    readonly currency: string
  }
  const money = (amount: number): string => escapeHtml(formatAmount(amount, currency, 'en-US'))
  const rows = lines.map(({ item, quantity }) => {
    const total = money(item.price * quantity)
    return `<li><span class="name">${escapeHtml(item.title)}</span><span>${quantity} × ${money(item.price)}</span><b>${total}</b></li>`
  })
  const sums = totals.map(
    ({ type, amount, display_text: text }) =>
      `<div${type === 'total' ? ' class="total"' : ''}><dt>${escapeHtml(text ?? names[type] ?? type)}</dt><dd>${money(amount)}</dd></div>`,
  )
  const until = new Date(expiresAt).toISOString().slice(0, 16).replace('T', ' ')
  return shopPage(
    'Checkout',
    `<ul>${rows.join('')}</ul><dl>${sums.join('')}</dl>
<p class="note">The cart is kept until ${until} UTC. This is a demo: nothing is sold, and nothing is asked of you.</p>`,
  )
}
