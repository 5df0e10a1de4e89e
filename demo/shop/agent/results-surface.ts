/** The results of a search: cards that come one by one, and a button for the next page. */
import type { Product } from '../../../src/commerce/index.ts'
import type { Fields } from '../../agent/surface-messages.ts'
import type { SurfaceWriter, WrittenComponent } from '../../agent/surface-writer.ts'
import { oneLine, plain } from './plain.ts'
import { priceData, priceText } from './price.ts'

/** The basic catalog with `Match` and `NoMatch`, which filter cards in the page (`demo/shop/catalog`). */
export const filterCatalogId = 'https://surface-runtime.example/catalogs/shop'

/** Without items. `filters`: the client knows `Match`, so a field filters the cards without a request. */
export function resultsFrame(surface: SurfaceWriter, title: string, filters: boolean): readonly Fields[] {
  const children = filters ? ['title', 'filter', 'no-match', 'items', 'footer'] : ['title', 'items', 'footer']
  return [
    ...(filters ? surface.create(filterCatalogId) : surface.create()),
    surface.components(
      { id: 'root', component: 'Column', children },
      { id: 'title', component: 'Text', text: { path: '/title' }, variant: 'h3' },
      ...(filters ? filterComponents : []),
      {
        ...{ id: 'items', component: 'List', accessibility: { label: 'Results' } },
        children: { componentId: filters ? 'match' : 'item', path: '/items' },
      },
      ...itemComponents(['details', 'add']),
      { id: 'footer', component: 'Row', children: ['count'], justify: 'spaceBetween', align: 'center' },
      { id: 'count', component: 'Text', text: { path: '/page/summary' }, variant: 'caption' },
      { id: 'more-text', component: 'Text', text: 'More' },
      {
        ...{ id: 'more', component: 'Button', child: 'more-text' },
        action: { event: { name: 'more', context: { cursor: { path: '/page/cursor' } } } },
      },
    ),
    surface.data('/', { title: plain(title), filter: '', items: [], page: { summary: '' } }),
  ]
}

const filterComponents: readonly WrittenComponent[] = [
  { id: 'filter', component: 'TextField', label: 'Filter these', value: { path: '/filter' } },
  {
    id: 'no-match',
    component: 'NoMatch',
    child: 'no-match-text',
    items: { path: '/items' },
    words: { path: '/filter' },
  },
  { id: 'no-match-text', component: 'Text', text: 'No match among these.', variant: 'caption' },
  { id: 'match', component: 'Match', child: 'item', text: { path: 'words' }, words: { path: '/filter' } },
]

/** What stands in a card, for every list of products. `buttons`: `details` and `add`. */
export function itemComponents(buttons: readonly string[]): readonly WrittenComponent[] {
  return [
    { id: 'item', component: 'Card', child: 'item-body' },
    { id: 'item-body', component: 'Row', children: ['picture', 'item-words'], align: 'start' },
    {
      ...{ id: 'picture', component: 'Image', url: { path: 'image' }, description: { path: 'alt' } },
      ...{ variant: 'smallFeature', fit: 'cover' },
    },
    { id: 'item-words', component: 'Column', children: ['name', 'about', 'offer', 'item-buttons'], weight: 1 },
    { id: 'name', component: 'Text', text: { path: 'title' }, variant: 'h4' },
    { id: 'about', component: 'Text', text: { path: 'about' }, variant: 'caption' },
    { id: 'offer', component: 'Row', children: ['price', 'stock'], align: 'center' },
    priceText('price', ''),
    { id: 'stock', component: 'Text', text: { path: 'stock' }, variant: 'caption' },
    { id: 'item-buttons', component: 'Row', children: buttons },
    { id: 'details-text', component: 'Text', text: 'Details' },
    {
      ...{ id: 'details', component: 'Button', child: 'details-text' },
      action: { event: { name: 'details', context: { product: { path: 'id' } } } },
      accessibility: { label: { call: 'formatString', args: { value: 'Details: ${name}' }, returnType: 'string' } },
    },
    { id: 'add-text', component: 'Text', text: 'Add' },
    {
      ...{ id: 'add', component: 'Button', child: 'add-text' },
      action: { event: { name: 'addProduct', context: { product: { path: 'id' }, key: { path: 'key' } } } },
      accessibility: { label: { call: 'formatString', args: { value: 'Add: ${name}' }, returnType: 'string' } },
    },
  ]
}

/** @param key Of the press on “Add”: two presses of one key are one. */
export function itemData(product: Product, key: string): Fields {
  const { id, title, description, price_range: range, media } = product
  const image = media?.find(({ type }) => type === 'image')
  return {
    ...{ id, key, name: oneLine(title), title: plain(title), about: plain(description.plain ?? '') },
    words: oneLine(`${title} ${description.plain ?? ''}`),
    ...priceData(range.min),
    stock: stockOf(product),
    image: image?.url ?? '',
    alt: oneLine(image?.alt_text ?? title),
  }
}

export function stockOf({ variants }: Pick<Product, 'variants'>): string {
  const there = variants.filter(({ availability }) => availability?.available !== false).length
  if (there === 0) return 'Sold out'
  return there === variants.length ? 'In stock' : `In stock, ${there} of ${variants.length} sizes`
}

export function resultsPage(
  surface: SurfaceWriter,
  page: { readonly shown: number; readonly total: number; readonly cursor: string | undefined },
): readonly Fields[] {
  const { shown, total, cursor } = page
  const more = cursor !== undefined
  const children = more ? ['count', 'more'] : ['count']
  return [
    surface.components({ id: 'footer', component: 'Row', children, justify: 'spaceBetween', align: 'center' }),
    surface.data('/page', { has_next: more, total, summary: `${shown} of ${total}`, cursor: cursor ?? '' }),
  ]
}
