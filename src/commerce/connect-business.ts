/** The platform's side: finds out what a business offers, and calls its operations. */
import { own } from '../json/value.ts'
import { checkProfileUrl, writeAgentHeader } from './agent-header.ts'
import { type AnswerOptions, readCart, readLookup, readSearch } from './answer.ts'
import { type Binding, type Call, restBinding } from './binding.ts'
import { type DialectName, dialectOf } from './dialect.ts'
import { type Agreement, discover } from './discovery.ts'
import { CommerceError } from './error.ts'
import { type ExchangeOptions, exchange } from './exchange.ts'
import { capabilityOf, type OperationName, operations } from './operations.ts'
import { orAborted } from './or-aborted.ts'
import type { CartOutcome, LookupOutcome, Refusal, SearchOutcome } from './outcome.ts'
import type { Profile, SigningKey } from './profile.ts'
import { createProfileCache, type ProfileCache } from './profile-cache.ts'
import { randomKey } from './random-key.ts'
import { faultIn, type Shape } from './shape.ts'
import { cartRequestShape, lookupRequestShape, searchRequestShape } from './shapes.ts'
import type { CartRequest, LookupRequest, NegotiatedCapabilities, Product, SearchRequest, Version } from './types.ts'

export interface ConnectOptions extends ExchangeOptions {
  /** Address of the platform's own profile; sent with every request, and fetched to negotiate. */
  readonly profile: string | URL
  /** How the protocol is spelt: as in document 000, or as public servers do. Default: `seed`. */
  readonly dialect?: DialectName
  /** Default: `rest`. */
  readonly binding?: 'rest' | 'tools'
  /** `http` and endpoints on loopback are taken, for development. Default: false. */
  readonly allowInsecureLoopback?: boolean
  /** Whether a capability whose `spec` is on a foreign origin is left out, or is a warning. Default: `enforce`. */
  readonly specOrigin?: 'enforce' | 'warn'
  /** Shared by several connections. Default: one of its own. `specOrigin` and the like are then the cache's. */
  readonly profiles?: ProfileCache
  /** Is told, in one sentence, what of profiles and answers was left out. */
  readonly onWarning?: (warning: string) => void
  /** Ends the discovery; operations have signals of their own. */
  readonly signal?: AbortSignal
}

export interface CallOptions {
  readonly signal?: AbortSignal
}

export interface ChangeOptions extends CallOptions {
  /** For a change that was begun before, by another page for instance. Default: 128 random bits. */
  readonly idempotencyKey?: string
}

/**
 * A business as it was found. All calls reject with a `CommerceError` on protocol errors and unusable answers, and with
 * the signal's reason on an abort; what a business refuses is a value of kind `refused`. The profiles are asked for
 * again when they are no longer fresh, so the members may change between calls.
 */
export interface Business {
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
  /** One page. Default: 10 products. */
  search(request: SearchRequest, options?: CallOptions): Promise<SearchOutcome>
  /**
   * All pages, each asked for when it is reached. Throws `refused` where a page is refused, and `response_malformed`
   * where pages go in a circle or five in a row are empty.
   */
  searchAll(request: SearchRequest, options?: CallOptions): AsyncGenerator<Product, void, undefined>
  lookup(request: LookupRequest, options?: CallOptions): Promise<LookupOutcome>
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
  const { allowInsecureLoopback = false, onWarning, signal, binding: transport = 'rest' } = options
  const address = new URL(checkProfileUrl(String(origin), allowInsecureLoopback))
  const dialect = dialectOf(options.dialect)
  const { specOrigin = 'enforce', fetch = globalThis.fetch } = options
  const warned = onWarning && { onWarning }
  const profiles =
    options.profiles ?? createProfileCache({ fetch, dialect, specOrigin, allowInsecureLoopback, ...warned })
  const discovery = {
    ...{
      origin: address.origin,
      platform: String(options.profile),
      dialect,
      binding: transport,
      allowInsecureLoopback,
      ...warned,
    },
  }
  const find: Find = (signal, last) => orAborted(discover(discovery, profiles, last), signal)
  const binding = transport === 'tools' ? (await import('./tools-binding.ts')).toolsBinding(dialect) : restBinding
  const caller = createCaller(options, binding, profiles, find, await find(signal))
  const version = (): Version => caller.agreement().version
  return createOperations(caller, { dialect, allowInsecureLoopback, version, ...warned })
}

type Find = (signal: AbortSignal | undefined, last?: Agreement) => Promise<Agreement>

interface Caller {
  readonly agreement: () => Agreement
  /** The answer's JSON, or a refusal where the capability was not negotiated: then nothing is sent. */
  readonly call: (name: OperationName, parts: Omit<Call, 'operation'>, options: ChangeOptions) => Promise<unknown>
}

function createCaller(
  options: ConnectOptions,
  binding: Binding,
  profiles: ProfileCache,
  find: Find,
  first: Agreement,
): Caller {
  const dialect = dialectOf(options.dialect)
  let current = first
  const keyOf = async (keyid: string): Promise<SigningKey | undefined> => {
    const { profile, profileUrl } = current
    const isIt = (key: SigningKey): boolean => key.kid === keyid
    return profile.signingKeys.find(isIt) ?? (await profiles.get(profileUrl, true)).signingKeys.find(isIt)
  }
  return {
    agreement: () => current,
    async call(name, parts, { signal, idempotencyKey = randomKey() }) {
      const operation = operations[name]
      current = await find(signal, current)
      const { endpoint, platformUrl, capabilities, version } = current
      if (own(capabilities, capabilityOf(operation, dialect)) === undefined) {
        return incompatible(capabilityOf(operation, dialect), dialect.member, version)
      }
      const key = operation.changes ? { idempotencyKey } : {}
      const request = binding.request({ operation, ...parts, ...key }, endpoint, platformUrl)
      const headers = {
        ...(binding.accept !== undefined && { Accept: binding.accept }),
        [dialect.agentHeader]: writeAgentHeader(platformUrl),
        ...(operation.changes && { 'Idempotency-Key': idempotencyKey }),
      }
      const answer = await exchange({ ...request, headers }, options, keyOf, signal)
      return binding.read(answer, options.allowInsecureLoopback ?? false, request)
    },
  }
}

function createOperations({ agreement, call }: Caller, options: AnswerOptions): Business {
  // The public protocol has the id in the path only.
  const withId = (cart: CartRequest, id: string): CartRequest =>
    options.dialect.name === 'seed' ? { ...cart, id } : cart
  const search: Business['search'] = async (body, callOptions = {}) => {
    checkRequest(body, searchRequestShape)
    return readSearch(await call('search', { body }, callOptions), options)
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
    search,
    searchAll: (request, callOptions) => allPages(search, request, callOptions),
    async lookup(body, callOptions = {}) {
      checkRequest(body, lookupRequestShape)
      return readLookup(await call('lookup', { body }, callOptions), options)
    },
  }
}

/** A business that filters after it has read a page may send an empty one; without products nobody would stop reading. */
const maxEmptyPages = 5

async function* allPages(
  search: Business['search'],
  request: SearchRequest,
  options: CallOptions | undefined,
): AsyncGenerator<Product, void, undefined> {
  const seen = new Set<string>()
  let empty = 0
  for (let pagination = request.pagination; ; ) {
    const page = await search(pagination ? { ...request, pagination } : request, options)
    if (page.kind === 'refused') throw refusedPage(page)
    yield* page.products
    const { has_next_page: more, cursor } = page.pagination
    if (!more || cursor === undefined) return
    empty = page.products.length > 0 ? 0 : empty + 1
    if (seen.has(cursor) || empty === maxEmptyPages)
      throw new CommerceError('response_malformed', 'The pages have no end: they go in a circle or are empty')
    seen.add(cursor)
    pagination = { ...request.pagination, cursor }
  }
}

function refusedPage({ messages, continueUrl }: Refusal): CommerceError {
  return new CommerceError('refused', messages[0]?.content ?? 'The business refused the search', { continueUrl })
}

/** As the business would word it. */
function incompatible(capability: string, member: string, version: Version): unknown {
  const content = `The capability ${capability} was not negotiated`
  const message = { type: 'error', code: 'capabilities_incompatible', content, severity: 'unrecoverable' }
  return { [member]: { version, capabilities: {}, status: 'error' }, messages: [message] }
}

/** A request that a business would have to refuse is not sent. */
function checkRequest(request: unknown, shape: Shape): void {
  const fault = faultIn(request, shape)
  if (fault !== undefined)
    throw new CommerceError('invalid_request', `The request cannot be sent: ${fault}`, { status: 0 })
}
