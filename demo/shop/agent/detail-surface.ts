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
import type { SurfaceMessage } from '../../../src/entries/core.ts'
import { wholeSurface } from '../../agent/surface-writer.ts'
import { linkTo, oneLine, plain } from './plain.ts'
import { priceData, priceWords, strongPrice } from './price.ts'
import { chatCatalogId, done, isAvailable, match } from './results-surface.ts'
import type { ShopSurface } from './shop-surface.ts'
import type { AgentWords } from './words/words.ts'

interface DetailSurfaceOptions {
  /** Of the press on “Add”: two presses of one key are one. */
  readonly key: string
  /** The client knows `Match`: the button then changes with what is chosen. */
  readonly matches: boolean
  /** In the field of the quantity. Default: 1. */
  readonly wanted?: number | undefined
  /** Id of the variant that is chosen at first. Default: the first that can be had. */
  readonly chosen?: string | undefined
}

export function detailSurface(
  surface: ShopSurface,
  product: Product,
  shopName: string,
  { key, matches, wanted: quantity = 1, chosen: chosenId }: DetailSurfaceOptions,
): readonly SurfaceMessage[] {
  const { words } = surface
  const { title, description, media, price_range: range, rating } = product
  const found = media?.find(({ type }) => type === 'image')
  const address = linkTo(product.url, words.seeAt(shopName))
  const chosen =
    product.variants.find(({ id }) => id === chosenId) ?? product.variants.find(isAvailable) ?? product.variants[0]
  const picture = image({
    ...{ id: 'picture', url: found?.url ?? '', description: oneLine(found?.alt_text ?? title) },
    ...{ variant: 'mediumFeature', fit: 'contain' },
  })
  const children = [
    ...(found ? [picture] : []),
    text({ id: 'title', text: plain(title), variant: 'h3' }),
    text({ id: 'about', text: plain(description.plain ?? '') }),
    ...(rating ? [text({ id: 'rating', text: ratingOf(product, words), variant: 'caption' })] : []),
    strongPrice(surface, '/offer/'),
    ...order(surface, product, chosen, matches),
    ...(address === undefined ? [] : [text({ id: 'link', text: address, variant: 'caption' })]),
  ]
  const data = {
    ...{ product: product.id, offer: { ...priceData(range.min) }, quantity: String(quantity) },
    ...(surface.version === 'v0.9' && chosen && { choice: [chosen.id] }),
    press: { key, label: words.addToCart },
  }
  const root = card({ child: column({ id: 'body', children }) })
  return wholeSurface(surface, root, data, matches ? chatCatalogId : undefined)
}

/** What the product is, for reading only. */
export function detailDone(surface: ShopSurface, { media, rating }: Product): SurfaceMessage {
  const picture = media?.some(({ type }) => type === 'image') ? ['picture'] : []
  const children = [...picture, 'title', 'about', ...(rating ? ['rating'] : []), strongPrice(surface, '/offer/')]
  return surface.components(column({ id: 'body', children: [...children, done(surface)] }))
}

/** Which one, how many, and the button that adds it. @param chosen The one that is chosen at first. */
function order(
  { version, words }: ShopSurface,
  product: Product,
  chosen: Variant | undefined,
  matches: boolean,
): readonly Built[] {
  const path = '/choice'
  // In v0.8 a literal beside a path is what the path holds at first.
  const value = version === 'v0.8' && chosen ? { path, literalArray: [chosen.id] } : { path }
  const name = product.options?.[0]?.name
  const choice = choicePicker({
    ...{ value, label: oneLine(name === undefined ? words.whichOne : words.option(name)), displayStyle: 'chips' },
    options: product.variants.map((variant) => ({ label: optionLabel(variant, product, words), value: variant.id })),
  })
  const checks = [wholeNumber('/quantity', 1, words)]
  const quantity = textField({ label: words.quantity, value: { path: '/quantity' }, variant: 'number', checks })
  const context = {
    ...{ variant: { path }, quantity: { path: '/quantity' } },
    ...{ key: { path: '/press/key' }, product: { path: '/product' } },
  }
  const idsOf = (variants: readonly Variant[]): readonly string[] => variants.map(({ id }) => id)
  const there = idsOf(product.variants.filter(isAvailable))
  const pattern = `^(?:${there.map((id) => id.replace(/[^\w-]/g, '\\$&')).join('|')})$`
  const buyable = { condition: call.regex({ value: { path: `${path}/0` }, pattern }), message: words.soldOut }
  const action = event('add', context)
  const all = there.length === product.variants.length
  const add = button({
    ...{ id: 'add', child: text({ text: { path: '/press/label' } }), variant: 'primary', action },
    checks: [...(all ? [] : [buyable]), ...checks],
  })
  const soldOut = button({ id: 'soldOut', child: text({ text: words.soldOut }), action, checks: [buyable] })
  const buttons = (): readonly Built[] => {
    if (there.length === 0) return [version === 'v0.8' ? text({ text: words.soldOut }) : soldOut]
    if (all || !matches) return [add]
    // Each id with a sign after it: `var-1` must not be found in `var-12`.
    const chosenId = call.formatString({ value: `\${${path}/0};` })
    const shownFor = (variants: readonly string[], child: Built): Built =>
      match({ child, text: `${variants.join(';')};`, words: chosenId })
    const gone = idsOf(product.variants).filter((id) => !there.includes(id))
    return [shownFor(there, add), shownFor(gone, soldOut)]
  }
  return [choice, row({ children: [quantity, ...buttons()], align: 'end' })]
}

/** The next press is another one. */
export function addedPress(surface: ShopSurface, key: string): SurfaceMessage {
  return surface.data('/press', { key, label: surface.words.addMore })
}

/** A check that a text is a whole number, `least` or more. How much there is, the shop says. */
export function wholeNumber(path: string, least: 0 | 1, words: AgentWords): CheckRule {
  const first = least === 0 ? '\\d' : '[1-9]'
  const pattern = `^\\s*(?:0*${first}\\d{0,8}|${first}\\d{0,2}(?:[.,' ]\\d{3}){1,2})\\s*$`
  return { condition: call.regex({ value: { path }, pattern }), message: words.wholeNumber(least) }
}

/** `42`, with what is different about it. */
function optionLabel(variant: Variant, { price_range: { min, max } }: Product, words: AgentWords): string {
  const name = variant.selected_options?.[0]?.label ?? variant.title
  const price = min.amount === max.amount ? '' : `, ${priceWords(variant.price)}`
  return oneLine(`${name}${price}${isAvailable(variant) ? '' : words.isSoldOut}`)
}

function ratingOf({ rating }: Product, words: AgentWords): string {
  if (!rating) return ''
  const { value, scale_max: most, count } = rating
  return words.rating(value, most) + (count === undefined ? '' : words.ratings(count))
}
