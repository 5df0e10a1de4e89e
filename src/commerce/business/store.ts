/**
 * What a business keeps: its products, the carts of its clients, and the answers it has given. `memoryStore` and
 * `postgresStore` are the two that come with the package; one suite of tests runs against both.
 */

import type { JsonObject } from '../../json/value.ts'
import { CommerceError } from '../error.ts'
import type { Price, Product, Variant } from '../types.ts'

/** A variant as the shop keeps it. `prices` has one price for each currency; the first is the one by default. */
export interface StoredVariant
  extends Pick<Variant, 'id' | 'title' | 'sku' | 'description' | 'selected_options' | 'tags'> {
  readonly prices: readonly Price[]
  /** Pieces that can be sold. Absent: as many as wanted. */
  readonly stock?: number
  /** Shown in lines of carts. */
  readonly image_url?: string
}

type SharedMember = 'id' | 'title' | 'description' | 'handle' | 'url' | 'categories' | 'media' | 'options' | 'rating'

/** A product as the shop keeps it. The protocol's `price_range` follows from the variants. */
export interface StoredProduct extends Pick<Product, SharedMember> {
  readonly tags?: readonly string[]
  readonly variants: readonly StoredVariant[]
}

/** `rank` and `position` of a product that was found; together they say where the next page begins. */
export interface SearchPlace {
  /**
   * The better the match, the higher: each word of the query adds 5 if the title has it, 2 if categories, tags, options
   * or variants have it, and 1 if the description has it. 0 without words.
   */
  readonly rank: number
  /** The order in which products were saved first. */
  readonly position: number
}

export interface SearchQuery {
  /** As `wordsOf` gives them. Empty: every product. */
  readonly words: readonly string[]
  readonly match: 'all' | 'any'
  /** Values of categories, of which a product needs one. */
  readonly categories?: readonly string[]
  /** In minor units, both ends included. A product needs a variant with such a price. */
  readonly price?: { readonly currency: string; readonly min?: number; readonly max?: number }
  /**
   * Of each name one of the labels, as `folded` gives both. A product needs one variant that has them, is in stock,
   * and has such a price.
   */
  readonly options?: readonly { readonly name: string; readonly labels: readonly string[] }[]
  /** Products below this rank are not found. Default: all are. */
  readonly leastRank?: number
  readonly limit: number
  /** The last product of the page before. */
  readonly after?: SearchPlace
}

export interface SearchPage {
  readonly found: readonly (SearchPlace & { readonly product: StoredProduct })[]
  /** How many products there are on all pages. A store may count `mostCounted` and one more, and then stop. */
  readonly total: number
}

/** Products of a search that are counted: more of them cost time, and no user reads the number. */
export const mostCounted = 1_000

/** A product that was asked for by name, and by which names. */
export interface FoundProduct {
  readonly product: StoredProduct
  /** `variantId` is there where the name stands for one variant: its `id` or `sku`. */
  readonly matches: readonly { readonly identifier: string; readonly variantId?: string }[]
}

/** Times are milliseconds since 1970. */
export interface StoredCart {
  readonly id: string
  /** Who made the cart: the client, if clients are identified, or a platform that must sign. Else `''`. */
  readonly owner: string
  /** 1 for a new cart, one more with each update. */
  readonly version: number
  /** The protocol's cart without `commerce`, `id`, `messages`, `continue_url` and `expires_at`. */
  readonly body: JsonObject
  readonly expiresAt: number
}

/** One idempotency key of one client, whatever the operation. */
export interface AnswerKey {
  readonly client: string
  readonly key: string
}

export interface StoredAnswer extends AnswerKey {
  /** SHA-256 of the request. Another request under the same key is refused. */
  readonly digest: string
  readonly status: number
  /** The answer's body, byte for byte. With status 102 the key is claimed, and its operation is under way until this time. */
  readonly body: string
  readonly keepUntil: number
}

export type CartWrite =
  | { readonly kind: 'insert'; readonly cart: StoredCart }
  /** `cart.version` is `expected` + 1. */
  | { readonly kind: 'replace'; readonly cart: StoredCart; readonly expected: number }
  | { readonly kind: 'remove'; readonly id: string; readonly expected: number }

/** A cart and the answer about it: both are written, or neither is. */
export interface Change {
  readonly write?: CartWrite
  readonly answer?: StoredAnswer
  /** Answers that are kept until now or less count as gone. */
  readonly now: number
}

/**
 * `done`: written. `conflict`: the cart has another version by now, or is gone. `answered`: the key has an answer
 * already. Nothing is written but for `done`.
 */
export type Outcome = 'done' | 'conflict' | 'answered'

/** Any method may reject when the storage fails; the business then answers 503. */
export interface Store {
  /** Adds products, or replaces those with the same `id`: all of them or, on an error, none. */
  readonly saveProducts: (products: readonly StoredProduct[]) => Promise<void>
  readonly removeProducts: (ids: readonly string[]) => Promise<void>
  /** Sorted by rank, best first, then by position. */
  readonly search: (query: SearchQuery) => Promise<SearchPage>
  /** By id of product or variant, SKU or handle. Each product once, in the order of the first name that it goes by. */
  readonly find: (identifiers: readonly string[]) => Promise<readonly FoundProduct[]>
  /** Expired carts too, until they are removed. */
  readonly cart: (id: string) => Promise<StoredCart | undefined>
  readonly answer: (key: AnswerKey, now: number) => Promise<StoredAnswer | undefined>
  readonly commit: (change: Change) => Promise<Outcome>
  /** Removes carts and answers whose time is over. Gives how many there were. */
  readonly removeExpired: (now: number) => Promise<number>
  readonly close: () => Promise<void>
}

/** Seconds that a platform is asked to wait. */
const retryAfter = 2

/** Requests of platforms use the guarded methods. The host and the clean-up use the others, and get errors as they are. */
export function guardStore(store: Store): Store {
  // Each method by itself: a store of a host may be an instance of a class.
  return {
    saveProducts: (products) => store.saveProducts(products),
    removeProducts: (ids) => store.removeProducts(ids),
    search: (query) => guarded(() => store.search(query)),
    find: (identifiers) => guarded(() => store.find(identifiers)),
    cart: (id) => guarded(() => store.cart(id)),
    answer: (key, now) => guarded(() => store.answer(key, now)),
    commit: (change) => guarded(() => store.commit(change)),
    removeExpired: async (now) => store.removeExpired(now),
    close: () => store.close(),
  }
}

async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw new CommerceError('temporarily_unavailable', 'The store does not answer', { retryAfter, cause })
  }
}
