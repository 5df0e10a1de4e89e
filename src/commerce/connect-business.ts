/** The platform's side: finds out what a business offers, and calls its operations. */

import { abortable } from '../shared/http/abortable.ts'
import { addressIn } from '../shared/http/shown-address.ts'
import { checkProfileUrl } from './address.ts'
import type { AnswerOptions } from './answer.ts'
import { type Caller, type CallOptions, createCaller, type Find, restBinding } from './binding.ts'
import type { CartCalls } from './carts.ts'
import type { CatalogCalls } from './catalog.ts'
import { discover } from './discovery.ts'
import { about, lazyImport } from './error.ts'
import type { ExchangeOptions } from './exchange.ts'
import type { Profile } from './profile.ts'
import { createProfileCache, type ProfileCache } from './profile-cache.ts'
import type { NegotiatedCapabilities, Version } from './types.ts'
import { type WireFormat, wireNames } from './wire-names.ts'

export interface ConnectOptions extends ExchangeOptions {
  /** Address of the platform's own profile; sent with every request, and fetched to negotiate. */
  readonly profile: string | URL
  /** How the protocol is spelt: as in document 000, or as public servers do. Default: `document`. */
  readonly wireFormat?: WireFormat
  /** Default: `rest`. */
  readonly binding?: 'rest' | 'tools'
  /** `http` and endpoints on loopback are taken, for development. Default: false. */
  readonly allowInsecureLoopback?: boolean
  /**
   * Origins of endpoints, beside that of the business, that `credentials` may go to, as in `https://api.shop.example`: a profile
   * may name any. Default: none.
   */
  readonly origins?: readonly string[]
  /** Whether a capability whose `spec` is on a foreign origin is left out, or is a warning. Default: `enforce`. */
  readonly specOrigin?: 'enforce' | 'warn'
  /** Shared by several connections. Default: one of its own. `specOrigin` and the like are then the cache's. */
  readonly profiles?: ProfileCache
  /** Called with one sentence about each part of profiles and answers that was left out. */
  readonly onWarning?: (warning: string) => void
  /**
   * The least version of TLS in Node, where no `fetch` is given: the protocol wants 1.3, and 1.2 is a warning. A browser
   * decides itself. Default: `1.3`.
   */
  readonly minTls?: '1.2' | '1.3'
  /** Ends the discovery; operations have signals of their own. */
  readonly signal?: AbortSignal
}

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
  const { allowInsecureLoopback = false, specOrigin = 'enforce', minTls = '1.3' } = options
  const fetch = options.fetch ?? fetchWith(minTls)
  const { signal, binding: transport = 'rest' } = options
  // What it throws is an unhandled rejection of the host's, and the call goes on.
  const onWarning = async (warning: string): Promise<void> => options.onWarning?.(warning)
  if (minTls === '1.2') void onWarning('TLS 1.2 is allowed, and the protocol wants 1.3')
  const { origin: found } = new URL(checkProfileUrl(String(origin), allowInsecureLoopback))
  const wire = wireNames(options.wireFormat)
  const settings = { fetch, wire, specOrigin, allowInsecureLoopback, onWarning }
  // Loaded ahead, while the business is being found.
  for (const load of [loadCarts, loadCatalog]) load().catch(() => undefined)
  const profiles = options.profiles ?? createProfileCache(settings)
  const { credentials } = options
  const origins = (options.origins ?? []).map((one) => addressIn(one)?.origin ?? one)
  const named = { origins, credentials, platform: String(options.profile), binding: transport }
  const parties = { ...settings, ...named, origin: found }
  const find: Find = (signal, last) => {
    const agreed = discover(parties, profiles, last).catch((error: unknown) => {
      throw about(found + wire.wellKnown, error)
    })
    return abortable(agreed, signal)
  }
  const binding =
    transport === 'tools' ? (await lazyImport(import('./tools-binding.ts'))).toolsBinding(wire) : restBinding
  const caller = createCaller({ ...options, ...settings }, binding, profiles, find, await find(signal))
  return createOperations(caller, { ...settings, version: () => caller.agreement().version })
}

/** The global `fetch`; over TLS in Node one that knows its version. */
function fetchWith(minTls: '1.2' | '1.3'): typeof fetch {
  return async (input, init = {}) => {
    const url = new URL(String(input))
    if (url.protocol !== 'https:' || !('process' in globalThis)) return fetch(url, init)
    const { nodeFetch } = await lazyImport(import('../shared/http/node-fetch.ts'))
    return nodeFetch(url, init, { minVersion: `TLSv${minTls}` })
  }
}

/** In JavaScript there may be none. */
function namesOf(options: object | undefined): string {
  return Object.keys(options ?? {}).join(', ') || 'none'
}

const loadCarts = (): Promise<typeof import('./carts.ts')> => lazyImport(import('./carts.ts'))
const loadCatalog = (): Promise<typeof import('./catalog.ts')> => lazyImport(import('./catalog.ts'))

/** Each operation waits for its part, unless that has arrived. */
function createOperations(caller: Caller, options: AnswerOptions): Business {
  const { agreement } = caller
  const carts = async ({ signal }: CallOptions): Promise<CartCalls> =>
    (await abortable(loadCarts(), signal)).createCartCalls(caller, options)
  const catalog = async ({ signal }: CallOptions): Promise<CatalogCalls> =>
    (await abortable(loadCatalog(), signal)).createCatalogCalls(caller, options)
  return {
    get profile() {
      return agreement().shown
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
    getProduct: async (request, of = {}) => (await catalog(of)).getProduct(request, of),
  }
}
