/** Products side by side: a card for each, with the facts in the same order. */
import type { Product } from '../../../src/commerce/index.ts'
import type { Fields } from '../../agent/surface-messages.ts'
import { type SurfaceWriter, wholeSurface } from '../../agent/surface-writer.ts'
import { plain } from './plain.ts'
import { itemComponents, itemData } from './results-surface.ts'

/** @param notice About what is not there; empty: everything is. */
export function compareSurface(
  surface: SurfaceWriter,
  products: readonly Product[],
  notice: string,
): readonly Fields[] {
  return wholeSurface(
    surface,
    [
      { id: 'root', component: 'Column', children: ['title', ...(notice === '' ? [] : ['notice']), 'items'] },
      { id: 'title', component: 'Text', text: 'Compared', variant: 'h3' },
      { id: 'notice', component: 'Row', children: ['notice-sign', 'notice-words'], align: 'center' },
      { id: 'notice-sign', component: 'Icon', name: 'info' },
      { id: 'notice-words', component: 'Text', text: plain(notice), weight: 1 },
      { id: 'items', component: 'Column', children: { componentId: 'item', path: '/items' } },
      ...itemComponents(['details']),
    ],
    {
      items: products.map((product) => ({ ...itemData(product, crypto.randomUUID()), stock: plain(factsOf(product)) })),
    },
  )
}

function factsOf({ rating, options = [] }: Product): string {
  const sizes = options.map(({ name, values }) => `${name} ${values.map(({ label }) => label).join(', ')}`)
  const stars = rating ? [`${rating.value} of ${rating.scale_max}`] : []
  return [...stars, ...sizes].join(' · ')
}
