/** Searches and lookups. This file is loaded late: a platform that has only carts needs none of it. */
import type { AnswerOptions } from './answer.ts'
import type { Caller } from './caller.ts'
import { readLookup, readSearch } from './catalog-answer.ts'
import { lookupRequestShape, searchRequestShape } from './catalog-shapes.ts'
import { checkRequest } from './check-request.ts'
import type { CallOptions } from './connect-options.ts'
import { CommerceError } from './error.ts'
import type { LookupOutcome, Refusal, SearchOutcome } from './outcome.ts'
import type { LookupRequest, Product, SearchRequest } from './types.ts'

export interface CatalogCalls {
  /** One page. Default: 10 products. */
  search(request: SearchRequest, options?: CallOptions): Promise<SearchOutcome>
  /**
   * All pages, each asked for when it is reached. Throws `refused` where a page is refused, and `response_malformed`
   * where pages go in a cycle or five in a row are empty.
   */
  searchAll(request: SearchRequest, options?: CallOptions): AsyncGenerator<Product, void, undefined>
  lookup(request: LookupRequest, options?: CallOptions): Promise<LookupOutcome>
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
