/** Wanted lines × what is for sale → lines of a cart, and messages about what cannot be had. */
import { CommerceError } from '../error.ts'
import type { CartRequest, LineItem, Message, Total } from '../types.ts'
import { priceIn } from './currency.ts'
import { randomId } from './random-id.ts'
import type { FoundProduct, StoredProduct, StoredVariant } from './store.ts'

export interface Offer {
  readonly product: StoredProduct
  readonly variant: StoredVariant
}

export interface CartLines {
  readonly lines: readonly LineItem[]
  /** A line that is not in the cart has the path `$.line_items`. */
  readonly messages: readonly Message[]
}

type WantedLine = CartRequest['line_items'][number]

/** Identifier → offer. The id of a product stands for its variant where it has one only. */
export function offersOf(found: readonly FoundProduct[]): ReadonlyMap<string, Offer> {
  const offers = found.flatMap(({ product, matches }) =>
    matches.flatMap(({ identifier, variantId }) => {
      const only = product.variants.length === 1 ? product.variants[0] : undefined
      const variant = variantId === undefined ? only : product.variants.find(({ id }) => id === variantId)
      return variant ? [[identifier, { product, variant }] as const] : []
    }),
  )
  return new Map(offers)
}

/**
 * Lines at today's prices. What is out of stock, unknown or not sold in the currency is left out; but a line that was in
 * the cart before stays at its price when the business has none left, with no more than it had. More than the stock is
 * reduced to the stock.
 *
 * @param before The lines of the cart so far, in the same currency.
 */
export function cartLines(
  wanted: readonly WantedLine[],
  offers: ReadonlyMap<string, Offer>,
  currency: string,
  before: readonly LineItem[] = [],
): CartLines {
  const lines: LineItem[] = []
  const messages: Message[] = []
  const left = new Map<string, number>()
  for (const line of wanted) {
    const offer = offers.get(line.item.id)
    const old = line.id === undefined ? undefined : before.find(({ id }) => id === line.id)
    const price = offer && priceIn(offer.variant, currency)
    if (!offer || !price) {
      messages.push(offer ? unsold(offer, currency) : unknown(line.item.id))
      continue
    }
    const stock = left.get(offer.variant.id) ?? offer.variant.stock ?? Number.POSITIVE_INFINITY
    // Only where the stock is empty. Items that other lines of this cart took do not count: they must not exceed the stock.
    const kept = offer.variant.stock === 0 && old?.item.id === offer.variant.id ? old : undefined
    const at = stock > 0 || kept ? `$.line_items[${lines.length}]` : '$.line_items'
    if (stock < line.quantity) messages.push(outOfStock(offer, stock, at))
    if (kept) lines.push(reduced(kept, line.quantity))
    if (stock === 0) continue
    const quantity = Math.min(line.quantity, stock)
    left.set(offer.variant.id, stock - quantity)
    lines.push(lineOf(line, old?.id ?? randomId('line'), offer, price.amount, quantity))
  }
  return { lines, messages }
}

/** Throws `invalid_request` where a sum is more than an integer can hold. */
export function totalsOf(lines: readonly LineItem[]): readonly Total[] {
  return totals(lines.reduce((sum, { item, quantity }) => sum + item.price * quantity, 0))
}

function lineOf(wanted: WantedLine, id: string, offer: Offer, price: number, quantity: number): LineItem {
  const { product, variant } = offer
  const image = variant.image_url ?? product.media?.find(({ type }) => type === 'image')?.url
  const item = { id: variant.id, title: titleOf(offer), price, ...(image !== undefined && { image_url: image }) }
  // Unknown members are kept. Prices are ours, whatever the platform says.
  return { ...wanted, id, item, quantity, totals: totals(price * quantity) }
}

function reduced(line: LineItem, max: number): LineItem {
  if (line.quantity <= max) return line
  return { ...line, quantity: max, totals: totals(line.item.price * max) }
}

function totals(amount: number): readonly Total[] {
  if (!Number.isSafeInteger(amount)) throw new CommerceError('invalid_request', 'The quantity is too large')
  return [
    { type: 'subtotal', amount },
    { type: 'total', amount },
  ]
}

function titleOf({ product, variant }: Offer): string {
  return variant.title === '' || variant.title === product.title ? product.title : `${product.title}, ${variant.title}`
}

function outOfStock(offer: Offer, stock: number, path: string): Message {
  const title = titleOf(offer)
  const content = stock === 0 ? `“${title}” is out of stock.` : `Of “${title}” only ${stock} can be had.`
  return { type: 'error', code: 'out_of_stock', content, severity: 'recoverable', path }
}

function unsold(offer: Offer, currency: string): Message {
  const content = `“${titleOf(offer)}” is not sold in ${currency}.`
  return { type: 'error', code: 'item_unavailable', content, severity: 'recoverable', path: '$.line_items' }
}

function unknown(id: string): Message {
  const content = `There is no item “${id}”.`
  return { type: 'error', code: 'not_found', content, severity: 'recoverable', path: '$.line_items' }
}
