/** What the operations of a business resolve to: a resource, or the reason why there is none. */
import type { Cart, Envelope, Message, Pagination, Product } from './types.ts'

/** What all outcomes have. */
export interface Outcome {
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

export type CartOutcome = CartResult | Refusal
export type SearchOutcome = SearchResult | Refusal
export type LookupOutcome = LookupResult | Refusal
