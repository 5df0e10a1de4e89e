/** A search, and the next page of one: cards stream onto one surface. */
import type { Yielded } from '../../../src/agent/server/index.ts'
import type { Product, SearchRequest, SearchResult } from '../../../src/commerce/index.ts'
import { inEnglish } from './german.ts'
import { type Memory, type Results, remember } from './memory.ts'
import type { PlanContext } from './plan.ts'
import { priceWords } from './price.ts'
import { facetsOf, itemData, resultsDone, resultsFrame, resultsPage, stockOf } from './results-surface.ts'
import { searchRequest, wantedWords } from './search-words.ts'
import type { ShopOperations } from './shop-operations.ts'
import type { ShopSurface } from './shop-surface.ts'
import { knowsMatch, openSurface, surfaceOf } from './surfaces.ts'
import type { Count } from './words/count.ts'
import type { AgentWords } from './words/words.ts'

/** Products on one page. */
const pageSize = 10

/** Results that are worth a filter. */
const fewest = 4

/** Cards of v0.8 that are there before anything is shown. */
const cardsBeforeBegin = 3

export interface ResultsOptions {
  /** Puts products in another order, or leaves some out. It gets all that the shop gives at once, and there is no next page. */
  readonly arrange?: (products: readonly Product[]) => readonly Product[]
  /** What is said of the order. */
  readonly order?: string
  /** What else has to be so for the products to fit. */
  readonly accepts?: (products: readonly Product[]) => boolean
  /** In place of what only comes near. Default: that is shown, and called nearest. */
  readonly otherwise?: (near: readonly Product[]) => AsyncGenerator<Yielded, readonly Product[]>
}

/** The greatest page that shops give. */
const wholeSize = 50

/**
 * The products of the first page are the generator's result where they fit.
 *
 * @param request Without `pagination`.
 */
export async function* showResults(
  request: SearchRequest,
  context: PlanContext,
  { arrange, order, accepts, otherwise }: ResultsOptions = {},
): AsyncGenerator<Yielded, readonly Product[]> {
  const { shop, memory } = context
  const { words } = memory
  yield { status: 'working', text: words.looking }
  const { page, asked, fits } = await nearest(request, shop, arrange)
  const total = totalOf(page, page.products.length)
  remember(memory, page.products)
  const wanted = wantedWords(request, words)
  if (otherwise && !(fits && (accepts?.(page.products) ?? true))) return yield* otherwise(page.products)
  if (page.products.length === 0) {
    yield { text: words.nothing(shop.name, wanted) }
    return []
  }
  const found = fits ? foundWords(request, total, shop.name, words) : words.nearest(wanted, total)
  yield { text: order === undefined ? found : `${found} ${order}:` }
  const title = fits ? wanted || words.everything : words.nearestTitle(wanted)
  const surface = openSurface(context, 'results')
  const { cursor } = page.pagination
  const { products } = page
  memory.results = {
    surfaceId: surface?.surfaceId ?? '',
    request: asked,
    products,
    total,
    shown: 0,
    filters: surface !== undefined && page.products.length >= fewest && knowsMatch(surface, context),
    whole: { request: asked, total },
    ...(cursor && { cursor }),
  }
  listResults(memory)
  if (!surface) {
    yield { text: inWords(page, memory.words) }
    return fits ? products : []
  }
  memory.endings.set(surface.surfaceId, resultsDone(surface))
  const { filters } = memory.results
  const heading = title.slice(0, 1).toUpperCase() + title.slice(1)
  yield { surface: resultsFrame(surface, heading, filters, products.length, pageOf(memory.results, words).facets) }
  yield* cards(surface, context)
  return fits ? products : []
}

/** `known`: things of the search that have come. */
function totalOf({ pagination: { total_count, has_next_page } }: SearchResult, known: number): Count {
  return total_count ?? (has_next_page ? `${known}+` : known)
}

/** The results are what the user points at from now on. */
function listResults(memory: Memory): void {
  const { products = [], request = {} } = memory.results ?? {}
  const [only, ...more] = products
  memory.listed = { ids: products.map(({ id }) => id), request }
  memory.focus = only && more.length === 0 ? { id: only.id, inCart: false } : undefined
}

interface Nearest {
  readonly page: SearchResult
  /** What was asked for in the end. */
  readonly asked: SearchRequest
  /** Otherwise the products only come near to what is wanted. */
  readonly fits: boolean
}

/** What fits, and else what the shop has nearest to it. */
async function nearest(
  request: SearchRequest,
  shop: ShopOperations,
  arrange?: ResultsOptions['arrange'],
): Promise<Nearest> {
  const find = async (asked: SearchRequest): Promise<Nearest> => {
    const found = await shop.search({ ...asked, pagination: { limit: arrange ? wholeSize : pageSize } })
    const page = arrange ? arranged(found, arrange(found.products)) : found
    const misses = page.messages.some(({ code }) => code === 'partial_match' || code === 'unknown_filter')
    return { page, asked, fits: !misses && page.products.length > 0 }
  }
  const found = await find(request)
  const { options = [], ...filters } = request.filters ?? {}
  if (found.page.products.length > 0 || options.length === 0) return found
  const colours = options.filter(({ name }) => name === 'Colour').map(({ label }) => label.toLowerCase())
  if (colours.length > 0) {
    // A colour may be a part of a name, as in “green tea”.
    const rest = options.filter(({ name }) => name !== 'Colour')
    const query = [...colours, request.query ?? ''].join(' ').trim()
    const more = rest.length > 0 && { options: rest }
    const named = await find({ ...request, query, filters: { ...filters, ...more } })
    if (named.fits) return named
  }
  return { ...(await find({ ...request, filters })), fits: false }
}

function arranged(page: SearchResult, products: readonly Product[]): SearchResult {
  return { ...page, products, pagination: { has_next_page: false, total_count: products.length } }
}

function foundWords(request: SearchRequest, total: Count, shopName: string, words: AgentWords): string {
  const wanted = wantedWords(request, words)
  const price = priceLimits(request, words)
  return wanted === '' ? words.has(shopName, total, price) : words.fits(total, wanted, price)
}

/** “ up to $150”, as whoever named a price hears that it was understood. Empty without one. */
function priceLimits({ filters, context }: SearchRequest, words: AgentWords): string {
  const { min, max } = filters?.price ?? {}
  const currency = context?.currency ?? 'USD'
  const written = (amount: number): string => priceWords({ amount, currency }).replace(/\.00$/, '')
  if (max === undefined) return min === undefined ? '' : words.from(written(min))
  return min === undefined ? words.upTo(written(max)) : words.between(written(min), written(max))
}

/** The next page of the latest search, on its surface. */
export async function* showMore(context: PlanContext): AsyncGenerator<Yielded> {
  const { shop, memory } = context
  const { results } = memory
  if (!results?.cursor) {
    yield { text: results ? memory.words.noMore : memory.words.sayFirst }
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
  const total = totalOf(page, products.length)
  const whole = results.filtered === undefined ? { ...results.whole, total } : results.whole
  memory.results = { ...kept, products, total, whole, ...(next && { cursor: next }) }
  listResults(memory)
  if (!surface) {
    yield { text: inWords(page, memory.words) }
    return
  }
  yield { surface: surface.data('/shelf', { expected: products.length }) }
  yield* cards(surface, context)
}

/** What the surface lacks, one card at a time, so that the first is there long before the last; then where the list ends. */
async function* cards(surface: ShopSurface, { memory, pause }: PlanContext): AsyncGenerator<Yielded> {
  const { results } = memory
  if (!results) return
  const { products } = results
  const begins = Math.min(cardsBeforeBegin, products.length) - 1
  for (const [place, product] of products.entries()) {
    if (place < results.shown) continue
    await pause()
    const card = surface.data(`/items/${place}`, itemData(product, crypto.randomUUID(), memory.words))
    yield { surface: [card, ...(place === begins ? surface.begin() : [])] }
    // Not before: a card that nobody took is not there.
    results.shown = place + 1
  }
  await pause()
  yield { surface: resultsPage(surface, pageOf(results, memory.words)) }
}

function pageOf(results: Results, words: AgentWords): Parameters<typeof resultsPage>[1] {
  const { products, total, cursor, filters, filtered, whole } = results
  const asks = filters && (cursor !== undefined || filtered !== undefined)
  return {
    ...{ shown: products.length, total, cursor },
    ...(asks && { facets: facetsOf(products, whole.total, words) }),
    ...(filtered !== undefined && { filtered: { words: filtered, of: whole.total } }),
  }
}

/** What is typed and chosen above the results, asked of the shop: the cards are a page of more, and the rest may fit as well. */
export async function* filterResults(
  {
    words,
    colours,
    sizes,
  }: { readonly words: string; readonly colours: readonly string[]; readonly sizes: readonly string[] },
  context: PlanContext,
): AsyncGenerator<Yielded> {
  const { shop, memory } = context
  const { results } = memory
  const surface = surfaceOf(context, results?.surfaceId)
  if (!results || !surface) return
  const { request, total: all } = results.whole
  const typed = searchRequest(inEnglish(words))
  const chosen = [
    ...colours.map((label) => ({ name: 'Colour', label })),
    ...sizes.map((label) => ({ name: 'Size', label })),
  ]
  const options = [...(typed.filters?.options ?? []), ...chosen]
  const price = typed.filters?.price ?? request.filters?.price
  const query = [request.query, typed.query].filter(Boolean).join(' ')
  const narrowed: SearchRequest = {
    ...request,
    ...(query !== '' && { query }),
    filters: {
      ...request.filters,
      ...(price && { price }),
      ...(options.length > 0 && {
        options: [...(request.filters?.options ?? []), ...options],
      }),
    },
  }
  const page = await shop.search({ ...narrowed, pagination: { limit: pageSize } })
  // What only comes near to the words is no match of a filter.
  const near = page.messages.some(({ code }) => code === 'partial_match')
  const products = near ? [] : page.products
  remember(memory, products)
  const said = [
    words.trim() && `“${words.trim()}”`,
    ...chosen.map(({ name, label }) => (name === 'Colour' ? memory.words.ofColour(label) : memory.words.ofSize(label))),
  ]
  const { filtered: _, cursor: __, ...rest } = results
  memory.results = {
    ...rest,
    ...{
      request: narrowed,
      products,
      shown: products.length,
      total: near ? 0 : totalOf(page, products.length),
    },
    ...(!near && page.pagination.cursor && { cursor: page.pagination.cursor }),
    ...(said.some(Boolean) && { filtered: said.filter(Boolean).join(', ') }),
  }
  listResults(memory)
  const items = products.map((product) => itemData(product, crypto.randomUUID(), memory.words))
  yield { text: said.some(Boolean) ? memory.words.match(memory.results.total, all) : memory.words.allAgain(all) }
  // The filter of the page would hide what the shop has found by a price or a colour.
  yield {
    surface: [
      surface.data('/items', items),
      surface.clear('/filter'),
      ...resultsPage(surface, facetedPage(memory.results, results, memory.words)),
    ],
  }
}

/** The facets stay those of the cards before: what was chosen must not go away. */
function facetedPage(now: Results, before: Results, words: AgentWords): Parameters<typeof resultsPage>[1] {
  const page = pageOf(now, words)
  return page.facets
    ? { ...page, facets: facetsOf([...before.products, ...now.products], now.whole.total, words) }
    : page
}

function inWords({ products }: SearchResult, words: AgentWords): string {
  const lines = products.map((product, index) => {
    return `${index + 1}. ${product.title}, ${priceWords(product.price_range.min)}. ${stockOf(product, words)}.`
  })
  return `\n${lines.join('\n')}`
}
