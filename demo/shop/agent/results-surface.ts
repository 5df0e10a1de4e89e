/** The results of a search: cards that come one by one, and a button for the next page. */
import {
  type Built,
  buildersFor,
  button,
  call,
  card,
  choicePicker,
  column,
  type DataBinding,
  type DynamicString,
  each,
  event,
  image,
  list,
  row,
  text,
  textField,
} from '../../../src/builders/index.ts'
import type { Product, Variant } from '../../../src/commerce/index.ts'
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
 * @param facets Absent: no more than these items fit. What comes later would move the cards.
 */
export function resultsFrame(
  surface: SurfaceWriter,
  title: string,
  filters: boolean,
  expected = 0,
  facets?: Facets,
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
  const root = column({ children: [heading, ...(filters ? ['filters', nothing] : []), items, footer(['count'])] })
  return [
    ...(filters ? surface.create(chatCatalogId) : surface.create()),
    surface.components(root, count, more, ...(filters ? filterRow(facets) : [])),
    surface.data('/', {
      ...{ title: plain(title), filter: '', colours: [], sizes: [], items: [] },
      ...{ shelf: { expected }, page: { summary: '' } },
    }),
  ]
}

const { fold, match, noMatch, shelf } = buildersFor<{
  readonly Shelf: {
    readonly children: ReturnType<typeof each>
    readonly items: DataBinding
    readonly expected: DataBinding
  }
  readonly Fold: { readonly child: Built; readonly label: DynamicString }
  readonly Match: { readonly child: Built; readonly text: DynamicString; readonly words: DynamicString }
  readonly NoMatch: { readonly child: Built; readonly items: DataBinding; readonly words: DataBinding }
}>(shopCatalog)

export { match }

const filter = textField({ label: 'Filter these', value: { path: '/filter' }, weight: 1 })

/** What the shop can be asked for beyond the cards that are here. */
export interface Facets {
  readonly colours: readonly string[]
  readonly sizes: readonly string[]
  /** On the button. */
  readonly label: string
}

/** @param facets Absent: all cards are here, and the page filters them by itself. */
function filterRow(facets: Facets | undefined): readonly Built[] {
  const fields: Built[] = [filter]
  if (facets)
    fields.push(
      button({
        ...{ id: 'ask', child: text({ text: facets.label }) },
        action: event('filter', {
          words: { path: '/filter' },
          colours: { path: '/colours' },
          sizes: { path: '/sizes' },
        }),
      }),
    )
  const children = [row({ children: fields, align: 'end' }), ...(facets ? pickers(facets) : [])]
  if (!facets) return [column({ id: 'filters', children })]
  return [fold({ id: 'filters', child: column({ id: 'filter-fields', children }), label: 'Filter' })]
}

function pickers({ colours, sizes }: Facets): readonly Built[] {
  const picker = (label: string, path: string, labels: readonly string[]): readonly Built[] =>
    labels.length < 2
      ? []
      : [
          choicePicker({
            ...{ label, value: { path }, variant: 'multipleSelection', displayStyle: 'chips' },
            options: labels.map((value) => ({ label: value, value })),
          }),
        ]
  return [...picker('Colour', '/colours', colours), ...picker('Size', '/sizes', sizes)]
}

/** @param total Of the search without a filter. */
export function facetsOf(products: readonly Product[], total: number): Facets {
  const labels = (name: string): readonly string[] => {
    const all = products.flatMap(({ options = [] }) => options.filter((option) => option.name === name))
    return [...new Set(all.flatMap(({ values }) => values.map(({ label }) => label)))].sort()
  }
  return { colours: labels('Colour'), sizes: labels('Size'), label: `Filter all ${total}` }
}

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

/** The results as they are, for reading only. */
export function resultsDone(surface: SurfaceWriter): SurfaceMessage {
  const items = list({ accessibility: { label: 'Results' }, children: each('/items', itemCard(surface, [])) })
  const heading = text({ text: { path: '/title' }, variant: 'h3' })
  return surface.components(column({ children: [heading, doneWords(), items, footer(['count'])] }))
}

/** Above what belongs to a cart that is at the shop now. */
export function doneWords(): Built {
  return text({ text: 'Done: your cart is at the shop.', variant: 'caption' })
}

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
    ...(buttons.length > 0 ? [row({ children: buttons.map((name) => itemButtons[name]) })] : []),
  ]
  return card({ child: row({ children: [picture, column({ children: words, weight: 1 })], align: 'start' }) })
}

/** On the button of what can be bought, and of what cannot. */
const addWords = 'Add'
export const soldOutWords = 'Sold out'

export const itemButtons = {
  details: button({
    ...{ id: 'details', child: text({ text: 'Details' }) },
    action: event('details', { product: { path: 'id' } }),
    accessibility: { label: call.formatString({ value: 'Details: ${name}' }) },
  }),
  add: button({
    ...{ id: 'add', child: text({ text: { path: 'offer' } }) },
    action: event('addProduct', { product: { path: 'id' }, key: { path: 'key' } }),
    checks: [{ condition: call.regex({ value: { path: 'offer' }, pattern: `^${addWords}$` }), message: soldOutWords }],
    accessibility: { label: call.formatString({ value: '${offer}: ${name}' }) },
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
    offer: product.variants.some(isAvailable) ? addWords : soldOutWords,
    image: image?.url ?? '',
    alt: oneLine(image?.alt_text ?? title),
  }
}

/** Colours and sizes in stock: the filter in the page finds them, too. */
function labelsOf({ variants }: Product): string {
  const there = variants.filter(isAvailable)
  const labels = there.flatMap(({ selected_options: options = [] }) => options.map(({ label }) => label))
  return [...new Set(labels)].join(' ')
}

export function isAvailable({ availability }: Pick<Variant, 'availability'>): boolean {
  return availability?.available !== false
}

export function stockOf({ variants }: Pick<Product, 'variants'>): string {
  const there = variants.filter(isAvailable).length
  if (there === 0) return soldOutWords
  return there === variants.length ? 'In stock' : `In stock, ${there} of ${variants.length} sizes`
}

interface ResultsPage {
  readonly shown: number
  readonly total: number
  readonly cursor: string | undefined
  /** Absent: the filter of the page is enough. */
  readonly facets?: Facets | undefined
  /** What the shop was asked for on top of the search, and how many things the search has without it. */
  readonly filtered?: { readonly words: string; readonly of: number } | undefined
}

export function resultsPage(surface: SurfaceWriter, page: ResultsPage): readonly SurfaceMessage[] {
  const { shown, total, cursor, facets, filtered } = page
  const hasMore = cursor !== undefined
  const rest = filtered ? ` with ${filtered.words}, of ${filtered.of} in all` : ''
  const none = total === 0 && filtered ? `None of ${filtered.of} with ${filtered.words}` : ''
  return [
    ...(facets ? [surface.components(...filterRow(facets))] : []),
    surface.components(footer(hasMore ? ['count', 'more'] : ['count'])),
    surface.data('/page', {
      has_next: hasMore,
      total,
      summary: none || `${shown} of ${total}${rest}`,
      cursor: cursor ?? '',
    }),
  ]
}
