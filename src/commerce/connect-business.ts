/** The platform's side: finds out what a business offers, and calls its operations. */

import { abortable } from './abortable.ts'
import { checkProfileUrl } from './agent-header.ts'
import type { AnswerOptions } from './answer.ts'
import { restBinding } from './binding.ts'
import { type Caller, createCaller, type Find } from './caller.ts'
import type { CartCalls } from './cart-calls.ts'
import type { CatalogCalls } from './catalog-calls.ts'
import type { CallOptions, ConnectOptions } from './connect-options.ts'
import { dialectOf } from './dialect.ts'
import { discover } from './discovery.ts'
import { about, late } from './error.ts'
import type { Profile } from './profile.ts'
import { createProfileCache } from './profile-cache.ts'
import type { NegotiatedCapabilities, Version } from './types.ts'

/**
 * A business as it was found. All calls reject with a `CommerceError` on protocol errors and unusable answers, and with
 * the signal's reason on an abort; what a business refuses is a value of kind `refused`. The profiles are asked for
 * again when they are no longer fresh, so the members may change between calls.
 */
export interface Business extends CartCalls, CatalogCalls {
  readonly profile: Profile
  /** As negotiated: name → version. */
  readonly capabilities: NegotiatedCapabilities
  /** The protocol version both sides share. */
  readonly version: Version
  /** Base address of the chosen binding. */
  readonly endpoint: string
}

/**
 * Fetches the business's profile from its well-known address (https, no redirects) and the platform's own, chooses the
 * newest shared version and negotiates the capabilities (document 000, "What the service does").
 *
 * Rejects with `invalid_profile_url`, `profile_unreachable`, `profile_malformed`, `version_unsupported`,
 * `capabilities_incompatible` or `binding_missing`, and with a TypeError without a `profile` among the options.
 *
 * @param origin The business's, such as `https://shop.example`. A path is ignored.
 */
export async function connectBusiness(origin: string | URL, options: ConnectOptions): Promise<Business> {
  if (!options?.profile)
    throw new TypeError(`The option "profile" must be an address; options given: ${namesOf(options)}`)
  const { allowInsecureLoopback = false, specOrigin = 'enforce', fetch = globalThis.fetch } = options
  const { onWarning, signal, binding: transport = 'rest' } = options
  const { origin: found } = new URL(checkProfileUrl(String(origin), allowInsecureLoopback))
  const dialect = dialectOf(options.dialect)
  const settings = { fetch, dialect, specOrigin, allowInsecureLoopback, ...(onWarning && { onWarning }) }
  // Loaded ahead, while the business is being found.
  for (const load of [loadCarts, loadCatalog]) load().catch(() => undefined)
  const profiles = options.profiles ?? createProfileCache(settings)
  const parties = { ...settings, origin: found, platform: String(options.profile), binding: transport }
  const find: Find = (signal, last) => {
    const named = discover(parties, profiles, last).catch((error: unknown) => {
      throw about(found + dialect.wellKnown, error)
    })
    return abortable(named, signal)
  }
  const binding = transport === 'tools' ? (await late(import('./tools-binding.ts'))).toolsBinding(dialect) : restBinding
  const caller = createCaller({ ...options, ...settings }, binding, profiles, find, await find(signal))
  return createOperations(caller, { ...settings, version: () => caller.agreement().version })
}

/** In JavaScript there may be none. */
function namesOf(options: object | undefined): string {
  return Object.keys(options ?? {}).join(', ') || 'none'
}

const loadCarts = (): Promise<typeof import('./cart-calls.ts')> => late(import('./cart-calls.ts'))
const loadCatalog = (): Promise<typeof import('./catalog-calls.ts')> => late(import('./catalog-calls.ts'))

/** Each operation waits for its part, unless that has arrived. */
function createOperations(caller: Caller, options: AnswerOptions): Business {
  const { agreement } = caller
  const carts = async ({ signal }: CallOptions): Promise<CartCalls> =>
    (await abortable(loadCarts(), signal)).createCartCalls(caller, options)
  const catalog = async ({ signal }: CallOptions): Promise<CatalogCalls> =>
    (await abortable(loadCatalog(), signal)).createCatalogCalls(caller, options)
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
    createCart: async (cart, of = {}) => (await carts(of)).createCart(cart, of),
    getCart: async (id, of = {}) => (await carts(of)).getCart(id, of),
    updateCart: async (id, cart, of = {}) => (await carts(of)).updateCart(id, cart, of),
    cancelCart: async (id, of = {}) => (await carts(of)).cancelCart(id, of),
    search: async (request, of = {}) => (await catalog(of)).search(request, of),
    async *searchAll(request, of = {}) {
      yield* (await catalog(of)).searchAll(request, of)
    },
    lookup: async (request, of = {}) => (await catalog(of)).lookup(request, of),
  }
}
