/** The operations of carts. This file is loaded while the business is being found. */
import { type AnswerOptions, readCart } from './answer.ts'
import type { Caller } from './caller.ts'
import { checkRequest } from './check-request.ts'
import type { CallOptions, ChangeOptions } from './connect-options.ts'
import type { CartOutcome } from './outcome.ts'
import { cartRequestShape } from './shapes.ts'
import type { CartRequest } from './types.ts'

export interface CartCalls {
  createCart(cart: CartRequest, options?: ChangeOptions): Promise<CartOutcome>
  getCart(id: string, options?: CallOptions): Promise<CartOutcome>
  /** Replaces the whole cart: lines that are left out are removed. */
  updateCart(id: string, cart: CartRequest, options?: ChangeOptions): Promise<CartOutcome>
  /** Resolves to the cart as it was. */
  cancelCart(id: string, options?: ChangeOptions): Promise<CartOutcome>
}

export function createCartCalls({ call }: Caller, options: AnswerOptions): CartCalls {
  // The public protocol has the id in the path only.
  const withId = (cart: CartRequest, id: string): CartRequest =>
    options.dialect.name === 'seed' ? { ...cart, id } : cart
  const reader = (asked?: string) => (json: unknown) => readCart(json, options, asked)
  return {
    async createCart(body, callOptions = {}) {
      checkRequest(body, cartRequestShape)
      return call('createCart', { body }, callOptions, reader())
    },
    async getCart(id, callOptions = {}) {
      return call('getCart', { id }, callOptions, reader(id))
    },
    async updateCart(id, cart, callOptions = {}) {
      checkRequest(cart, cartRequestShape)
      return call('updateCart', { id, body: withId(cart, id) }, callOptions, reader(id))
    },
    async cancelCart(id, callOptions = {}) {
      return call('cancelCart', { id }, callOptions, reader(id))
    },
  }
}
