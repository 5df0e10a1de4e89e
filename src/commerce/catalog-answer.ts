/** Answers of the catalog as outcomes: pages of products, and what a lookup found. */
import { isObject } from '../json/value.ts'
import { type AnswerOptions, checkAnswer, malformed } from './answer.ts'
import type { LookupOutcome, SearchOutcome } from './outcome.ts'
import { lookupAnswerShape, searchAnswerShape } from './product-shapes.ts'
import type { Pagination, Product } from './types.ts'

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

/** The public protocol has what a variant is chosen by in `options`. Copies to our name, for the shape to check. */
function inOurWords(answer: unknown, { dialect }: AnswerOptions): unknown {
  if (dialect.name !== 'ucp') return answer
  return mapMember(answer, 'products', (product) =>
    mapMember(product, 'variants', (variant) =>
      isObject(variant) && variant['options'] !== undefined
        ? { selected_options: variant['options'], ...variant }
        : variant,
    ),
  )
}

function mapMember(resource: unknown, key: string, change: (item: unknown) => unknown): unknown {
  const list = isObject(resource) ? resource[key] : undefined
  return isObject(resource) && Array.isArray(list) ? { ...resource, [key]: list.map(change) } : resource
}
