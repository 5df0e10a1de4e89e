/**
 * What platform and business say to one another, as it stands on the wire (document 000, "Resources and their fields").
 * Member names are the wire's. Unknown members are kept: every resource may carry more than is named here. At the end:
 * what the operations of a business resolve to.
 */

/** A protocol, service or capability version: `YYYY-MM-DD`. Later dates are newer. */
export type Version = string

/** Capability name → the version in use. */
export type NegotiatedCapabilities = Readonly<Record<string, Version>>

/** Where the buyer is and what they look for. All texts. */
export interface Context {
  readonly address_country?: string
  readonly address_region?: string
  readonly postal_code?: string
  /** Catalog only: free text about what the buyer wants. */
  readonly intent?: string
  readonly language?: string
  /** Currency code that `filters.price` is meant in. */
  readonly currency?: string
  readonly [key: string]: unknown
}

export type Severity = 'recoverable' | 'requires_buyer_input' | 'requires_buyer_review' | 'unrecoverable'

/** What a business says about its answer. `code` is an open set, such as `out_of_stock` or `not_found`. */
export interface Message {
  readonly type: 'error' | 'warning' | 'info'
  readonly code?: string
  /** Text for people, never HTML. Of a lookup miss: the identifier that was not found. */
  readonly content: string
  /** Of errors only. */
  readonly severity?: Severity
  /** JSONPath (RFC 9535) into the answer. */
  readonly path?: string
  readonly [key: string]: unknown
}

/** The member `commerce` of every answer. */
export interface Envelope {
  /** The protocol version that the request was processed with. */
  readonly version: Version
  /** Active capabilities of this answer, name → versions. */
  readonly capabilities: Readonly<Record<string, readonly { readonly version: Version }[]>>
  readonly status?: 'success' | 'error'
}

/** An amount with its currency. `amount` is an integer in minor units: 1999 USD is $19.99. */
export interface Price {
  readonly amount: number
  readonly currency: string
}

/** `amount` is an integer in minor units of the cart's currency, and may be negative. */
export interface Total {
  /** Known: `subtotal`, `items_discount`, `discount`, `fulfillment`, `tax`, `fee`, `total`. Others have `display_text`. */
  readonly type: string
  readonly amount: number
  readonly display_text?: string
}

export interface LineItem {
  /** Given by the business. */
  readonly id: string
  readonly item: {
    readonly id: string
    readonly title: string
    /** Minor units of the cart's currency. */
    readonly price: number
    readonly image_url?: string
    readonly [key: string]: unknown
  }
  /** At least 1. */
  readonly quantity: number
  readonly totals?: readonly Total[]
  readonly [key: string]: unknown
}

export interface Cart {
  readonly id: string
  readonly line_items: readonly LineItem[]
  /** ISO 4217 code. */
  readonly currency: string
  /** Estimates, to be shown whole and in this order. */
  readonly totals: readonly Total[]
  readonly messages?: readonly Message[]
  /** Where the buyer goes on in the business's own checkout. */
  readonly continue_url?: string
  /** RFC 3339. */
  readonly expires_at?: string
  readonly [key: string]: unknown
}

/** The whole wanted state of a cart: lines that are left out of an update are removed. */
export interface CartRequest {
  readonly line_items: readonly {
    readonly item: { readonly id: string }
    /** 1 to 2^53 - 1. */
    readonly quantity: number
    /** On update: the line that is kept. */
    readonly id?: string
    readonly [key: string]: unknown
  }[]
  readonly context?: Context
  readonly [key: string]: unknown
}

export interface Variant {
  readonly id: string
  readonly title: string
  readonly price: Price
  readonly sku?: string
  /** Always there in the public spelling: otherwise the product's. */
  readonly description?: Product['description']
  readonly availability?: { readonly available: boolean; readonly status?: string }
  readonly selected_options?: readonly Choice[]
  readonly tags?: readonly string[]
  /** Lookup only: which of the asked identifiers led here, and how. */
  readonly inputs?: readonly { readonly id: string; readonly match: string }[]
  readonly [key: string]: unknown
}

export interface Product {
  readonly id: string
  readonly title: string
  /** Text for people, never HTML. */
  readonly description: { readonly plain?: string; readonly [key: string]: unknown }
  readonly price_range: { readonly min: Price; readonly max: Price }
  /** At least one. */
  readonly variants: readonly Variant[]
  readonly handle?: string
  readonly url?: string
  readonly categories?: readonly { readonly value: string; readonly taxonomy?: string }[]
  readonly media?: readonly { readonly type: string; readonly url: string; readonly alt_text?: string }[]
  readonly options?: readonly { readonly name: string; readonly values: readonly { readonly label: string }[] }[]
  readonly rating?: { readonly value: number; readonly scale_max: number; readonly count?: number }
  readonly [key: string]: unknown
}

/** Filters of different names must all hold; the categories of one filter are alternatives. */
export interface Filters {
  readonly categories?: readonly string[]
  /** Minor units of `context.currency`. */
  readonly price?: { readonly min?: number; readonly max?: number }
  /**
   * Labels of options, such as the size 42. A product needs a variant in stock with a label for each name; several labels
   * of one name are alternatives. Not in every business: one that does not know it says `unknown_filter`.
   */
  readonly options?: readonly Choice[]
  readonly [key: string]: unknown
}

/** At least one of `query`, `filters` and an extension's input. */
export interface SearchRequest {
  readonly query?: string
  readonly context?: Context
  readonly filters?: Filters
  readonly pagination?: {
    /** Opaque; from the answer before. */
    readonly cursor?: string
    /** At least 1. Default 10. A business may give fewer. */
    readonly limit?: number
  }
  readonly [key: string]: unknown
}

/** `ids`: of products or variants, at least one. A business limits their number (`request_too_large`). */
export interface LookupRequest {
  readonly ids: readonly string[]
  readonly context?: Context
  readonly filters?: Filters
  readonly [key: string]: unknown
}

/** One value of one option of a product. */
export interface Choice {
  readonly name: string
  readonly label: string
}

/** Public spelling only. */
export interface ProductRequest {
  /** Of a product, or of a variant: a variant chooses all of its options. */
  readonly id: string
  /** What the buyer has chosen of some options, or of all. No option twice. */
  readonly selected?: readonly Choice[]
  /** Names of options. Where no variant has all that is chosen, what is chosen of the last of them is dropped first. */
  readonly preferences?: readonly string[]
  readonly filters?: Filters
  readonly context?: Context
  readonly [key: string]: unknown
}

/** A product to choose a variant of. The first variant is the featured one; all have what is `selected`. */
export interface ProductDetail extends Product {
  readonly selected?: readonly Choice[]
  readonly options?: readonly {
    readonly name: string
    /** Whether choosing the value next leads to a variant, and to one that can be bought. */
    readonly values: readonly { readonly label: string; readonly exists?: boolean; readonly available?: boolean }[]
  }[]
}

export interface Pagination {
  readonly has_next_page: boolean
  /** There whenever `has_next_page` is true. 4,096 characters at most. */
  readonly cursor?: string
  /** Products on all pages. Absent: the business does not tell. Ours does not count more than 1,000: show “1,000+” then. */
  readonly total_count?: number
}

/** What all outcomes have. */
interface Outcome {
  readonly envelope: Envelope
  /** In the business's order. Empty where there are none. */
  readonly messages: readonly Message[]
  /** Where the buyer can go on: `https:`, or `http:` on loopback where that is allowed. Other addresses are left out. */
  readonly continueUrl?: string
}

/** A business outcome (document 000, "Business-outcome rules"): status 200 with an error in the envelope. No exception. */
export interface Refusal extends Outcome {
  readonly kind: 'refused'
}

export interface CartResult extends Outcome {
  readonly kind: 'cart'
  /** The cart's. */
  readonly id: string
  /** With the wire's names, members that we do not know included. */
  readonly cart: Cart
}

export interface SearchResult extends Outcome {
  readonly kind: 'products'
  readonly products: readonly Product[]
  /** `has_next_page` is false where the business sent none. */
  readonly pagination: Pagination
}

export interface LookupResult extends Outcome {
  readonly kind: 'products'
  readonly products: readonly Product[]
  /** The identifiers that led to nothing. */
  readonly missing: readonly string[]
}

export interface ProductResult extends Outcome {
  readonly kind: 'product'
  readonly product: ProductDetail
}

export type CartOutcome = CartResult | Refusal
export type SearchOutcome = SearchResult | Refusal
export type LookupOutcome = LookupResult | Refusal
export type ProductOutcome = ProductResult | Refusal
