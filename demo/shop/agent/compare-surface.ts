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
import type { JsonObject, SurfaceMessage } from '../../../src/core.ts'
import { type SurfaceWriter, wholeSurface } from '../../agent/surface-writer.ts'
import shopCatalog from '../catalog/shop_catalog.json' with { type: 'json' }
import { plain } from './plain.ts'
import { priceWords } from './price.ts'
import { chatCatalogId, doneWords, itemButtons, itemCard, itemData, stockOf } from './results-surface.ts'

/**
 * @param notice About what is not there; empty: everything is.
 * @param table The client knows the chat's own catalog.
 */
export function compareSurface(
  surface: SurfaceWriter,
  products: readonly Product[],
  notice: string,
  table: boolean,
): readonly SurfaceMessage[] {
  const about = row({
    children: [icon({ name: 'info' }), text({ text: plain(notice), weight: 1 })],
    align: 'center',
  })
  const above = [title(), ...(notice === '' ? [] : [about])]
  const items = products.map((product) => itemData(product, crypto.randomUUID()))
  if (table) {
    const marks = text({ text: 'Rows with a dot differ.', variant: 'caption' })
    const rows = rowsOf(products)
    const root = column({ children: [...above, sideBySide, ...(rows.some(differs) ? [marks] : [])] })
    return wholeSurface(surface, root, { items, rows }, chatCatalogId)
  }
  const cards = column({ children: each('/items', itemCard(surface, ['details'])) })
  const facts = products.map((product) => plain(factsOf(product)))
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

const head: Built = column({
  children: [
    image({ url: { path: 'image' }, description: { path: 'alt' }, variant: 'smallFeature', fit: 'contain' }),
    text({ text: { path: 'title' }, variant: 'h4' }),
    itemButtons.details,
  ],
})

const sideBySide = comparison({
  ...{ heads: each('/items', head), rows: { path: '/rows' }, differs: 'Differs' },
  accessibility: { label: 'Compared' },
})

interface FactRow extends JsonObject {
  readonly label: string
  readonly values: readonly string[]
}

/** Texts, not Markdown: a cell of the table shows them as they are. */
function rowsOf(products: readonly Product[]): readonly FactRow[] {
  const options = [...new Set(products.flatMap(({ options = [] }) => options.map(({ name }) => name)))]
  const row = (label: string, textOf: (product: Product) => string): FactRow => {
    return { label, values: products.map((product) => textOf(product) || '–') }
  }
  return [
    row('Price', ({ price_range: { min } }) => priceWords(min)),
    row('Rating', ({ rating }) => (rating ? `${rating.value} of ${rating.scale_max}` : '')),
    row('Stock', stockOf),
    ...options.map((name) =>
      row(name, (product) => {
        const values = product.options?.find((option) => option.name === name)?.values ?? []
        return values.map(({ label }) => label).join(', ')
      }),
    ),
    row('About', ({ description }) => description.plain ?? ''),
  ]
}

function differs({ values }: FactRow): boolean {
  return new Set(values).size > 1
}

const title = (): Built => text({ text: 'Compared', variant: 'h3' })

/** For reading only. */
export function compareDone(surface: SurfaceWriter): SurfaceMessage {
  const items = column({ children: each('/items', itemCard(surface, [])) })
  return surface.components(column({ children: [title(), doneWords(), items] }))
}

function factsOf({ rating, options = [] }: Product): string {
  const sizes = options.map(({ name, values }) => `${name} ${values.map(({ label }) => label).join(', ')}`)
  const stars = rating ? [`${rating.value} of ${rating.scale_max}`] : []
  return [...stars, ...sizes].join(' · ')
}
