/** Searches and lookups, and what their answers must be. Loaded late: a platform that has only carts needs none of it. */

import { isObject } from '../json/value.ts'
import { type AnswerOptions, checkAnswer, checkRequest, malformed } from './answer.ts'
import { lookupAnswerShape, productAnswerShape, searchAnswerShape } from './answer-shapes.ts'
import type { Caller, CallOptions } from './binding.ts'
import { CommerceError, unsendable } from './error.ts'
import { lookupRequestShape, productRequestShape, searchRequestShape } from './shape.ts'
import type {
  LookupOutcome,
  LookupRequest,
  Pagination,
  Product,
  ProductDetail,
  ProductOutcome,
  ProductRequest,
  Refusal,
  SearchOutcome,
  SearchRequest,
} from './types.ts'

export interface CatalogCalls {
  /** One page. Default: 10 products. */
  search(request: SearchRequest, options?: CallOptions): Promise<SearchOutcome>
  /**
   * All pages, each asked for when it is reached. Throws `refused` where a page is refused, and `response_malformed`
   * where pages go in a cycle or five in a row are empty.
   */
  searchAll(request: SearchRequest, options?: CallOptions): AsyncGenerator<Product, void, undefined>
  lookup(request: LookupRequest, options?: CallOptions): Promise<LookupOutcome>
  /**
   * One product, narrowed by the options that the buyer has chosen so far. Rejects with `invalid_request` in the spelling of
   * document 000, which has no such operation: `lookup` gives the product with all of its variants.
   */
  getProduct(request: ProductRequest, options?: CallOptions): Promise<ProductOutcome>
}

export function createCatalogCalls({ call }: Caller, options: AnswerOptions): CatalogCalls {
  const search: CatalogCalls['search'] = async (body, callOptions = {}) => {
    checkRequest(body, searchRequestShape)
    return call('search', { body }, callOptions, (json) => readSearch(json, options))
  }
  return {
    search,
    searchAll: (request, callOptions = {}) => allPages(search, request, callOptions),
    async lookup(body, callOptions = {}) {
      checkRequest(body, lookupRequestShape)
      return call('lookup', { body }, callOptions, (json) => readLookup(json, options))
    },
    async getProduct(body, callOptions = {}) {
      if (options.wire.name === 'document')
        throw unsendable('Document 000 has no operation for one product: use lookup')
      checkRequest(body, productRequestShape)
      return call('getProduct', { body }, callOptions, (json) => readProduct(json, options))
    },
  }
}

/** A business that filters after it has read a page may send an empty one; without products nobody would stop reading. */
const maxEmptyPages = 5

async function* allPages(
  search: CatalogCalls['search'],
  request: SearchRequest,
  options: CallOptions,
): AsyncGenerator<Product, void, undefined> {
  const seen = new Set<string>()
  let empty = 0
  for (let pagination = request.pagination; ; ) {
    const page = await search(pagination ? { ...request, pagination } : request, options)
    if (page.kind === 'refused') throw refusedPage(page)
    yield* page.products
    const { has_next_page: more, cursor } = page.pagination
    if (!more || cursor === undefined) return
    empty = page.products.length > 0 ? 0 : empty + 1
    if (seen.has(cursor) || empty === maxEmptyPages)
      throw new CommerceError('response_malformed', 'The pages have no end: they go in a cycle or are empty')
    seen.add(cursor)
    pagination = { ...request.pagination, cursor }
  }
}

function refusedPage({ messages, continueUrl }: Refusal): CommerceError {
  return new CommerceError('refused', messages[0]?.content ?? 'The business refused the search', { continueUrl })
}

/** Throws `response_malformed` also where a next page is promised without a cursor. */
export function readSearch(json: unknown, options: AnswerOptions): SearchOutcome {
  type Page = { readonly products: readonly Product[]; readonly pagination?: Pagination }
  const answer = checkAnswer<Page>(inOurWords(json, options), searchAnswerShape, options)
  if ('kind' in answer) return answer
  const { products, pagination = { has_next_page: false } } = answer.resource
  if (pagination.has_next_page && pagination.cursor === undefined) throw malformed('/pagination/cursor is missing')
  return { kind: 'products', products, pagination, ...answer.common }
}

export function readLookup(json: unknown, options: AnswerOptions): LookupOutcome {
  type Found = { readonly products: readonly Product[] }
  const answer = checkAnswer<Found>(inOurWords(json, options), lookupAnswerShape, options)
  if ('kind' in answer) return answer
  const { resource, common } = answer
  const missing = common.messages.filter(({ type, code }) => type === 'info' && code === 'not_found')
  return { kind: 'products', products: resource.products, missing: missing.map(({ content }) => content), ...common }
}

export function readProduct(json: unknown, options: AnswerOptions): ProductOutcome {
  const product = isObject(json) ? productInOurWords(json['product']) : undefined
  const words = product === undefined ? json : { ...(json as object), product }
  const answer = checkAnswer<{ readonly product: ProductDetail }>(words, productAnswerShape, options)
  if ('kind' in answer) return answer
  return { kind: 'product', product: answer.resource.product, ...answer.common }
}

function inOurWords(answer: unknown, { wire }: AnswerOptions): unknown {
  return wire.name === 'ucp' ? mapMember(answer, 'products', productInOurWords) : answer
}

/** The public protocol has what a variant is chosen by in `options`. Copies to our name, for the shape to check. */
function productInOurWords(product: unknown): unknown {
  return mapMember(product, 'variants', (variant) =>
    isObject(variant) && variant['options'] !== undefined
      ? { selected_options: variant['options'], ...variant }
      : variant,
  )
}

function mapMember(resource: unknown, key: string, change: (item: unknown) => unknown): unknown {
  const list = isObject(resource) ? resource[key] : undefined
  return isObject(resource) && Array.isArray(list) ? { ...resource, [key]: list.map(change) } : resource
}
