/** A search, and the next page of one: cards stream onto one surface. */
import type { Yielded } from '../../../src/agent/server/index.ts'
import type { Product, SearchRequest, SearchResult } from '../../../src/commerce/index.ts'
import type { SurfaceWriter } from '../../agent/surface-writer.ts'
import { remember } from './memory.ts'
import type { PlanContext } from './plan.ts'
import { priceWords } from './price.ts'
import { filterCatalogId, itemData, resultsFrame, resultsPage, stockOf } from './results-surface.ts'
import { openSurface, surfaceOf } from './surfaces.ts'

/** Products on one page. */
const pageSize = 10

/** Results that are worth a filter. */
const fewest = 4

/** Cards of v0.8 that are there before anything is shown. */
const cardsBeforeBegin = 3

/**
 * The products of the first page are the generator's result.
 *
 * @param request Without `pagination`.
 */
export async function* showResults(
  request: SearchRequest,
  context: PlanContext,
): AsyncGenerator<Yielded, readonly Product[]> {
  const { shop, memory } = context
  yield { status: 'working', text: 'Looking …' }
  const page = await shop.search({ ...request, pagination: { limit: pageSize } })
  const total = page.pagination.total_count ?? page.products.length
  remember(memory, page.products)
  const title = request.query ?? 'What there is'
  if (page.products.length === 0) {
    const sought = request.query === undefined ? 'at this price. Try' : `for “${title}”. Try fewer words, or`
    yield { text: `${shop.name} has nothing ${sought} a higher price.` }
    return []
  }
  yield { text: foundWords(request, total, shop.name) }
  const surface = openSurface(context, 'results')
  const { cursor } = page.pagination
  const { products } = page
  memory.results = {
    surfaceId: surface?.surfaceId ?? '',
    request,
    products,
    total,
    shown: 0,
    ...(cursor && { cursor }),
  }
  if (!surface) {
    yield { text: inWords(page) }
    return products
  }
  const filters = total >= fewest && surface.version === 'v0.9' && context.catalogIds.includes(filterCatalogId)
  yield { surface: resultsFrame(surface, title.slice(0, 1).toUpperCase() + title.slice(1), filters) }
  yield* cards(surface, context)
  return products
}

function foundWords({ query, filters = {} }: SearchRequest, total: number, shopName: string): string {
  const things = total === 1 ? 'One thing' : `${total} things`
  if (query !== undefined) return `${things} ${total === 1 ? 'fits' : 'fit'} “${query}”.`
  if (filters.price === undefined) return `${shopName} has ${things.toLowerCase()}.`
  return `${shopName} has ${things.toLowerCase()} at this price.`
}

/** The next page of the latest search, on its surface. */
export async function* showMore(context: PlanContext): AsyncGenerator<Yielded> {
  const { shop, memory } = context
  const { results } = memory
  if (!results?.cursor) {
    yield { text: results ? 'That was all of it.' : 'Tell me first what you are looking for.' }
    return
  }
  const { request, surfaceId, products: before } = results
  const surface = surfaceOf(context, surfaceId)
  // The surface went with the checkout.
  if (!surface && context.surfaceVersion !== undefined) {
    yield* showResults(request, context)
    return
  }
  if (surface && results.shown < before.length) {
    yield* cards(surface, context)
    return
  }
  const page = await shop.search({ ...request, pagination: { limit: pageSize, cursor: results.cursor } })
  remember(memory, page.products)
  const products = [...before, ...page.products]
  const next = page.pagination.cursor
  const { cursor: _, ...kept } = results
  memory.results = { ...kept, products, ...(next && { cursor: next }) }
  if (!surface) {
    yield { text: inWords(page) }
    return
  }
  yield* cards(surface, context)
}

/** What the surface lacks, one card at a time, so that the first is there long before the last; then where the list ends. */
async function* cards(surface: SurfaceWriter, { memory, pause }: PlanContext): AsyncGenerator<Yielded> {
  const { results } = memory
  if (!results) return
  const { products, total, cursor } = results
  const begins = Math.min(cardsBeforeBegin, products.length) - 1
  for (const [place, product] of products.entries()) {
    if (place < results.shown) continue
    await pause()
    const card = surface.data(`/items/${place}`, itemData(product, crypto.randomUUID()))
    yield { surface: [card, ...(place === begins ? surface.begin() : [])] }
    // Not before: a card that nobody took is not there.
    results.shown = place + 1
  }
  await pause()
  yield { surface: resultsPage(surface, { shown: products.length, total, cursor }) }
}

function inWords({ products }: SearchResult): string {
  const lines = products.map((product, index) => {
    return `${index + 1}. ${product.title}, ${priceWords(product.price_range.min)}. ${stockOf(product)}.`
  })
  return `\n${lines.join('\n')}`
}
