/** One product: its picture, what it is, which one, how many, and a button that adds it. */
import {
  type Built,
  button,
  type CheckRule,
  call,
  card,
  choicePicker,
  column,
  event,
  image,
  row,
  text,
  textField,
} from '../../../src/builders/index.ts'
import type { Product, Variant } from '../../../src/commerce/index.ts'
import type { SurfaceMessage } from '../../../src/core.ts'
import { type SurfaceWriter, wholeSurface } from '../../agent/surface-writer.ts'
import { linkTo, oneLine, plain } from './plain.ts'
import { priceData, priceWords, strongPrice } from './price.ts'

/** @param key Of the press on “Add”: two presses of one key are one. */
export function detailSurface(
  surface: SurfaceWriter,
  product: Product,
  shopName: string,
  key: string,
): readonly SurfaceMessage[] {
  const { title, description, media, price_range: range, rating } = product
  const found = media?.find(({ type }) => type === 'image')
  const address = linkTo(product.url, `See it at ${shopName}`)
  const chosen = product.variants.find(isAvailable) ?? product.variants[0]
  const picture = image({
    ...{ id: 'picture', url: found?.url ?? '', description: oneLine(found?.alt_text ?? title) },
    ...{ variant: 'mediumFeature', fit: 'contain' },
  })
  const children = [
    ...(found ? [picture] : []),
    text({ id: 'title', text: plain(title), variant: 'h3' }),
    text({ text: plain(description.plain ?? '') }),
    ...(rating ? [text({ text: ratingOf(product), variant: 'caption' })] : []),
    strongPrice(surface, '/offer/'),
    ...order(surface, product, chosen),
    ...(address === undefined ? [] : [text({ id: 'link', text: address, variant: 'caption' })]),
  ]
  return wholeSurface(surface, card({ child: column({ id: 'body', children }) }), {
    ...{ product: product.id, offer: { ...priceData(range.min) }, quantity: '1' },
    ...(surface.version === 'v0.9' && chosen && { choice: [chosen.id] }),
    press: { key, label: 'Add to cart' },
  })
}

/** Which one, how many, and the button that adds it. @param chosen The one that is chosen at first. */
function order({ version }: SurfaceWriter, product: Product, chosen: Variant | undefined): readonly Built[] {
  const path = '/choice'
  // In v0.8 a literal beside a path is what the path holds at first.
  const value = version === 'v0.8' && chosen ? { path, literalArray: [chosen.id] } : { path }
  const choice = choicePicker({
    ...{ value, label: oneLine(product.options?.[0]?.name ?? 'Which one'), displayStyle: 'chips' },
    options: product.variants.map((variant) => ({ label: optionLabel(variant, product), value: variant.id })),
  })
  const checks = [wholeNumber('/quantity', 1)]
  const quantity = textField({ label: 'Quantity', value: { path: '/quantity' }, variant: 'number', checks })
  const context = {
    ...{ variant: { path }, quantity: { path: '/quantity' } },
    ...{ key: { path: '/press/key' }, product: { path: '/product' } },
  }
  const add = button({
    ...{ id: 'add', child: text({ text: { path: '/press/label' } }), variant: 'primary', checks },
    action: event('add', context),
  })
  return [choice, row({ children: [quantity, add], align: 'end' })]
}

/** The next press is another one. */
export function addedPress(surface: SurfaceWriter, key: string): SurfaceMessage {
  return surface.data('/press', { key, label: 'Add more' })
}

/** A check that a text is a whole number, `least` or more, of three digits at most. */
export function wholeNumber(path: string, least: 0 | 1): CheckRule {
  const pattern = least === 0 ? '^\\s*\\d{1,3}\\s*$' : '^\\s*0{0,2}[1-9]\\d{0,2}\\s*$'
  return {
    condition: call.regex({ value: { path }, pattern }),
    message: least === 0 ? 'A whole number up to 999.' : 'A whole number, 1 or more.',
  }
}

export function isAvailable({ availability }: Pick<Variant, 'availability'>): boolean {
  return availability?.available !== false
}

/** `42`, with what is different about it. */
function optionLabel(variant: Variant, { price_range: { min, max } }: Product): string {
  const name = variant.selected_options?.[0]?.label ?? variant.title
  const price = min.amount === max.amount ? '' : `, ${priceWords(variant.price)}`
  return oneLine(`${name}${price}${isAvailable(variant) ? '' : ', sold out'}`)
}

function ratingOf({ rating }: Product): string {
  if (!rating) return ''
  const { value, scale_max: most, count } = rating
  return `${value} of ${most}${count === undefined ? '' : `, ${count} ratings`}`
}
