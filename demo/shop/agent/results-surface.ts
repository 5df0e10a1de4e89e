/** The results of a search: cards that come one by one, and a button for the next page. */
import {
  type Built,
  buildersFor,
  button,
  call,
  card,
  column,
  type DataBinding,
  each,
  event,
  image,
  list,
  row,
  text,
  textField,
} from '../../../src/builders/index.ts'
import type { Product } from '../../../src/commerce/index.ts'
import type { JsonObject, SurfaceMessage } from '../../../src/core.ts'
import type { SurfaceWriter } from '../../agent/surface-writer.ts'
import shopCatalog from '../catalog/shop_catalog.json' with { type: 'json' }
import { oneLine, plain } from './plain.ts'
import { priceData, priceText } from './price.ts'

/** The basic catalog with components of the chat's own (`demo/shop/catalog`). */
export const chatCatalogId = 'https://surface-runtime.example/catalogs/shop'

/**
 * Without items.
 *
 * @param filters The client knows the chat's own catalog, so a field filters the cards without a request.
 * @param expected How many items follow: a client that knows that catalog keeps places for them.
 */
export function resultsFrame(
  surface: SurfaceWriter,
  title: string,
  filters: boolean,
  expected = 0,
): readonly SurfaceMessage[] {
  const item = itemCard(surface, ['details', 'add'])
  const named = { accessibility: { label: 'Results' } }
  const matching = match({ child: item, text: { path: 'words' }, words: { path: '/filter' } })
  const items = filters
    ? shelf({
        ...{ ...named, children: each('/items', matching) },
        ...{ items: { path: '/items' }, expected: { path: '/shelf/expected' } },
      })
    : list({ ...named, children: each('/items', item) })
  const heading = text({ text: { path: '/title' }, variant: 'h3' })
  const root = column({ children: [heading, ...(filters ? [filter, nothing] : []), items, footer(['count'])] })
  return [
    ...(filters ? surface.create(chatCatalogId) : surface.create()),
    surface.components(root, count, more),
    surface.data('/', { title: plain(title), filter: '', items: [], shelf: { expected }, page: { summary: '' } }),
  ]
}

const { match, noMatch, shelf } = buildersFor<{
  readonly Shelf: {
    readonly children: ReturnType<typeof each>
    readonly items: DataBinding
    readonly expected: DataBinding
  }
  readonly Match: { readonly child: Built; readonly text: DataBinding; readonly words: DataBinding }
  readonly NoMatch: { readonly child: Built; readonly items: DataBinding; readonly words: DataBinding }
}>(shopCatalog)

const filter = textField({ label: 'Filter these', value: { path: '/filter' } })

const nothing = noMatch({
  child: text({ text: 'No match among these.', variant: 'caption' }),
  ...{ items: { path: '/items' }, words: { path: '/filter' } },
})

const footer = (children: readonly ('count' | 'more')[]): Built =>
  row({ id: 'footer', children, justify: 'spaceBetween', align: 'center' })

const count = text({ id: 'count', text: { path: '/page/summary' }, variant: 'caption' })

const more = button({
  ...{ id: 'more', child: text({ text: 'More' }) },
  action: event('more', { cursor: { path: '/page/cursor' } }),
})

/** A card for every list of products. */
export function itemCard(surface: SurfaceWriter, buttons: readonly (keyof typeof itemButtons)[]): Built {
  const picture = image({
    ...{ url: { path: 'image' }, description: { path: 'alt' }, variant: 'smallFeature', fit: 'contain' },
  })
  const words = [
    text({ text: { path: 'title' }, variant: 'h4' }),
    text({ text: { path: 'about' }, variant: 'caption' }),
    row({
      children: [priceText(surface, ''), text({ text: { path: 'stock' }, variant: 'caption' })],
      align: 'center',
    }),
    row({ children: buttons.map((name) => itemButtons[name]) }),
  ]
  return card({ child: row({ children: [picture, column({ children: words, weight: 1 })], align: 'start' }) })
}

export const itemButtons = {
  details: button({
    ...{ id: 'details', child: text({ text: 'Details' }) },
    action: event('details', { product: { path: 'id' } }),
    accessibility: { label: call.formatString({ value: 'Details: ${name}' }) },
  }),
  add: button({
    ...{ id: 'add', child: text({ text: 'Add' }) },
    action: event('addProduct', { product: { path: 'id' }, key: { path: 'key' } }),
    accessibility: { label: call.formatString({ value: 'Add: ${name}' }) },
  }),
}

/** @param key Of the press on “Add”: two presses of one key are one. */
export function itemData(product: Product, key: string): JsonObject {
  const { id, title, description, price_range: range, media } = product
  const image = media?.find(({ type }) => type === 'image')
  return {
    ...{ id, key, name: oneLine(title), title: plain(title), about: plain(description.plain ?? '') },
    words: oneLine(`${title} ${description.plain ?? ''} ${labelsOf(product)}`),
    ...priceData(range.min),
    stock: stockOf(product),
    image: image?.url ?? '',
    alt: oneLine(image?.alt_text ?? title),
  }
}

/** Colours and sizes in stock: the filter in the page finds them, too. */
function labelsOf({ variants }: Product): string {
  const there = variants.filter(({ availability }) => availability?.available !== false)
  const labels = there.flatMap(({ selected_options: options = [] }) => options.map(({ label }) => label))
  return [...new Set(labels)].join(' ')
}

export function stockOf({ variants }: Pick<Product, 'variants'>): string {
  const there = variants.filter(({ availability }) => availability?.available !== false).length
  if (there === 0) return 'Sold out'
  return there === variants.length ? 'In stock' : `In stock, ${there} of ${variants.length} sizes`
}

export function resultsPage(
  surface: SurfaceWriter,
  page: { readonly shown: number; readonly total: number; readonly cursor: string | undefined },
): readonly SurfaceMessage[] {
  const { shown, total, cursor } = page
  const hasMore = cursor !== undefined
  return [
    surface.components(footer(hasMore ? ['count', 'more'] : ['count'])),
    surface.data('/page', { has_next: hasMore, total, summary: `${shown} of ${total}`, cursor: cursor ?? '' }),
  ]
}
