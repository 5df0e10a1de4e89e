/** An answer's JSON as an outcome: envelope, shape and addresses are checked here, and nowhere after. */
import { clip, isObject } from '../json/value.ts'
import type { Dialect } from './dialect.ts'
import { readEnvelope } from './envelope.ts'
import { CommerceError } from './error.ts'
import type { CartOutcome, LookupOutcome, Refusal, SearchOutcome } from './outcome.ts'
import { type LinkOptions, withSafeLinks } from './safe-links.ts'
import { faultIn, type Shape } from './shape.ts'
import { cartShape, lookupAnswerShape, refusalShape, searchAnswerShape } from './shapes.ts'
import type { Cart, Envelope, Message, Pagination, Product, Version } from './types.ts'

export interface AnswerOptions extends LinkOptions {
  readonly dialect: Dialect
  /** The protocol version that both sides agreed on, now. */
  readonly version: () => Version
}

/** An answer of which the envelope is read, and the rest is checked for being what it should be. */
interface Checked<T> {
  readonly envelope: Envelope
  readonly resource: T
  readonly messages: readonly Message[]
  readonly continues: { readonly continueUrl?: string }
}

/** @param asked The id in the request, where it has one. Throws `response_malformed` for another cart. */
export function readCart(json: unknown, options: AnswerOptions, asked?: string): CartOutcome {
  const answer = check<Cart>(json, cartShape, options)
  if ('kind' in answer) return answer
  const { envelope, resource: cart, messages, continues } = answer
  if (asked !== undefined && cart.id !== asked) throw malformed('/id is the id of another cart')
  return { kind: 'cart', id: cart.id, cart, messages, ...continues, envelope }
}

/** Throws `response_malformed` also where a next page is promised without a cursor. */
export function readSearch(json: unknown, options: AnswerOptions): SearchOutcome {
  type Page = { readonly products: readonly Product[]; readonly pagination?: Pagination }
  const answer = check<Page>(json, searchAnswerShape, options)
  if ('kind' in answer) return answer
  const { envelope, resource, messages, continues } = answer
  const { products, pagination = { has_next_page: false } } = resource
  if (pagination.has_next_page && pagination.cursor === undefined) throw malformed('/pagination/cursor is missing')
  return { kind: 'products', products, pagination, messages, ...continues, envelope }
}

export function readLookup(json: unknown, options: AnswerOptions): LookupOutcome {
  const answer = check<{ readonly products: readonly Product[] }>(json, lookupAnswerShape, options)
  if ('kind' in answer) return answer
  const { envelope, resource, messages, continues } = answer
  const missing = messages.filter(({ type, code }) => type === 'info' && code === 'not_found')
  return {
    ...{ kind: 'products', products: resource.products, missing: missing.map(({ content }) => content) },
    ...{ messages, ...continues, envelope },
  }
}

/** Throws `response_malformed`. */
function check<T>(answer: unknown, shape: Shape, options: AnswerOptions): Checked<T> | Refusal {
  const envelope = readEnvelope(answer, options.dialect)
  if (envelope.version !== options.version())
    options.onWarning?.(`The answer is of version ${clip(envelope.version)}, which was not agreed on`)
  const json = options.dialect.name === 'ucp' ? withSelectedOptions(answer) : answer
  const refused = envelope.status === 'error'
  const fault = faultIn(json, refused ? refusalShape : shape)
  if (fault !== undefined || !isObject(json)) throw malformed(fault ?? 'The document must be an object')
  const resource = withSafeLinks(json, options)
  const { messages: told, continue_url: continueUrl } = resource
  const messages = (told ?? []) as readonly Message[]
  const continues = typeof continueUrl === 'string' ? { continueUrl } : {}
  if (refused) return { kind: 'refused', messages, ...continues, envelope }
  return { envelope, resource: resource as T, messages, continues }
}

/** The public protocol has what a variant is chosen by in `options`. Copies to our name, for the shape to check. */
function withSelectedOptions(answer: unknown): unknown {
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

function malformed(fault: string): CommerceError {
  return new CommerceError('response_malformed', `The answer cannot be used: ${fault}`)
}
