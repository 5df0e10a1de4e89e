/** Products side by side: a table with a row for each fact, or a card for each product where the client draws no table. */
import {
  type Built,
  buildersFor,
  column,
  type DataBinding,
  each,
  icon,
  image,
  row,
  text,
} from '../../../src/builders/index.ts'
import type { Product } from '../../../src/commerce/index.ts'
import type { JsonObject, SurfaceMessage } from '../../../src/entries/core.ts'
import { wholeSurface } from '../../agent/surface-writer.ts'
import shopCatalog from '../catalog/shop_catalog.json' with { type: 'json' }
import { plain } from './plain.ts'
import { priceWords } from './price.ts'
import { chatCatalogId, done, itemButtons, itemCard, itemData, stockOf } from './results-surface.ts'
import type { ShopSurface } from './shop-surface.ts'
import type { AgentWords } from './words/words.ts'

/**
 * @param notice About what is not there; empty: everything is.
 * @param table The client knows the chat's own catalog.
 */
export function compareSurface(
  surface: ShopSurface,
  products: readonly Product[],
  notice: string,
  table: boolean,
): readonly SurfaceMessage[] {
  const { words } = surface
  const about = row({
    children: [icon({ name: 'info' }), text({ text: plain(notice), weight: 1 })],
    align: 'center',
  })
  const above = [title(words), ...(notice === '' ? [] : [about])]
  const items = products.map((product) => itemData(product, crypto.randomUUID(), words))
  if (table) {
    const marks = text({ text: words.dotDiffers, variant: 'caption' })
    const rows = rowsOf(products, words)
    const root = column({ children: [...above, sideBySide(surface), ...(rows.some(differs) ? [marks] : [])] })
    return wholeSurface(surface, root, { items, rows }, chatCatalogId)
  }
  const cards = column({ children: each('/items', itemCard(surface, ['details'])) })
  const facts = products.map((product) => plain(factsOf(product, words)))
  const data = items.map((item, index) => ({ ...item, stock: facts[index] ?? '' }))
  return wholeSurface(surface, column({ children: [...above, cards] }), { items: data })
}

const { comparison } = buildersFor<{
  readonly Comparison: {
    readonly heads: ReturnType<typeof each>
    readonly rows: DataBinding
    readonly differs: string
  }
}>(shopCatalog)

function sideBySide(surface: ShopSurface): Built {
  const head = column({
    children: [
      image({ url: { path: 'image' }, description: { path: 'alt' }, variant: 'smallFeature', fit: 'contain' }),
      text({ text: { path: 'title' }, variant: 'h4' }),
      itemButtons(surface).details,
    ],
  })
  return comparison({
    ...{ heads: each('/items', head), rows: { path: '/rows' }, differs: surface.words.differs },
    accessibility: { label: surface.words.compared },
  })
}

interface FactRow extends JsonObject {
  readonly label: string
  readonly values: readonly string[]
}

/** Texts, not Markdown: a cell of the table shows them as they are. */
function rowsOf(products: readonly Product[], words: AgentWords): readonly FactRow[] {
  const options = [...new Set(products.flatMap(({ options = [] }) => options.map(({ name }) => name)))]
  const row = (label: string, textOf: (product: Product) => string): FactRow => {
    return { label, values: products.map((product) => textOf(product) || '–') }
  }
  return [
    row(words.price, ({ price_range: { min } }) => priceWords(min)),
    row(words.ratingRow, ({ rating }) => (rating ? words.rating(rating.value, rating.scale_max) : '')),
    row(words.stock, (product) => stockOf(product, words)),
    ...options.map((name) =>
      row(words.option(name), (product) => {
        const values = product.options?.find((option) => option.name === name)?.values ?? []
        return values.map(({ label }) => label).join(', ')
      }),
    ),
    row(words.about, ({ description }) => description.plain ?? ''),
  ]
}

function differs({ values }: FactRow): boolean {
  return new Set(values).size > 1
}

const title = (words: AgentWords): Built => text({ text: words.compared, variant: 'h3' })

/** For reading only. */
export function compareDone(surface: ShopSurface): SurfaceMessage {
  const items = column({ children: each('/items', itemCard(surface, [])) })
  return surface.components(column({ children: [title(surface.words), done(surface), items] }))
}

function factsOf({ rating, options = [] }: Product, words: AgentWords): string {
  const sizes = options.map(
    ({ name, values }) => `${words.option(name)} ${values.map(({ label }) => label).join(', ')}`,
  )
  const stars = rating ? [words.rating(rating.value, rating.scale_max)] : []
  return [...stars, ...sizes].join(' · ')
}
