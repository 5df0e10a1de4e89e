/** The two spellings of the protocol, document 000's and the one that public servers use, and the operations that both have. One table for both sides. */
import { getOwn } from '../json/value.ts'

export type WireFormat = 'document' | 'ucp'

export type Transport = 'rest' | 'tools' | 'agent' | 'embedded'

export interface WireNames {
  readonly name: WireFormat
  /** The member of profiles and answers. */
  readonly member: string
  /** The request header that names the platform's profile. */
  readonly agentHeader: string
  /** The same header in `params.arguments.meta` of a tool call. */
  readonly agentMeta: string
  readonly wellKnown: string
  /** What names of capabilities and services of the governing body begin with. */
  readonly prefix: string
  /** The governing body's domain: it has authority over those names. */
  readonly domain: string
  /** The member of a variant that says which values of the product's options it has. */
  readonly variantOptions: 'selected_options' | 'options'
}

function names(name: WireFormat, member: string, agentHeader: string): WireNames {
  return {
    ...{ name, member, agentHeader, agentMeta: `${member}-agent` },
    ...{ wellKnown: `/.well-known/${member}`, prefix: `dev.${member}.`, domain: `${member}.dev` },
    variantOptions: name === 'ucp' ? 'options' : 'selected_options',
  }
}

const namesBy: Readonly<Record<WireFormat, WireNames>> = {
  document: /* @__PURE__ */ names('document', 'commerce', 'Commerce-Agent'),
  ucp: /* @__PURE__ */ names('ucp', 'ucp', 'UCP-Agent'),
}

/** Default: `document`. */
export function wireNames(name: WireFormat = 'document'): WireNames {
  return namesBy[name]
}

/** A name of the governing body in another spelling. Names of others stay as they are. */
export function respelled(name: string, from: WireNames, to: WireNames): string {
  return name.startsWith(from.prefix) ? to.prefix + name.slice(from.prefix.length) : name
}

/** Where the description of a binding is in the public spelling: one folder below that of document 000. */
export function publicPath(path: string): string {
  return path.replace(/\/([^/]*)$/, '/ucp/$1')
}

/** Our name of a transport on the wire, in either spelling. */
export function transportOf(wire: unknown): Transport | undefined {
  return typeof wire === 'string' ? getOwn(transports, wire) : undefined
}

const publicNames: Readonly<Record<string, Transport>> = { mcp: 'tools', a2a: 'agent' }

const transports: Readonly<Record<string, Transport>> = {
  ...{ rest: 'rest', tools: 'tools', agent: 'agent', embedded: 'embedded' },
  ...publicNames,
}

/** The name of a transport in the public spelling. */
export function publicTransport(transport: Transport): string {
  return Object.keys(publicNames).find((name) => publicNames[name] === transport) ?? transport
}

export type OperationName = 'createCart' | 'getCart' | 'updateCart' | 'cancelCart' | 'search' | 'lookup' | 'getProduct'

export interface Operation {
  /** Of the capability, after the prefix. */
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
  /** Of the public spelling only. */
  getProduct: {
    ...{ capability: 'shopping.catalog.lookup', method: 'POST', path: '/catalog/product', tool: 'get_product' },
    ...{ payload: 'catalog', changes: false },
  },
}

export const operationNames = /* @__PURE__ */ Object.keys(operations) as readonly OperationName[]

/** The whole name of an operation's capability. */
export function capabilityOf(operation: Operation, wire: WireNames): string {
  return wire.prefix + operation.capability
}

/** The service that has the operations. */
export function serviceOf(wire: WireNames): string {
  return `${wire.prefix}shopping`
}
