/** Products side by side: a card for each, with the facts in the same order. */
import { column, each, icon, row, text } from '../../../src/builders/index.ts'
import type { Product } from '../../../src/commerce/index.ts'
import type { SurfaceMessage } from '../../../src/core.ts'
import { type SurfaceWriter, wholeSurface } from '../../agent/surface-writer.ts'
import { plain } from './plain.ts'
import { itemCard, itemData } from './results-surface.ts'

/** @param notice About what is not there; empty: everything is. */
export function compareSurface(
  surface: SurfaceWriter,
  products: readonly Product[],
  notice: string,
): readonly SurfaceMessage[] {
  const title = text({ text: 'Compared', variant: 'h3' })
  const about = row({
    children: [icon({ name: 'info' }), text({ text: plain(notice), weight: 1 })],
    align: 'center',
  })
  const items = column({ children: each('/items', itemCard(surface, ['details'])) })
  return wholeSurface(surface, column({ children: [title, ...(notice === '' ? [] : [about]), items] }), {
    items: products.map((product) => ({ ...itemData(product, crypto.randomUUID()), stock: plain(factsOf(product)) })),
  })
}

function factsOf({ rating, options = [] }: Product): string {
  const sizes = options.map(({ name, values }) => `${name} ${values.map(({ label }) => label).join(', ')}`)
  const stars = rating ? [`${rating.value} of ${rating.scale_max}`] : []
  return [...stars, ...sizes].join(' · ')
}
