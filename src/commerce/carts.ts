/** The operations of carts, and what a cart must be. Loaded while the business is being found. */
import { type AnswerOptions, checkAnswer, checkRequest, malformed } from './answer.ts'
import { cartShape } from './answer-shapes.ts'
import type { Caller, CallOptions, ChangeOptions } from './binding.ts'
import { cartRequestShape } from './shape.ts'
import type { Cart, CartOutcome, CartRequest } from './types.ts'

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
    options.wire.name === 'document' ? { ...cart, id } : cart
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

/** @param asked The id in the request, where it has one. Throws `response_malformed` for another cart. */
export function readCart(json: unknown, options: AnswerOptions, asked?: string): CartOutcome {
  const lost: string[] = []
  const onWarning: AnswerOptions['onWarning'] = (warning, place = '') => {
    if (/^\/line_items\/\d+$/.test(place)) lost.push(warning)
    options.onWarning?.(warning, place)
  }
  const answer = checkAnswer<Cart>(json, cartShape, { ...options, onWarning })
  if ('kind' in answer) return answer
  const { resource: cart, common } = answer
  checkCart(cart, lost)
  if (asked !== undefined && cart.id !== asked) throw malformed('/id is the id of another cart')
  return { kind: 'cart', id: cart.id, cart, ...common }
}

/**
 * What no shape says. Amounts of totals may be negative: discounts are. A cart may lose a line that the totals do not count.
 * Otherwise the buyer would pay for what is not shown, and an update with the lines that are left would remove it.
 */
function checkCart({ totals, line_items: lines }: Cart, [lost]: readonly string[]): void {
  for (const type of ['subtotal', 'total']) {
    const { length } = totals.filter((total) => total.type === type)
    if (length !== 1) throw malformed(`/totals must have exactly one "${type}", not ${length}`)
  }
  const sum = lines.reduce((sum, { item, quantity }) => sum + item.price * quantity, 0)
  if (lost !== undefined && totals.find(({ type }) => type === 'subtotal')?.amount !== sum)
    throw malformed(`${lost}, and the totals count it`)
}
