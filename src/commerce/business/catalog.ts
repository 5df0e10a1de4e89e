/** Search and Lookup (document 000, "Catalog operations"). */

import { digestOf } from '../../http/digest.ts'
import { isObject } from '../../json/value.ts'
import { CommerceError } from '../error.ts'
import type { Filters, LookupRequest, Message, SearchRequest } from '../types.ts'
import { type Result, type Session, success } from './answer.ts'
import type { Settings } from './options.ts'
import { lookedUpProduct, preferredCurrency, productFor } from './product.ts'
import { fits, wordsOf } from './product-index.ts'
import type { SearchPage, SearchPlace, SearchQuery } from './store.ts'

const defaultLimit = 10

/**
 * Products with all words of the query; where there are none, products with any. A query without letters and digits finds
 * none. `context.intent` stands in for a query that is absent. Throws `invalid_request` for a request without query,
 * filters and intent, or with a cursor of another search.
 */
export async function search(request: SearchRequest, session: Session, settings: Settings): Promise<Result> {
  const { query, context, filters, pagination } = request
  const { context: _, pagination: __, ...asked } = request
  if (Object.keys(asked).length === 0 && context?.intent === undefined)
    throw new CommerceError('invalid_request', 'A search needs a query or filters')
  const currency = preferredCurrency(context, settings)
  const text = query ?? context?.intent ?? ''
  const words = wordsOf(text)
  // Without words a store gives all products: right for a filter alone, wrong for "???".
  if (words.length === 0 && text.trim() !== '')
    return success(session, { products: [], pagination: { has_next_page: false, total_count: 0 } })
  const conditions = { words, ...conditionsOf(filters, currency) }
  const digest = (await digestOf(JSON.stringify(conditions))).slice(0, 16)
  const cursor = pagination?.cursor === undefined ? undefined : readCursor(pagination.cursor, digest)
  const limit = Math.min(pagination?.limit ?? defaultLimit, settings.limits.pageSize)
  const [page, match] = await firstMatching(conditions, cursor, limit, settings)
  const found = page.found.slice(0, limit)
  const last = found.at(-1)
  const hasNext = page.found.length > limit && last !== undefined
  return success(session, {
    products: found.map(({ product }) => productFor(product, { currency, dialect: session.dialect })),
    pagination: {
      has_next_page: hasNext,
      ...(hasNext && { cursor: writeCursor({ rank: last.rank, position: last.position, match, digest }) }),
      total_count: page.total,
    },
  })
}

/** One product more than the page holds: it shows whether there is a next page. */
async function firstMatching(
  conditions: Omit<SearchQuery, 'match' | 'limit'>,
  cursor: Cursor | undefined,
  limit: number,
  { store }: Settings,
): Promise<readonly [SearchPage, 'all' | 'any']> {
  const find = (match: 'all' | 'any'): Promise<SearchPage> =>
    store.search({ ...conditions, match, limit: limit + 1, ...(cursor && { after: cursor }) })
  if (cursor) return [await find(cursor.match), cursor.match]
  const all = await find('all')
  if (all.total > 0 || conditions.words.length < 2) return [all, 'all']
  return [await find('any'), 'any']
}

export function conditionsOf(
  filters: Filters | undefined,
  currency: string,
): Pick<SearchQuery, 'categories' | 'price'> {
  const { categories, price } = filters ?? {}
  return { ...(categories && { categories }), ...(price && { price: { currency, ...price } }) }
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
    products: found.map(({ product, matches }) =>
      lookedUpProduct(product, matches, { currency, dialect: session.dialect }),
    ),
    ...(messages.length > 0 && { messages }),
  })
}

interface Cursor extends SearchPlace {
  readonly match: 'all' | 'any'
  /** Of the search: a cursor belongs to one search only. */
  readonly digest: string
}

function writeCursor({ rank, position, match, digest }: Cursor): string {
  return btoa(JSON.stringify({ rank, position, match, digest }))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}

/** Throws `invalid_request` for a text that is no cursor, or the cursor of another search. */
function readCursor(text: string, digest: string): Cursor {
  const cursor = parsedCursor(text)
  const { rank, position, match } = isObject(cursor) ? cursor : {}
  const isPlace = typeof rank === 'number' && Number.isSafeInteger(position)
  if (!isObject(cursor) || !isPlace || (match !== 'all' && match !== 'any') || cursor['digest'] !== digest)
    throw new CommerceError('invalid_request', 'The cursor does not belong to this search')
  return { rank, position: Number(position), match, digest }
}

function parsedCursor(text: string): unknown {
  try {
    return JSON.parse(atob(text.replaceAll('-', '+').replaceAll('_', '/')))
  } catch {
    return undefined
  }
}
