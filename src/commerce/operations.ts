/** The operations of document 000, "Endpoints": one table for both bindings and both sides. */
import type { Dialect } from './dialect.ts'

export type OperationName = 'createCart' | 'getCart' | 'updateCart' | 'cancelCart' | 'search' | 'lookup'

export interface Operation {
  /** Of the capability, after the dialect's prefix. */
  readonly capability: string
  readonly method: 'GET' | 'POST' | 'PUT'
  /** Below the endpoint of the REST binding. `{id}` stands for the cart. */
  readonly path: string
  /** `params.name` of a tool call. */
  readonly tool: string
  /** The member of a tool call's arguments that holds the request body. Absent: there is none. */
  readonly payload?: 'cart' | 'catalog'
  /** Whether the operation changes something: it then takes an `Idempotency-Key`. */
  readonly changes: boolean
}

const cart = 'shopping.cart'

export const operations: Readonly<Record<OperationName, Operation>> = {
  createCart: {
    ...{ capability: cart, method: 'POST', path: '/carts', tool: 'create_cart' },
    ...{ payload: 'cart', changes: true },
  },
  getCart: { capability: cart, method: 'GET', path: '/carts/{id}', tool: 'get_cart', changes: false },
  updateCart: {
    ...{ capability: cart, method: 'PUT', path: '/carts/{id}', tool: 'update_cart' },
    ...{ payload: 'cart', changes: true },
  },
  cancelCart: {
    ...{ capability: cart, method: 'POST', path: '/carts/{id}/cancel', tool: 'cancel_cart' },
    ...{ changes: true },
  },
  search: {
    ...{ capability: 'shopping.catalog.search', method: 'POST', path: '/catalog/search', tool: 'search_catalog' },
    ...{ payload: 'catalog', changes: false },
  },
  lookup: {
    ...{ capability: 'shopping.catalog.lookup', method: 'POST', path: '/catalog/lookup', tool: 'lookup_catalog' },
    ...{ payload: 'catalog', changes: false },
  },
}

export const operationNames = /* @__PURE__ */ Object.keys(operations) as readonly OperationName[]

/** The whole name of an operation's capability. */
export function capabilityOf(operation: Operation, dialect: Dialect): string {
  return dialect.prefix + operation.capability
}

/** The service that has the operations. */
export function serviceOf(dialect: Dialect): string {
  return `${dialect.prefix}shopping`
}
