/** The cart: lines with a field for the quantity, what the shop says of them, totals, and until when it is kept. */
import type { Cart, LineItem, Message, Total } from '../../../src/commerce/index.ts'
import type { Fields } from '../../agent/surface-messages.ts'
import { type SurfaceWriter, type WrittenComponent, wholeSurface } from '../../agent/surface-writer.ts'
import { wholeNumber } from './detail-surface.ts'
import { oneLine, plain, strong } from './plain.ts'
import { priceData, priceText } from './price.ts'

export function cartSurface(surface: SurfaceWriter, cart: Cart): readonly Fields[] {
  return wholeSurface(surface, [...frame, ...lineComponents, ...totalComponents, ...buttons], { cart: cartData(cart) })
}

/** The cart as it is now, in one write: line totals and totals change together. */
export function cartUpdate(surface: SurfaceWriter, cart: Cart): Fields {
  return surface.data('/cart', cartData(cart))
}

/** What is left of the surface of a cart that is empty. Its data name no cart any more. */
export function emptyCart(surface: SurfaceWriter): readonly Fields[] {
  return [
    surface.data('/cart', { id: '', lines: [], totals: [], notices: [], expires: '', kept: '' }),
    surface.components(
      { id: 'body', component: 'Column', children: ['title', 'empty'] },
      { id: 'empty', component: 'Text', text: 'It is empty.' },
    ),
  ]
}

/** In the time zone of the user; v0.8 has no functions, and shows UTC. */
const keptTemplate = "Kept until ${formatDate(value: /cart/expires, format: 'd MMMM, HH:mm')}"

const frame: readonly WrittenComponent[] = [
  { id: 'root', component: 'Card', child: 'body' },
  {
    ...{ id: 'body', component: 'Column' },
    children: ['title', 'notices', 'lines', 'rule', 'totals', 'kept', 'buttons'],
  },
  { id: 'title', component: 'Text', text: 'Your cart', variant: 'h3' },
  { id: 'notices', component: 'Column', children: { componentId: 'notice', path: '/cart/notices' } },
  { id: 'notice', component: 'Text', text: { path: 'text' } },
  { id: 'rule', component: 'Divider' },
  {
    ...{ id: 'kept', component: 'Text', variant: 'caption', v08: { text: { path: '/cart/kept' } } },
    text: { call: 'formatString', args: { value: keptTemplate }, returnType: 'string' },
  },
]

const lineComponents: readonly WrittenComponent[] = [
  { id: 'lines', component: 'Column', children: { componentId: 'line', path: '/cart/lines' } },
  { id: 'line', component: 'Column', children: ['line-head', 'line-row', 'line-notices'] },
  { id: 'line-head', component: 'Row', children: ['line-title', 'line-total'], align: 'start' },
  { id: 'line-title', component: 'Text', text: { path: 'title' }, weight: 1 },
  { id: 'line-row', component: 'Row', children: ['line-quantity', 'remove'], align: 'end' },
  {
    ...{ id: 'line-quantity', component: 'TextField', label: 'Quantity', value: { path: 'quantity' } },
    ...{ variant: 'number', checks: [wholeNumber('quantity', 0)] },
    accessibility: {
      label: { call: 'formatString', args: { value: 'Quantity: ${name}' }, returnType: 'string' },
    },
  },
  { id: 'remove-text', component: 'Text', text: 'Remove' },
  {
    ...{ id: 'remove', component: 'Button', child: 'remove-text', variant: 'borderless' },
    action: {
      event: {
        name: 'remove',
        context: { line: { path: 'id' }, cart: { path: '/cart/id' }, lines: { path: '/cart/lines' } },
      },
    },
    accessibility: { label: { call: 'formatString', args: { value: 'Remove: ${name}' }, returnType: 'string' } },
  },
  priceText('line-total', ''),
  { id: 'line-notices', component: 'Column', children: { componentId: 'line-notice', path: 'notices' } },
  { id: 'line-notice', component: 'Row', children: ['line-sign', 'line-words'], align: 'center' },
  { id: 'line-sign', component: 'Icon', name: 'warning' },
  { id: 'line-words', component: 'Text', text: { path: 'text' }, weight: 1 },
]

const totalComponents: readonly WrittenComponent[] = [
  { id: 'totals', component: 'Column', children: { componentId: 'total', path: '/cart/totals' } },
  { id: 'total', component: 'Row', children: ['total-name', 'total-amount'], justify: 'spaceBetween' },
  { id: 'total-name', component: 'Text', text: { path: 'name' } },
  priceText('total-amount', ''),
]

const buttons: readonly WrittenComponent[] = [
  { id: 'buttons', component: 'Row', children: ['update', 'checkout'], justify: 'end' },
  { id: 'update-text', component: 'Text', text: 'Update' },
  {
    ...{ id: 'update', component: 'Button', child: 'update-text' },
    action: { event: { name: 'update', context: { cart: { path: '/cart/id' }, lines: { path: '/cart/lines' } } } },
  },
  { id: 'checkout-text', component: 'Text', text: 'Check out' },
  {
    ...{ id: 'checkout', component: 'Button', child: 'checkout-text', variant: 'primary' },
    action: { event: { name: 'checkout', context: { cart: { path: '/cart/id' }, lines: { path: '/cart/lines' } } } },
  },
]

function cartData({ id, line_items: lines, totals, currency, messages = [], expires_at: expires }: Cart): Fields {
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
function lineData({ id, item, quantity, totals }: LineItem, currency: string, notices: readonly Fields[]): Fields {
  const total = totals?.find(({ type }) => type === 'total')?.amount ?? item.price * quantity
  return {
    ...{ id, variant: item.id, name: oneLine(item.title), title: strong(item.title), quantity: String(quantity) },
    ...priceData({ amount: total, currency }),
    notices,
  }
}

interface Place {
  readonly message: Message
  readonly line: number | undefined
}

function textsOf(places: readonly Place[], wanted: number | undefined): readonly Fields[] {
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
