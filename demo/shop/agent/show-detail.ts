/** One product in full, and several side by side: both are a lookup. */
import type { Yielded } from '../../../src/agent/server/index.ts'
import type { Product } from '../../../src/commerce/index.ts'
import { compareDone, compareSurface } from './compare-surface.ts'
import { detailDone, detailSurface } from './detail-surface.ts'
import { remember } from './memory.ts'
import type { PlanContext } from './plan.ts'
import { priceWords } from './price.ts'
import { stockOf } from './results-surface.ts'
import { knowsMatch, openSurface } from './surfaces.ts'

/**
 * @param id Of a product, or what else the shop knows it by.
 * @param wanted So many the user wants already, and has to choose which one.
 */
export async function* showDetail(id: string, context: PlanContext, wanted?: number): AsyncGenerator<Yielded> {
  const { shop, memory } = context
  const { words } = memory
  const product = id === '' ? undefined : await lookedUp(id, context)
  if (!product) {
    yield { text: words.unknown(shop.name, [id]) }
    return
  }
  remember(memory, [product])
  const surface = openSurface(context, 'detail')
  if (surface) {
    memory.endings.set(surface.surfaceId, detailDone(surface, product))
    const matches = knowsMatch(surface, context)
    yield { text: (wanted ? words.whichOf : words.hereIs)(product.title) }
    yield { surface: detailSurface(surface, product, shop.name, crypto.randomUUID(), matches, wanted) }
    return
  }
  const sizes = product.variants.map(({ title, price }) => `${title}, ${priceWords(price)}`)
  yield {
    text: `${product.title}. ${product.description.plain ?? ''} ${stockOf(product, words)}: ${sizes.join('; ')}.`,
  }
}

/** A lookup of a product gives one of its variants; by their ids it gives all that were seen. */
async function lookedUp(id: string, { shop, memory }: PlanContext): Promise<Product | undefined> {
  const seen = memory.products.get(id)
  const { products } = await shop.lookup(seen ? seen.variants.map((variant) => variant.id) : [id])
  return products[0]
}

/** Products side by side. */
const mostCompared = 8

/** @param ids Of products. What the shop does not have is named. */
export async function* showComparison(ids: readonly string[], context: PlanContext): AsyncGenerator<Yielded> {
  const { shop, memory } = context
  const { words } = memory
  const { products, missing } = await shop.lookup(ids.slice(0, mostCompared))
  const notice = missing.length === 0 ? '' : words.unknown(shop.name, missing)
  if (products.length === 0) {
    yield { text: notice }
    return
  }
  const surface = openSurface(context, 'compare')
  if (surface) {
    memory.endings.set(surface.surfaceId, compareDone(surface))
    yield { text: products.length === 1 ? words.onlyOne : words.sideBySide }
    yield { surface: compareSurface(surface, products, notice, knowsMatch(surface, context)) }
    return
  }
  const lines = products.map((product) => `${product.title}, ${priceWords(product.price_range.min)}`)
  yield { text: [...lines, notice].filter(Boolean).join('\n') }
}
