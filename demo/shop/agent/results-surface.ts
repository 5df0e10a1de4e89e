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
import type { JsonObject, SurfaceMessage } from '../../../src/entries/core.ts'
import shopCatalog from '../catalog/shop_catalog.json' with { type: 'json' }
import { oneLine, plain } from './plain.ts'
import { priceData, priceText } from './price.ts'
import type { ShopSurface } from './shop-surface.ts'
import type { Count } from './words/count.ts'
import type { AgentWords } from './words/words.ts'

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
  surface: ShopSurface,
  title: string,
  filters: boolean,
  expected = 0,
  facets?: Facets,
): readonly SurfaceMessage[] {
  const item = itemCard(surface, ['details', 'add'])
  const { words } = surface
  const named = { accessibility: { label: words.results } }
  const matching = match({ child: item, text: { path: 'words' }, words: { path: '/filter' } })
  const items = filters
    ? shelf({
        ...{ ...named, children: each('/items', matching) },
        ...{ items: { path: '/items' }, expected: { path: '/shelf/expected' } },
      })
    : list({ ...named, children: each('/items', item) })
  const heading = text({ text: { path: '/title' }, variant: 'h3' })
  const root = column({
    children: [heading, ...(filters ? ['filters', nothing(words)] : []), items, footer(['count'])],
  })
  return [
    ...(filters ? surface.create(chatCatalogId) : surface.create()),
    surface.components(root, count, more(words), ...(filters ? filterRow(words, facets) : [])),
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

/** What the shop can be asked for beyond the cards that are here. */
export interface Facets {
  readonly colours: readonly string[]
  readonly sizes: readonly string[]
  /** On the button. */
  readonly label: string
}

/** @param facets Absent: all cards are here, and the page filters them by itself. */
function filterRow(words: AgentWords, facets: Facets | undefined): readonly Built[] {
  const fields: Built[] = [textField({ label: words.filterThese, value: { path: '/filter' }, weight: 1 })]
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
  const children = [row({ children: fields, align: 'end' }), ...(facets ? pickers(words, facets) : [])]
  if (!facets) return [column({ id: 'filters', children })]
  return [fold({ id: 'filters', child: column({ id: 'filter-fields', children }), label: words.filter })]
}

function pickers(words: AgentWords, { colours, sizes }: Facets): readonly Built[] {
  const picker = (label: string, path: string, labels: readonly string[]): readonly Built[] =>
    labels.length < 2
      ? []
      : [
          choicePicker({
            ...{ label, value: { path }, variant: 'multipleSelection', displayStyle: 'chips' },
            options: labels.map((value) => ({ label: value, value })),
          }),
        ]
  return [...picker(words.option('Colour'), '/colours', colours), ...picker(words.option('Size'), '/sizes', sizes)]
}

/** @param total Of the search without a filter. */
export function facetsOf(products: readonly Product[], total: Count, words: AgentWords): Facets {
  const labels = (name: string): readonly string[] => {
    const all = products.flatMap(({ options = [] }) => options.filter((option) => option.name === name))
    return [...new Set(all.flatMap(({ values }) => values.map(({ label }) => label)))].sort()
  }
  return { colours: labels('Colour'), sizes: labels('Size'), label: words.filterAll(total) }
}

const nothing = (words: AgentWords): Built =>
  noMatch({
    child: text({ text: words.noMatch, variant: 'caption' }),
    ...{ items: { path: '/items' }, words: { path: '/filter' } },
  })

const footer = (children: readonly ('count' | 'more')[]): Built =>
  row({ id: 'footer', children, justify: 'spaceBetween', align: 'center' })

const count = text({ id: 'count', text: { path: '/page/summary' }, variant: 'caption' })

const more = (words: AgentWords): Built =>
  button({
    ...{ id: 'more', child: text({ text: words.more }) },
    action: event('more', { cursor: { path: '/page/cursor' } }),
  })

/** The results as they are, for reading only. */
export function resultsDone(surface: ShopSurface): SurfaceMessage {
  const items = list({
    accessibility: { label: surface.words.results },
    children: each('/items', itemCard(surface, [])),
  })
  const heading = text({ text: { path: '/title' }, variant: 'h3' })
  return surface.components(column({ children: [heading, done(surface), items, footer(['count'])] }))
}

/** Above what belongs to a cart that is at the shop now. */
export function done({ words }: ShopSurface): Built {
  return text({ text: words.done, variant: 'caption' })
}

/** A card for every list of products. */
export function itemCard(surface: ShopSurface, buttons: readonly (keyof ItemButtons)[]): Built {
  const picture = image({
    ...{ url: { path: 'image' }, description: { path: 'alt' }, variant: 'smallFeature', fit: 'contain' },
  })
  const named = itemButtons(surface)
  const words = [
    text({ text: { path: 'title' }, variant: 'h4' }),
    text({ text: { path: 'about' }, variant: 'caption' }),
    row({
      children: [priceText(surface, ''), text({ text: { path: 'stock' }, variant: 'caption' })],
      align: 'center',
    }),
    ...(buttons.length > 0 ? [row({ children: buttons.map((name) => named[name]) })] : []),
  ]
  return card({ child: row({ children: [picture, column({ children: words, weight: 1 })], align: 'start' }) })
}

interface ItemButtons {
  readonly details: Built
  readonly add: Built
}

export function itemButtons({ words }: ShopSurface): ItemButtons {
  const condition = call.regex({ value: { path: 'offer' }, pattern: `^${words.add}$` })
  return {
    details: button({
      ...{ id: 'details', child: text({ text: words.details }) },
      action: event('details', { product: { path: 'id' } }),
      accessibility: { label: call.formatString({ value: `${words.details}: \${name}` }) },
    }),
    add: button({
      ...{ id: 'add', child: text({ text: { path: 'offer' } }) },
      action: event('addProduct', { product: { path: 'id' }, key: { path: 'key' } }),
      checks: [{ condition, message: words.soldOut }],
      accessibility: { label: call.formatString({ value: '${offer}: ${name}' }) },
    }),
  }
}

/** @param key Of the press on “Add”: two presses of one key are one. */
export function itemData(product: Product, key: string, words: AgentWords): JsonObject {
  const { id, title, description, price_range: range, media } = product
  const image = media?.find(({ type }) => type === 'image')
  return {
    ...{ id, key, name: oneLine(title), title: plain(title), about: plain(description.plain ?? '') },
    words: oneLine(`${title} ${description.plain ?? ''} ${labelsOf(product)}`),
    ...priceData(range.min),
    stock: stockOf(product, words),
    offer: product.variants.some(isAvailable) ? words.add : words.soldOut,
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

export function stockOf({ variants }: Pick<Product, 'variants'>, words: AgentWords): string {
  const there = variants.filter(isAvailable).length
  if (there === 0) return words.soldOut
  return there === variants.length ? words.inStock : words.someInStock(there, variants.length)
}

interface ResultsPage {
  readonly shown: number
  readonly total: Count
  readonly cursor: string | undefined
  /** Absent: the filter of the page is enough. */
  readonly facets?: Facets | undefined
  /** What the shop was asked for on top of the search, and how many things the search has without it. */
  readonly filtered?: { readonly words: string; readonly of: Count } | undefined
}

export function resultsPage(surface: ShopSurface, page: ResultsPage): readonly SurfaceMessage[] {
  const { shown, total, cursor, facets, filtered } = page
  const { words } = surface
  const hasMore = cursor !== undefined
  const rest = filtered ? words.filteredBy(filtered.words, filtered.of) : ''
  const none = total === 0 && filtered ? words.noneWith(filtered.words, filtered.of) : ''
  return [
    ...(facets ? [surface.components(...filterRow(words, facets))] : []),
    surface.components(footer(hasMore ? ['count', 'more'] : ['count'])),
    surface.data('/page', {
      has_next: hasMore,
      total,
      summary: none || words.summary(shown, total) + rest,
      cursor: cursor ?? '',
    }),
  ]
}
