/** The cart: lines with a field for the quantity, what the shop says of them, totals, and until when it is kept. */
import {
  type Built,
  button,
  call,
  card,
  column,
  divider,
  each,
  event,
  icon,
  row,
  text,
  textField,
} from '../../../src/builders/index.ts'
import type { Cart, LineItem, Message, Total } from '../../../src/commerce/index.ts'
import type { JsonObject, SurfaceMessage } from '../../../src/core.ts'
import { type SurfaceWriter, wholeSurface } from '../../agent/surface-writer.ts'
import { wholeNumber } from './detail-surface.ts'
import { oneLine, plain, strong } from './plain.ts'
import { priceData, priceText } from './price.ts'
import { doneWords } from './results-surface.ts'

export function cartSurface(surface: SurfaceWriter, cart: Cart): readonly SurfaceMessage[] {
  const children = [
    text({ id: 'title', text: 'Your cart', variant: 'h3' }),
    column({ children: each('/cart/notices', text({ text: { path: 'text' } })) }),
    column({ children: each('/cart/lines', line(surface)) }),
    divider(),
    column({ children: each('/cart/totals', total(surface)) }),
    kept(surface),
    row({ children: [update, checkout], justify: 'end' }),
  ]
  return wholeSurface(surface, card({ child: column({ id: 'body', children }) }), { cart: cartData(cart) })
}

/** The cart as it is now, in one write: line totals and totals change together. */
export function cartUpdate(surface: SurfaceWriter, cart: Cart): SurfaceMessage {
  return surface.data('/cart', cartData(cart))
}

/** Whoever tells of a cart that is empty says this, and nothing else. */
export const emptyWords = 'Your cart is empty.'

/** What is left of the surface of a cart that is empty. Its data name no cart any more. */
export function emptyCart(surface: SurfaceWriter): readonly SurfaceMessage[] {
  return [
    surface.data('/cart', { id: '', lines: [], totals: [], notices: [], expires: '', kept: '' }),
    surface.components(column({ id: 'body', children: [text({ id: 'title', text: emptyWords, variant: 'h3' })] })),
  ]
}

/** The cart as the shop has it, for reading only. */
export function cartDone(surface: SurfaceWriter): SurfaceMessage {
  const words = row({ children: [text({ text: { path: 'counted' }, weight: 1 }), priceText(surface, '')] })
  const lines = column({ children: each('/cart/lines', words) })
  const totals = column({ children: each('/cart/totals', total(surface)) })
  return surface.components(column({ id: 'body', children: ['title', doneWords(), lines, divider(), totals] }))
}

/** In the time zone of the user; v0.8 has no functions, and shows UTC. */
function kept({ version }: SurfaceWriter): Built {
  const value = "Kept until ${formatDate(value: /cart/expires, format: 'd MMMM, HH:mm')}"
  const words = version === 'v0.8' ? { path: '/cart/kept' } : call.formatString({ value })
  return text({ text: words, variant: 'caption' })
}

const whole = { cart: { path: '/cart/id' }, lines: { path: '/cart/lines' } }

const quantity = textField({
  ...{ label: 'Quantity', value: { path: 'quantity' }, variant: 'number' },
  checks: [wholeNumber('quantity', 0)],
  accessibility: { label: call.formatString({ value: 'Quantity: ${name}' }) },
})

const remove = button({
  ...{ id: 'remove', child: text({ text: 'Remove' }), variant: 'borderless' },
  action: event('remove', { line: { path: 'id' }, ...whole }),
  accessibility: { label: call.formatString({ value: 'Remove: ${name}' }) },
})

const notice = row({
  children: [icon({ name: 'warning' }), text({ text: { path: 'text' }, weight: 1 })],
  align: 'center',
})

const lineHead = (surface: SurfaceWriter): readonly Built[] => [
  text({ text: { path: 'title' }, weight: 1 }),
  priceText(surface, ''),
]

function line(surface: SurfaceWriter): Built {
  const head = row({ children: lineHead(surface), align: 'start' })
  const change = row({ children: [quantity, remove], align: 'end' })
  return column({ children: [head, change, column({ children: each('notices', notice) })] })
}

function total(surface: SurfaceWriter): Built {
  return row({ children: [text({ text: { path: 'name' } }), priceText(surface, '')], justify: 'spaceBetween' })
}

const update = button({ id: 'update', child: text({ text: 'Update' }), action: event('update', whole) })

const checkout = button({
  ...{ id: 'checkout', child: text({ text: 'Check out' }), variant: 'primary' },
  action: event('checkout', whole),
})

function cartData({ id, line_items: lines, totals, currency, messages = [], expires_at: expires }: Cart): JsonObject {
  const places = messages.map((message) => ({ message, line: lineOf(message) }))
  return {
    id,
    lines: lines.map((line, index) => lineData(line, currency, textsOf(places, index))),
    totals: totals.map((total) => ({ name: totalName(total), ...priceData({ amount: total.amount, currency }) })),
    notices: textsOf(places, undefined),
    expires: expires ?? '',
    kept: expires === undefined ? '' : `Kept until ${expires.slice(0, 16).replace('T', ' ')} UTC`,
  }
}

/** The title is bold and no heading: the letters of a heading stand 2 px above those of the price beside it. */
function lineData(
  { id, item, quantity, totals }: LineItem,
  currency: string,
  notices: readonly JsonObject[],
): JsonObject {
  const total = totals?.find(({ type }) => type === 'total')?.amount ?? item.price * quantity
  return {
    ...{ id, variant: item.id, name: oneLine(item.title), title: strong(item.title) },
    counted: `${quantity} × ${strong(item.title)}`,
    // What is typed over it is told from it by `was`, also when the cart is another one by then.
    ...{ quantity: String(quantity), was: String(quantity) },
    ...priceData({ amount: total, currency }),
    notices,
  }
}

interface Place {
  readonly message: Message
  readonly line: number | undefined
}

function textsOf(places: readonly Place[], wanted: number | undefined): readonly JsonObject[] {
  return places.filter(({ line }) => line === wanted).map(({ message }) => ({ text: plain(message.content) }))
}

/** `$.line_items[1]` and what is below it: 1. Other places are the whole cart's. */
function lineOf({ path }: Message): number | undefined {
  const index = /^\$(?:\.line_items|\['line_items'\])\[(\d+)\]/.exec(path ?? '')?.[1]
  return index === undefined ? undefined : Number(index)
}

const names: Readonly<Record<string, string>> = {
  subtotal: 'Subtotal',
  items_discount: 'Discount on items',
  discount: 'Discount',
  fulfillment: 'Delivery',
  tax: 'Tax',
  fee: 'Fee',
  total: 'Total',
}

function totalName({ type, display_text: text }: Total): string {
  return plain(text ?? names[type] ?? type)
}
