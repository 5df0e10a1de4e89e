/** The platform's side: finds out what a business offers, and calls its operations. */

import { abortable } from './abortable.ts'
import { checkProfileUrl } from './agent-header.ts'
import { type AnswerOptions, readCart } from './answer.ts'
import { restBinding } from './binding.ts'
import { type Caller, createCaller, type Find } from './caller.ts'
import type { CatalogCalls } from './catalog-calls.ts'
import { checkRequest } from './check-request.ts'
import type { CallOptions, ChangeOptions, ConnectOptions } from './connect-options.ts'
import { dialectOf } from './dialect.ts'
import { discover } from './discovery.ts'
import { late } from './error.ts'
import type { CartOutcome } from './outcome.ts'
import type { Profile } from './profile.ts'
import { createProfileCache } from './profile-cache.ts'
import { cartRequestShape } from './shapes.ts'
import type { CartRequest, NegotiatedCapabilities, Version } from './types.ts'

/**
 * A business as it was found. All calls reject with a `CommerceError` on protocol errors and unusable answers, and with
 * the signal's reason on an abort; what a business refuses is a value of kind `refused`. The profiles are asked for
 * again when they are no longer fresh, so the members may change between calls.
 */
export interface Business extends CatalogCalls {
  readonly profile: Profile
  /** As negotiated: name → version. */
  readonly capabilities: NegotiatedCapabilities
  /** The protocol version both sides share. */
  readonly version: Version
  /** Base address of the chosen binding. */
  readonly endpoint: string
  createCart(cart: CartRequest, options?: ChangeOptions): Promise<CartOutcome>
  getCart(id: string, options?: CallOptions): Promise<CartOutcome>
  /** Replaces the whole cart: lines that are left out are removed. */
  updateCart(id: string, cart: CartRequest, options?: ChangeOptions): Promise<CartOutcome>
  /** Resolves to the cart as it was. */
  cancelCart(id: string, options?: ChangeOptions): Promise<CartOutcome>
}

/**
 * Fetches the business's profile from its well-known address (https, no redirects) and the platform's own, chooses the
 * newest shared version and negotiates the capabilities (document 000, "What the service does").
 *
 * Rejects with `invalid_profile_url`, `profile_unreachable`, `profile_malformed`, `version_unsupported`,
 * `capabilities_incompatible` or `binding_missing`.
 *
 * @param origin The business's, such as `https://shop.example`. A path is ignored.
 */
export async function connectBusiness(origin: string | URL, options: ConnectOptions): Promise<Business> {
  const { allowInsecureLoopback = false, specOrigin = 'enforce', fetch = globalThis.fetch } = options
  const { onWarning, signal, binding: transport = 'rest' } = options
  const { origin: found } = new URL(checkProfileUrl(String(origin), allowInsecureLoopback))
  const dialect = dialectOf(options.dialect)
  const settings = { fetch, dialect, specOrigin, allowInsecureLoopback, ...(onWarning && { onWarning }) }
  const profiles = options.profiles ?? createProfileCache(settings)
  const parties = { ...settings, origin: found, platform: String(options.profile), binding: transport }
  const find: Find = (signal, last) => abortable(discover(parties, profiles, last), signal)
  const binding = transport === 'tools' ? (await late(import('./tools-binding.ts'))).toolsBinding(dialect) : restBinding
  const caller = createCaller({ ...options, ...settings }, binding, profiles, find, await find(signal))
  // Loaded ahead, while nothing has to wait for it.
  loadCatalog().catch(() => undefined)
  return createOperations(caller, { ...settings, version: () => caller.agreement().version })
}

/** Searches and lookups: a platform that has only carts needs none of it. */
const loadCatalog = (): Promise<typeof import('./catalog-calls.ts')> => late(import('./catalog-calls.ts'))

function createOperations(caller: Caller, options: AnswerOptions): Business {
  const { agreement, call } = caller
  // The public protocol has the id in the path only.
  const withId = (cart: CartRequest, id: string): CartRequest =>
    options.dialect.name === 'seed' ? { ...cart, id } : cart
  const catalog = async (signal: AbortSignal | undefined): Promise<CatalogCalls> => {
    const part = await abortable(loadCatalog(), signal)
    return part.createCatalogCalls(caller, options)
  }
  return {
    get profile() {
      return agreement().profile
    },
    get capabilities() {
      return agreement().capabilities
    },
    get version() {
      return agreement().version
    },
    get endpoint() {
      return agreement().endpoint
    },
    async createCart(body, callOptions = {}) {
      checkRequest(body, cartRequestShape)
      return readCart(await call('createCart', { body }, callOptions), options)
    },
    async getCart(id, callOptions = {}) {
      return readCart(await call('getCart', { id }, callOptions), options, id)
    },
    async updateCart(id, cart, callOptions = {}) {
      checkRequest(cart, cartRequestShape)
      return readCart(await call('updateCart', { id, body: withId(cart, id) }, callOptions), options, id)
    },
    async cancelCart(id, callOptions = {}) {
      return readCart(await call('cancelCart', { id }, callOptions), options, id)
    },
    search: async (request, callOptions = {}) => (await catalog(callOptions.signal)).search(request, callOptions),
    async *searchAll(request, callOptions = {}) {
      const { searchAll } = await catalog(callOptions.signal)
      yield* searchAll(request, callOptions)
    },
    lookup: async (request, callOptions = {}) => (await catalog(callOptions.signal)).lookup(request, callOptions),
  }
}
