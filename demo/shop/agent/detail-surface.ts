/** One product: its picture, what it is, which one, how many, and a button that adds it. */
import type { Product, Variant } from '../../../src/commerce/index.ts'
import type { Fields } from '../../agent/surface-messages.ts'
import { type SurfaceWriter, type WrittenComponent, wholeSurface } from '../../agent/surface-writer.ts'
import { linkTo, oneLine, plain } from './plain.ts'
import { priceData, priceWords, strongPrice } from './price.ts'

/** @param key Of the press on “Add”: two presses of one key are one. */
export function detailSurface(
  surface: SurfaceWriter,
  product: Product,
  shopName: string,
  key: string,
): readonly Fields[] {
  const { title, description, media, price_range: range, rating } = product
  const image = media?.find(({ type }) => type === 'image')
  const link = linkTo(product.url, `See it at ${shopName}`)
  const chosen = product.variants.find(isAvailable) ?? product.variants[0]
  const words = ['title', 'about', ...(rating ? ['rating'] : []), 'price']
  return wholeSurface(
    surface,
    [
      { id: 'root', component: 'Card', child: 'body' },
      {
        id: 'body',
        component: 'Column',
        children: [...(image ? ['picture'] : []), ...words, 'choice', 'order', ...(link === undefined ? [] : ['link'])],
      },
      {
        ...{ id: 'picture', component: 'Image', url: image?.url ?? '', description: oneLine(image?.alt_text ?? title) },
        ...{ variant: 'mediumFeature', fit: 'cover' },
      },
      { id: 'title', component: 'Text', text: plain(title), variant: 'h3' },
      { id: 'about', component: 'Text', text: plain(description.plain ?? '') },
      { id: 'rating', component: 'Text', text: ratingOf(product), variant: 'caption' },
      { id: 'link', component: 'Text', text: link ?? '', variant: 'caption' },
      strongPrice('price', '/offer/'),
      ...orderComponents(surface, product, chosen),
    ],
    {
      ...{ product: product.id, offer: { ...priceData(range.min) }, quantity: '1' },
      ...(surface.version === 'v0.9' && chosen && { choice: [chosen.id] }),
      press: { key, label: 'Add to cart' },
    },
  )
}

/** Which one, how many, and the button that adds it. @param chosen The one that is chosen at first. */
function orderComponents(
  { version }: SurfaceWriter,
  product: Product,
  chosen: Variant | undefined,
): readonly WrittenComponent[] {
  return [
    {
      ...{ id: 'choice', component: 'ChoicePicker', label: oneLine(product.options?.[0]?.name ?? 'Which one') },
      options: product.variants.map((variant) => ({ label: optionLabel(variant, product), value: variant.id })),
      ...{ value: { path: '/choice' }, displayStyle: 'chips' },
      ...(version === 'v0.8' && chosen && { value: { path: '/choice', literalArray: [chosen.id] } }),
    },
    { id: 'order', component: 'Row', children: ['quantity', 'add'], align: 'end' },
    {
      ...{ id: 'quantity', component: 'TextField', label: 'Quantity', value: { path: '/quantity' } },
      ...{ variant: 'number', checks: [wholeNumber('/quantity', 1)] },
    },
    { id: 'add-text', component: 'Text', text: { path: '/press/label' } },
    {
      ...{ id: 'add', component: 'Button', child: 'add-text', variant: 'primary' },
      checks: [wholeNumber('/quantity', 1)],
      action: {
        event: {
          name: 'add',
          context: {
            variant: { path: '/choice' },
            quantity: { path: '/quantity' },
            key: { path: '/press/key' },
            product: { path: '/product' },
          },
        },
      },
    },
  ]
}

/** The next press is another one. */
export function addedPress(surface: SurfaceWriter, key: string): Fields {
  return surface.data('/press', { key, label: 'Add more' })
}

/** A check that a text is a whole number, `least` or more, of three digits at most. */
export function wholeNumber(path: string, least: 0 | 1): Fields {
  const pattern = least === 0 ? '^\\s*\\d{1,3}\\s*$' : '^\\s*0{0,2}[1-9]\\d{0,2}\\s*$'
  return {
    condition: { call: 'regex', args: { value: { path }, pattern }, returnType: 'boolean' },
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
