/** The business as a plan sees it: connected at the first call, and every refusal that is no cart's an error. */
import {
  type Business,
  type CartOutcome,
  CommerceError,
  type Context,
  connectBusiness,
  createProfileCache,
  type LookupResult,
  type Refusal,
  type SearchRequest,
  type SearchResult,
} from '../../../src/commerce/index.ts'
import type { Memory } from './memory.ts'
import { platformProfile } from './platform-profile.ts'
import type { WantedLine } from './wanted-lines.ts'

/** All reject with a `CommerceError`, and with the signal's reason when the user stops. */
export interface ShopOperations {
  /** As people call it. */
  readonly name: string
  /** Where it is: a link for people when the business itself gives none. */
  readonly address: string
  search(request: SearchRequest): Promise<SearchResult>
  /** `ids`: of products or variants. Of a product only the variants that were named come back. */
  lookup(ids: readonly string[]): Promise<LookupResult>
  /** `key`: the same for a change that is asked for twice. `refused`: `out_of_stock` and the like. */
  createCart(lines: readonly WantedLine[], key: string): Promise<CartOutcome>
  /** The whole wanted cart. `refused` with `not_found`: it has expired. */
  updateCart(id: string, lines: readonly WantedLine[], key: string): Promise<CartOutcome>
  getCart(id: string): Promise<CartOutcome>
  cancelCart(id: string, key: string): Promise<CartOutcome>
}

/** A call to the shop, for those who want to know how an answer came about. */
export interface ShopCall {
  readonly name: string
  readonly request: unknown
  /** When it began, as `performance.now()` has it. */
  readonly begun: number
  /** Until the shop had answered. */
  readonly milliseconds: number
  readonly answered: boolean
}

export interface ShopConnectionOptions {
  readonly name: string
  /** Address of the business. */
  readonly address: string
  /** Address of the agent's own profile. */
  readonly profile: string
  /** Milliseconds before a call is tried again at most; doubles each time. Default: 500. */
  readonly retryDelay?: number
}

/** Connects once for all conversations; a connection that failed is tried again. */
export interface ShopConnection {
  readonly operations: (memory: Memory, signal: AbortSignal, note: (call: ShopCall) => void) => ShopOperations
}

/** Attempts to reach the business, the first one included. */
const attempts = 3

export function createShopConnection(options: ShopConnectionOptions): ShopConnection {
  const { name, address, retryDelay = 500 } = options
  let connecting: Promise<Business> | undefined

  function business(): Promise<Business> {
    connecting ??= connect(options, retryDelay).catch((error: unknown) => {
      connecting = undefined
      throw error
    })
    return connecting
  }

  return {
    operations(memory, signal, note) {
      const call = async <T>(
        name: keyof Business & string,
        request: unknown,
        ask: (business: Business) => Promise<T>,
      ): Promise<T> => {
        const found = await abortable(business(), signal)
        const begun = performance.now()
        let answered = false
        try {
          const answer = await ask(found)
          memory.agreed ??= agreementOf(options.name, found)
          answered = true
          return answer
        } finally {
          note({ name, request, begun, milliseconds: Math.round(performance.now() - begun), answered })
        }
      }
      const context = (): Context => contextOf(memory)
      return {
        ...{ name, address },
        search: (request) => call('search', request, async (shop) => accepted(await shop.search(request, { signal }))),
        lookup: (ids) =>
          call('lookup', { ids }, async (shop) => {
            const { address_country: country } = context()
            const where = country === homeCountry ? {} : { context: context() }
            return accepted(await shop.lookup({ ids, ...where }, { signal }))
          }),
        createCart: (lines, key) =>
          call('createCart', { line_items: lines }, (shop) =>
            shop.createCart({ line_items: lines, context: context() }, { signal, idempotencyKey: key }),
          ),
        updateCart: (id, lines, key) =>
          call('updateCart', { id, line_items: lines }, (shop) =>
            shop.updateCart(id, { line_items: lines }, { signal, idempotencyKey: key }),
          ),
        getCart: (id) => call('getCart', { id }, (shop) => shop.getCart(id, { signal })),
        cancelCart: (id, key) =>
          call('cancelCart', { id }, (shop) => shop.cancelCart(id, { signal, idempotencyKey: key })),
      }
    },
  }
}

const homeCountry = 'US'

/** Prices stay in the currency of the search that found the things. */
function contextOf({ results }: Memory): Context {
  const { address_country: country = homeCountry, currency } = results?.request.context ?? {}
  return { address_country: country, ...(currency !== undefined && { currency }) }
}

/** Tries again where nothing answers; what a business refuses, it would refuse again. */
async function connect(options: ShopConnectionOptions, retryDelay: number): Promise<Business> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await connectOnce(options, retryDelay)
    } catch (error) {
      const mayPass = error instanceof CommerceError && error.code === 'profile_unreachable'
      if (!mayPass || attempt === attempts) throw error
      await new Promise((resolve) => setTimeout(resolve, retryDelay * 2 ** (attempt - 1) * Math.random()))
    }
  }
}

/** The agent knows its own profile: only businesses ask for it over HTTP. */
async function connectOnce({ address, profile }: ShopConnectionOptions, retryDelay: number): Promise<Business> {
  const get: typeof fetch = async (input, init) =>
    String(input) === profile ? Response.json(platformProfile()) : fetch(input, init)
  // A cache of its own for each attempt: it would remember a failure for a second.
  const profiles = createProfileCache({ fetch: get, allowInsecureLoopback: true })
  return connectBusiness(address, { profile, profiles, allowInsecureLoopback: true, retryDelay })
}

function accepted<T extends { readonly kind: string }>(outcome: T | Refusal): Exclude<T, Refusal> {
  if (outcome.kind === 'refused') throw refusalError(outcome as Refusal)
  return outcome as Exclude<T, Refusal>
}

/** A refusal as an error, under the code that the business gave. */
export function refusalError({ messages, continueUrl }: Refusal): CommerceError {
  const [first] = messages
  return new CommerceError(first?.code ?? 'refused', first?.content ?? 'The shop refused.', { continueUrl })
}

/** `Flower & Foot: search, lookup, cart agreed (2026-04-08)`. */
function agreementOf(name: string, { capabilities, version }: Business): string {
  const known = ['search', 'lookup', 'cart'].filter((word) => {
    return Object.keys(capabilities).some((capability) => capability.endsWith(`.${word}`))
  })
  return `${name}: ${known.join(', ')} agreed (${version})`
}

async function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  let stop: () => void = () => undefined
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
  })
  return Promise.race([promise, aborted]).finally(() => signal.removeEventListener('abort', stop))
}
