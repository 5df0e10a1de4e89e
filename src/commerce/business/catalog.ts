/** Search and Lookup (document 000, "Catalog operations"), and a product as the protocol shows it: in one currency, and in the caller's spelling. */

import { clip, getOwn, isObject } from '../../json/value.ts'
import { base64url, canonicalJson, digestOf } from '../../shared/http/digest.ts'
import { CommerceError } from '../error.ts'
import type { Context, Filters, LookupRequest, Message, Price, Product, SearchRequest, Variant } from '../types.ts'
import type { WireNames } from '../wire-names.ts'
import { type Result, type Session, success } from './answer.ts'
import type { Settings } from './options.ts'
import { fits, folded, wordsOf } from './product-index.ts'
import {
  mostCounted,
  type SearchPage,
  type SearchPlace,
  type SearchQuery,
  type Store,
  type StoredProduct,
  type StoredVariant,
} from './store.ts'

const defaultLimit = 10

/**
 * Products with all words of the query. Where there are none, the products that come nearest: those with any word, as far
 * as their rank is near the best, and a message `partial_match`. A query without letters and digits finds
 * none. `context.intent` stands in for a query that is absent. Throws `invalid_request` for a request without query,
 * filters and intent, or with a cursor of another search.
 */
export async function search(request: SearchRequest, session: Session, settings: Settings): Promise<Result> {
  const { query, context, filters, pagination } = request
  const { context: _, pagination: __, filters: ___, ...asked } = request
  if (Object.keys(asked).length === 0 && isEmptyFilter(filters) && context?.intent === undefined)
    throw new CommerceError('invalid_request', 'A search needs a query or filters')
  const currency = preferredCurrency(context, settings)
  const text = query ?? context?.intent ?? ''
  const words = wordsOf(text)
  // Without words a store gives all products: right for a filter alone, wrong for "???".
  if (words.length === 0 && text.trim() !== '')
    return success(session, {
      ...{ products: [], pagination: { has_next_page: false, total_count: 0 } },
      ...filterMessages(filters),
    })
  const conditions = { words, ...conditionsOf(filters, currency) }
  const sealed = (place: Place): Promise<string> => sealOf({ ...conditions, ...place }, settings)
  const cursor = pagination?.cursor === undefined ? undefined : await readCursor(pagination.cursor, sealed)
  const limit = Math.min(pagination?.limit ?? defaultLimit, settings.limits.pageSize)
  const { page, ...way } = await firstMatching(conditions, cursor, limit, settings)
  const found = page.found.slice(0, limit)
  const last = found.at(-1)
  const hasNext = page.found.length > limit && last !== undefined
  return success(session, {
    products: found.map(({ product }) => productFor(product, { currency, wire: session.wire })),
    pagination: {
      has_next_page: hasNext,
      ...(hasNext && { cursor: await writeCursor({ rank: last.rank, position: last.position, ...way }, sealed) }),
      ...(page.total <= mostCounted && { total_count: page.total }),
    },
    ...filterMessages(filters, way.match === 'any' && page.total > 0 ? [partialMatch(text)] : []),
  })
}

/** A filter that says nothing is none: it would give all products. */
function isEmptyFilter(filters: Filters | undefined): boolean {
  return Object.values(filters ?? {}).every(
    (filter) => typeof filter === 'object' && Object.keys(filter ?? {}).length === 0,
  )
}

function partialMatch(text: string): Message {
  return { type: 'info', code: 'partial_match', content: `Nothing has all the words of “${clip(text)}”.` }
}

/** Of the best rank: what has less of the words is no near match. A word in the title alone passes beside one that is in the category, too. */
const nearRank = 0.71

/** One product more than the page holds: it shows whether there is a next page. */
async function firstMatching(
  conditions: Omit<SearchQuery, 'match' | 'limit'>,
  cursor: Place | undefined,
  limit: number,
  { store }: Settings,
): Promise<{ readonly page: SearchPage } & Way> {
  const find = ({ match, leastRank }: Way): Promise<SearchPage> =>
    store.search({ ...conditions, match, leastRank, limit: limit + 1, ...(cursor && { after: cursor }) })
  let way: Way = cursor ?? { match: 'all', leastRank: 0 }
  let page = await find(way)
  if (!cursor && page.total === 0 && conditions.words.length > 1) {
    const { found } = await store.search({ ...conditions, match: 'any', limit: 1 })
    way = { match: 'any', leastRank: (found[0]?.rank ?? 0) * nearRank }
    page = await find(way)
  }
  return { page, match: way.match, leastRank: way.leastRank }
}

export function conditionsOf(
  filters: Filters | undefined,
  currency: string,
): Pick<SearchQuery, 'categories' | 'price' | 'options'> {
  const { categories, price, options: selected = [] } = filters ?? {}
  const labels = new Map<string, string[]>()
  for (const { name, label } of selected) {
    const key = folded(name)
    const own = labels.get(key) ?? []
    own.push(folded(label))
    labels.set(key, own)
  }
  const options = [...labels].map(([name, labels]) => ({ name, labels }))
  return {
    ...(categories && categories.length > 0 && { categories }),
    ...(price && { price: { currency, ...price } }),
    ...(options.length > 0 && { options }),
  }
}

/**
 * Each product once, in the order of the identifiers. What resolves to nothing is a message. Throws `request_too_large`
 * for more identifiers than `limits.ids`.
 */
export async function lookup(request: LookupRequest, session: Session, settings: Settings): Promise<Result> {
  const { ids, context, filters } = request
  if (ids.length > settings.limits.ids)
    throw new CommerceError('request_too_large', `The identifiers of a lookup are limited to ${settings.limits.ids}`)
  const currency = preferredCurrency(context, settings)
  const conditions = conditionsOf(filters, currency)
  const found = (await settings.store.find(ids)).filter(({ product }) => fits(product, conditions))
  const resolved = new Set(found.flatMap(({ matches }) => matches.map(({ identifier }) => identifier)))
  const messages = [...new Set(ids)]
    .filter((id) => !resolved.has(id))
    .map((id): Message => ({ type: 'info', code: 'not_found', content: id }))
  return success(session, {
    products: found.map(({ product, matches }) => lookedUpProduct(product, matches, { currency, wire: session.wire })),
    ...filterMessages(filters, messages),
  })
}

/** Filters that are not used are told: the answer has more than the request asked for. */
export function filterMessages(
  filters: Filters | undefined,
  before: readonly Message[] = [],
): { readonly messages?: readonly Message[] } {
  const names = Object.keys(filters ?? {}).filter((name) => !['categories', 'price', 'options'].includes(name))
  const told = names.map(
    (name): Message => ({
      ...{ type: 'info', code: 'unknown_filter' },
      content: `The filter “${clip(name)}” is not known here and was not used.`,
    }),
  )
  const messages = [...before, ...told]
  return messages.length > 0 ? { messages } : {}
}

/** How the products of a search were found. */
type Way = Required<Pick<SearchQuery, 'match' | 'leastRank'>>

/** Where a page begins. */
type Place = SearchPlace & Way

/** A text that shows that a cursor belongs to its search, and that this business has made it. */
async function sealOf(content: object, { cursors, store }: Settings): Promise<string> {
  cursors.secret ??= secretIn(store).catch((error: unknown) => {
    // The next search tries again.
    delete cursors.secret
    throw error
  })
  return (await digestOf((await cursors.secret) + canonicalJson(content))).slice(0, 22)
}

type Seal = (place: Place) => Promise<string>

/** The secret of all processes with one store. The first one that needs it makes it, and it is kept beside the answers. */
async function secretIn(store: Store): Promise<string> {
  // Names of clients are JSON, so none has this one.
  const name = { client: 'cursors', key: 'secret' }
  const kept = async (): Promise<string | undefined> => (await store.answer(name, 0))?.body
  const found = await kept()
  if (found !== undefined) return found
  const body = base64url(crypto.getRandomValues(new Uint8Array(32)))
  const answer = { ...name, digest: '', status: 200, body, keepUntil: Number.MAX_SAFE_INTEGER }
  const outcome = await store.commit({ answer, now: 0 })
  return (outcome === 'done' ? body : await kept()) ?? body
}

async function writeCursor(place: Place, sealed: Seal): Promise<string> {
  return base64url(new TextEncoder().encode(JSON.stringify({ ...place, seal: await sealed(place) })))
}

/** Throws `invalid_request` for a text that is no cursor, that was changed, or that belongs to another search. */
async function readCursor(text: string, sealed: Seal): Promise<Place> {
  const cursor = parsedCursor(text)
  const { rank, position, match, leastRank, seal } = isObject(cursor) ? cursor : {}
  if (
    typeof rank === 'number' &&
    typeof leastRank === 'number' &&
    Number.isSafeInteger(position) &&
    (match === 'all' || match === 'any')
  ) {
    const place = { rank, position: Number(position), match, leastRank } as const
    if ((await sealed(place)) === seal) return place
  }
  throw new CommerceError('invalid_request', 'The cursor does not belong to this search')
}

function parsedCursor(text: string): unknown {
  try {
    return JSON.parse(atob(text.replaceAll('-', '+').replaceAll('_', '/')))
  } catch {
    return undefined
  }
}

/** What the buyer names, else that of the buyer's country, else the business's own. */
export function preferredCurrency(
  context: Context | undefined,
  { currency, currencyByCountry }: Pick<Settings, 'currency' | 'currencyByCountry'>,
): string {
  const named = context?.currency?.toUpperCase()
  if (named !== undefined && /^[A-Z]{3}$/.test(named)) return named
  return getOwn(currencyByCountry, context?.address_country?.toUpperCase() ?? '') ?? currency
}

export function priceIn(variant: StoredVariant, currency: string): Price | undefined {
  return variant.prices.find((price) => price.currency === currency)
}

/** The price in a currency or, where there is none, the variant's first price. */
function shownPrice(variant: StoredVariant, currency: string): Price {
  const price = priceIn(variant, currency) ?? variant.prices[0]
  if (!price) throw new TypeError(`The variant ${variant.id} has no price`)
  return price
}

/** How a caller sees products. */
export interface View {
  readonly currency: string
  readonly wire: WireNames
}

type Inputs = NonNullable<Variant['inputs']>

/** The product with these of its variants. Default: all. */
export function productFor(
  product: StoredProduct,
  view: View,
  variants: StoredProduct['variants'] = product.variants,
): Product {
  const shown = { ...product, ...(view.wire.name === 'ucp' && publicMembers(product)) }
  return { ...shown, ...priced(product, view), variants: variants.map((each) => variantFor(each, product, view)) }
}

/**
 * The variants that were asked for, each with the identifiers that led to it: `exact` for its own id or SKU, `featured`
 * for those of the whole product. The featured variant is the first that can be sold.
 */
function lookedUpProduct(
  product: StoredProduct,
  matches: readonly { readonly identifier: string; readonly variantId?: string }[],
  view: View,
): Product {
  const featured = product.variants.find(isAvailable) ?? product.variants[0]
  const inputs = new Map<string, Inputs[number][]>()
  for (const { identifier, variantId } of matches) {
    const id = variantId ?? featured?.id ?? ''
    const match = variantId === undefined ? 'featured' : 'exact'
    inputs.set(id, [...(inputs.get(id) ?? []), { id: identifier, match }])
  }
  const found = productFor(
    product,
    view,
    product.variants.filter(({ id }) => inputs.has(id)),
  )
  return { ...found, variants: found.variants.map((each) => ({ ...each, inputs: inputs.get(each.id) ?? [] })) }
}

export function isAvailable({ stock }: StoredVariant): boolean {
  return stock === undefined || stock > 0
}

function variantFor(variant: StoredVariant, product: StoredProduct, { currency, wire }: View): Variant {
  const { prices: _, stock: __, selected_options: options, ...shown } = variant
  const available = isAvailable(variant)
  const availability = { available, status: available ? 'in_stock' : 'out_of_stock' }
  return {
    ...(wire.name === 'ucp' && { description: descriptionOf(product) }),
    ...shown,
    ...(options && { [wire.variantOptions]: options }),
    ...{ price: shownPrice(variant, currency), availability },
  }
}

/** The public schema wants a description that says something, and options that have values. */
function publicMembers(product: StoredProduct): Pick<Product, 'description' | 'options'> {
  const options = product.options?.filter(({ values }) => values.length > 0)
  return { description: descriptionOf(product), ...(options && { options }) }
}

function descriptionOf({ description, title }: StoredProduct): Product['description'] {
  return Object.keys(description).length > 0 ? description : { plain: title }
}

/** The range within one currency: that of the first variant, where a variant is not sold in the wanted one. */
function priced(
  { variants }: StoredProduct,
  { currency: wanted }: View,
): { readonly price_range: Product['price_range'] } {
  const prices = variants.map((variant) => shownPrice(variant, wanted))
  const currency = prices.some((price) => price.currency === wanted) ? wanted : prices[0]?.currency
  const amounts = prices.filter((price) => price.currency === currency).map(({ amount }) => amount)
  const price = (amount: number): Price => ({ amount, currency: currency ?? wanted })
  return { price_range: { min: price(Math.min(...amounts)), max: price(Math.max(...amounts)) } }
}
