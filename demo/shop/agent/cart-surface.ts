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
import type { JsonObject, SurfaceMessage } from '../../../src/entries/core.ts'
import { wholeSurface } from '../../agent/surface-writer.ts'
import { wholeNumber } from './detail-surface.ts'
import { oneLine, plain, strong } from './plain.ts'
import { priceData, priceText } from './price.ts'
import { done } from './results-surface.ts'
import type { ShopSurface } from './shop-surface.ts'
import type { AgentWords } from './words/words.ts'

export function cartSurface(surface: ShopSurface, cart: Cart): readonly SurfaceMessage[] {
  const { words } = surface
  const children = [
    text({ id: 'title', text: words.yourCart, variant: 'h3' }),
    column({ children: each('/cart/notices', text({ text: { path: 'text' } })) }),
    column({ children: each('/cart/lines', line(surface)) }),
    divider(),
    column({ children: each('/cart/totals', total(surface)) }),
    kept(surface),
    row({ children: [update(words), checkout(words)], justify: 'end' }),
  ]
  return wholeSurface(surface, card({ child: column({ id: 'body', children }) }), { cart: cartData(cart, words) })
}

/** The cart as it is now, in one write: line totals and totals change together. */
export function cartUpdate(surface: ShopSurface, cart: Cart): SurfaceMessage {
  return surface.data('/cart', cartData(cart, surface.words))
}

/** What is left of the surface of a cart that is empty. Its data name no cart any more. */
export function emptyCart(surface: ShopSurface): readonly SurfaceMessage[] {
  const title = text({ id: 'title', text: surface.words.emptyCart, variant: 'h3' })
  return [
    surface.data('/cart', { id: '', lines: [], totals: [], notices: [], expires: '', kept: '' }),
    surface.components(column({ id: 'body', children: [title] })),
  ]
}

/** The cart as the shop has it, for reading only. */
export function cartDone(surface: ShopSurface): SurfaceMessage {
  const words = row({ children: [text({ text: { path: 'counted' }, weight: 1 }), priceText(surface, '')] })
  const lines = column({ children: each('/cart/lines', words) })
  const totals = column({ children: each('/cart/totals', total(surface)) })
  return surface.components(column({ id: 'body', children: ['title', done(surface), lines, divider(), totals] }))
}

/** In the time zone of the user; v0.8 has no functions, and shows UTC. */
function kept({ version, words }: ShopSurface): Built {
  const value = version === 'v0.8' ? { path: '/cart/kept' } : call.formatString({ value: words.keptUntil })
  return text({ text: value, variant: 'caption' })
}

const whole = { cart: { path: '/cart/id' }, lines: { path: '/cart/lines' } }

const quantity = (words: AgentWords): Built =>
  textField({
    ...{ label: words.quantity, value: { path: 'quantity' }, variant: 'number' },
    checks: [wholeNumber('quantity', 0, words)],
    accessibility: { label: call.formatString({ value: `${words.quantity}: \${name}` }) },
  })

const remove = (words: AgentWords): Built =>
  button({
    ...{ id: 'remove', child: text({ text: words.remove }), variant: 'borderless' },
    action: event('remove', { line: { path: 'id' }, ...whole }),
    accessibility: { label: call.formatString({ value: `${words.remove}: \${name}` }) },
  })

const notice = row({
  children: [icon({ name: 'warning' }), text({ text: { path: 'text' }, weight: 1 })],
  align: 'center',
})

const lineHead = (surface: ShopSurface): readonly Built[] => [
  text({ text: { path: 'title' }, weight: 1 }),
  priceText(surface, ''),
]

function line(surface: ShopSurface): Built {
  const head = row({ children: lineHead(surface), align: 'start' })
  const change = row({ children: [quantity(surface.words), remove(surface.words)], align: 'end' })
  return column({ children: [head, change, column({ children: each('notices', notice) })] })
}

function total(surface: ShopSurface): Built {
  return row({ children: [text({ text: { path: 'name' } }), priceText(surface, '')], justify: 'spaceBetween' })
}

const update = (words: AgentWords): Built =>
  button({ id: 'update', child: text({ text: words.update }), action: event('update', whole) })

const checkout = (words: AgentWords): Built =>
  button({
    ...{ id: 'checkout', child: text({ text: words.checkOut }), variant: 'primary' },
    action: event('checkout', whole),
  })

function cartData(cart: Cart, words: AgentWords): JsonObject {
  const { id, line_items: lines, totals, currency, messages = [], expires_at: expires } = cart
  const places = messages.map((message) => ({ message, line: lineOf(message) }))
  return {
    id,
    lines: lines.map((line, index) => lineData(line, currency, textsOf(places, index))),
    totals: totals.map((total) => ({
      name: totalName(total, words),
      ...priceData({ amount: total.amount, currency }),
    })),
    notices: textsOf(places, undefined),
    expires: expires ?? '',
    kept: expires === undefined ? '' : words.keptUntilText(expires.slice(0, 16).replace('T', ' ')),
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

function totalName({ type, display_text: text }: Total, words: AgentWords): string {
  return plain(text ?? words.totals[type] ?? type)
}
