/** One product in full, and several side by side: both are a lookup. */
import type { Yielded } from '../../../src/agent/server/index.ts'
import type { Product } from '../../../src/commerce/index.ts'
import { compareDone, compareSurface } from './compare-surface.ts'
import { detailDone, detailSurface } from './detail-surface.ts'
import { remember } from './memory.ts'
import type { PlanContext } from './plan.ts'
import { priceWords } from './price.ts'
import { isAvailable, stockOf } from './results-surface.ts'
import { searchRequest } from './search-words.ts'
import { knowsMatch, openSurface } from './surfaces.ts'

export interface DetailOptions {
  /** So many the user wants already, and has to choose which one. */
  readonly wanted?: number | undefined
  /** Id of the variant that is chosen at first. */
  readonly chosen?: string | undefined
  /** In place of what is said otherwise. */
  readonly said?: string | undefined
}

/** @param id Of a product, or what else the shop knows it by. */
export async function* showDetail(
  id: string,
  context: PlanContext,
  { wanted, chosen, said }: DetailOptions = {},
): AsyncGenerator<Yielded> {
  const { shop, memory } = context
  const { words } = memory
  const product = id === '' ? undefined : await lookedUp(id, context)
  if (!product) {
    yield { text: words.unknown(shop.name, [id]) }
    return
  }
  remember(memory, [product])
  memory.focus = { id: product.id, inCart: false }
  const isThere = product.variants.some(isAvailable)
  const surface = openSurface(context, 'detail')
  if (surface) {
    memory.endings.set(surface.surfaceId, detailDone(surface, product))
    const matches = knowsMatch(surface, context)
    yield { text: said ?? (wanted && isThere ? words.whichOf : words.hereIs)(product.title) }
    yield { surface: detailSurface(surface, product, shop.name, { key: crypto.randomUUID(), matches, wanted, chosen }) }
    return
  }
  const sizes = product.variants.map(({ title, price }) => `${title}, ${priceWords(price)}`)
  yield {
    text: `${said === undefined ? '' : `${said} `}${product.title}. ${product.description.plain ?? ''} ${stockOf(product, words)}: ${sizes.join('; ')}.`,
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
  // A lookup of a product gives one of its variants: what was seen of it before is more.
  remember(
    memory,
    products.map((product) => memory.products.get(product.id) ?? product),
  )
  const listed = products.map(({ id }) => id)
  memory.listed = { ids: listed, request: searchRequest(commonWords(products.map(({ title }) => title))) }
  memory.focus = undefined
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

/** What all titles have, in the order of the first: “running shoe”. */
function commonWords(titles: readonly string[]): string {
  const [first = '', ...others] = titles.map((title) => title.split(/\s+/))
  return [...first].filter((word) => others.every((title) => title.includes(word))).join(' ')
}
