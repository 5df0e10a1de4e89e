/** What a host says about its business, checked and with its defaults. */
import { getOwn } from '../../json/value.ts'
import type { Connection } from '../../shared/oauth/client-certificate.ts'
import type { Profile } from '../profile.ts'
import type { Signer } from '../signer.ts'
import type { Version } from '../types.ts'
import { type OperationName, serviceOf, wireNames } from '../wire-names.ts'
import type { RecentChange } from './answer.ts'
import type { HostOperations } from './host-operations.ts'
import { checkOwnProfile } from './own-profile.ts'
import type { Store } from './store.ts'

/** A profile as it is published: `{ commerce: { version, services, capabilities, … } }`, of either shape. */
export type ProfileDocument = Readonly<Record<string, unknown>>

/**
 * `client`: known, `id` tells clients apart. `public`: unknown, but nobody has to be known for this.
 * `unauthenticated` is answered with 401, `forbidden` with 403; `challenge` is then `WWW-Authenticate`. Default: `Bearer` with 401.
 */
export type Authentication =
  | { readonly kind: 'client'; readonly id: string }
  | { readonly kind: 'public' }
  | { readonly kind: 'unauthenticated' | 'forbidden'; readonly challenge?: string | undefined }

/**
 * Must not read the request's body. A rejection is answered with 500. With mutual TLS the host's server knows the
 * certificate, and hands it to the business with the request (`clientCertificate` of `surface-runtime/commerce/tokens`).
 * Get Product of the public spelling is asked about as `lookup`, whose capability it belongs to, and an operation of the
 * host's own by the name of its tool.
 */
export type Authenticate = (
  request: Request,
  operation: OperationName | (string & {}),
  connection: Connection,
) => Authentication | Promise<Authentication>

export interface RateLimit {
  /** Requests in a row; as many come back within `seconds`, evenly. */
  readonly requests: number
  readonly seconds: number
  /**
   * Who sends a request, as the host's server knows it: the address of the connection, for example. Counted before the
   * credentials are looked at. Default: clients that are known are counted by their id, all others by the origin of
   * their platform's profile, which anybody may name.
   */
  readonly keyOf?: (request: Request) => string
}

export interface BusinessLimits {
  /** Identifiers in one lookup. Default: 50. */
  readonly ids: number
  /** Lines of a cart. Default: 100. */
  readonly lines: number
  /** Bytes of what a request adds to a cart, as JSON: members that the business only keeps. Default: 16384. */
  readonly cartBytes: number
  /** Products on one page; a larger `limit` counts as this. Default: 50. */
  readonly pageSize: number
  /** Bytes of a request's body. Default: 131072. */
  readonly bodyBytes: number
  /** Milliseconds in which a request's body must have come: 408 after that, and nothing is stored. Default: 10000. */
  readonly bodyTime: number
  /**
   * Characters that an `Idempotency-Key` needs. The protocol sets no length, so the default is 1. Without `authenticate`
   * a key belongs to the address of a platform's profile, and every client may name that address. A client that guesses a
   * key and sends the same request gets the stored answer with the cart in it. Set 22 there, which is 128 random bits in
   * base64, or require signatures. Default: 1.
   */
  readonly keyLength: number
  /** Levels of a request's JSON. Default: 32. */
  readonly depth: number
  /** Fetches of platform profiles in a minute. Default: 600. */
  readonly profilesPerMinute: number
  /** Of these, fetches from the hosts of one registrable domain. Default: 60. */
  readonly profilesPerHost: number
}

export interface BusinessOptions {
  /** The profile for the newest version, served at `/.well-known/commerce`. Its endpoints say what paths are served. */
  readonly profile: ProfileDocument
  readonly store: Store
  /** Profiles for older protocol versions, served at `/.well-known/commerce/{version}`. Default: none. */
  readonly versions?: Readonly<Record<Version, ProfileDocument>>
  /** Operations for capabilities that this package has none for, such as checkout. Default: none. */
  readonly operations?: HostOperations
  /** Default: everything is public. */
  readonly authenticate?: Authenticate
  /** Signs every answer. Its public key stands in the profile's `signing_keys`. Default: answers are not signed. */
  readonly signer?: Signer
  /**
   * `required` refuses requests without a signature, and changes without an `Idempotency-Key`. A signature that is there
   * is always checked: it is refused a minute before `answerLifetime` is over, and that of a change needs a `created`.
   * Default: `optional`.
   */
  readonly signatures?: 'optional' | 'required'
  /** For buyers who name neither a currency nor a country that has one. Default: `USD`. */
  readonly currency?: string
  /** Country of the buyer (ISO 3166-1, two letters) → currency. Default: none. */
  readonly currencyByCountry?: Readonly<Record<string, string>>
  /**
   * Where the buyer goes on in the business's own pages: with a cart, or in general. Default: a cart has no address, and a
   * refusal has that of the endpoint's origin.
   */
  readonly continueUrl?: (cart?: { readonly id: string }) => string | undefined
  /** Milliseconds from a cart's last change until it expires. Default: 24 hours. */
  readonly cartLifetime?: number
  /** Milliseconds that idempotency records are kept, at least 24 hours. Default: 48 hours. */
  readonly answerLifetime?: number
  /** For each client. Default: no limit. */
  readonly rateLimit?: RateLimit
  /**
   * Origins whose pages may call the business from a browser, such as `https://app.example`; `*` allows all pages. Cookies
   * are never allowed. Default: none.
   */
  readonly origins?: readonly string[]
  readonly limits?: Partial<BusinessLimits>
  /**
   * Gets platform profiles, from addresses that anybody may send. Default: `createGuardedFetch()`, which refuses addresses
   * that are not public. With another `fetch` nothing does: build it on `createGuardedFetch`, or let it refuse them too.
   */
  readonly fetch?: typeof globalThis.fetch
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: () => number
  /** `http` on loopback is allowed, for endpoints and for platform profiles: for development. Default: false. */
  readonly allowInsecureLoopback?: boolean
  /** Called with what was answered with 500 or 503, and with failures outside of an answer. Default: `console.error`. */
  readonly onError?: (error: unknown) => void
}

type Defaulted = 'signatures' | 'currency' | 'currencyByCountry' | 'cartLifetime' | 'answerLifetime' | 'now' | 'fetch'

/** The options with all defaults, and the profiles as they are read. */
export interface Settings extends Omit<BusinessOptions, Defaulted | 'limits' | 'continueUrl' | 'onError'> {
  readonly signatures: 'optional' | 'required'
  readonly currency: string
  readonly currencyByCountry: Readonly<Record<string, string>>
  readonly continueUrl: (cart?: { readonly id: string }) => string | undefined
  readonly cartLifetime: number
  readonly answerLifetime: number
  readonly limits: BusinessLimits
  readonly now: () => number
  readonly fetch: typeof globalThis.fetch
  readonly allowInsecureLoopback: boolean
  readonly onError: (error: unknown) => void
  /** Where the buyer goes on after a refusal: the protocol wants an address there. */
  readonly refusalUrl: (cart?: { readonly id: string }) => string
  /** By version, the newest first. */
  readonly profiles: ReadonlyMap<Version, Profile>
  /** By idempotency key, the newest last. */
  readonly recent: Map<string, RecentChange>
  /** `secret` seals the cursors of searches. Absent until it is needed. */
  readonly cursors: { secret?: Promise<string> }
}

const defaultLimits: BusinessLimits = {
  ...{
    ids: 50,
    lines: 100,
    cartBytes: 16_384,
    pageSize: 50,
    bodyBytes: 131_072,
    bodyTime: 10_000,
    keyLength: 1,
    depth: 32,
    profilesPerMinute: 600,
    profilesPerHost: 60,
  },
}

/** The version of the profile at the well-known address. */
export function newestVersion({ profiles }: Pick<Settings, 'profiles'>): Version {
  return [...profiles.keys()][0] ?? ''
}

const hour = 3_600_000

/** Throws a TypeError for a mistake that types do not show in JavaScript. A misspelt option stands in the message. */
export function checkOptions(options: Partial<BusinessOptions> = {}): void {
  const needed = (['profile', 'store'] as const).find((name) => typeof options[name] !== 'object' || !options[name])
  if (needed === undefined) return
  const given = Object.keys(options).join(', ') || 'none'
  throw new TypeError(`The option "${needed}" must be an object; options given: ${given}`)
}

/** Throws a TypeError where a profile or an option cannot be served: a mistake of the host. */
export function settingsOf(options: BusinessOptions): Settings {
  const { allowInsecureLoopback = false, answerLifetime = 48 * hour, versions = {}, operations = {} } = options
  const { continueUrl = () => undefined } = options
  if (answerLifetime < 24 * hour) throw new TypeError('answerLifetime must be at least 24 hours')
  const checks = { allowInsecureLoopback, served: Object.keys(operations) }
  const newest = checkOwnProfile(options.profile, checks)
  const older = Object.entries(versions).map(([version, document]) => {
    const profile = checkOwnProfile(document, checks)
    if (profile.version !== version || version >= newest.version)
      throw new TypeError(`The profile under ${version} must have that version, older than ${newest.version}`)
    return profile
  })
  // biome-ignore lint/suspicious/noConsole: the default of `onError`.
  const { onError = console.error } = options
  return {
    ...{ signatures: 'optional', currency: 'USD', currencyByCountry: {}, cartLifetime: 24 * hour },
    now: Date.now,
    fetch: lateGuardedFetch(allowInsecureLoopback),
    ...options,
    ...{ allowInsecureLoopback, answerLifetime, continueUrl },
    refusalUrl: (cart) => continueUrl(cart) ?? `${originOf(newest)}/`,
    // `onError` may throw or reject: the request still gets its answer.
    onError: (error) => void new Promise((resolve) => resolve(onError(error))).catch(() => undefined),
    limits: { ...defaultLimits, ...options.limits },
    recent: new Map(),
    cursors: {},
    profiles: new Map([newest, ...older].map((profile) => [profile.version, profile])),
  }
}

/** `createGuardedFetch()`, loaded with the first profile that is asked for. */
function lateGuardedFetch(allowInsecureLoopback: boolean): typeof globalThis.fetch {
  return async (...request) => {
    const { createGuardedFetch } = await import('./guarded-fetch.ts')
    return createGuardedFetch({ allowInsecureLoopback })(...request)
  }
}

/** Where the business is: the origin of the service that has its operations, or of another; `''` where none has an address. */
export function originOf({ services }: Profile): string {
  const entries = [getOwn(services, serviceOf(wireNames())) ?? [], ...Object.values(services)].flat()
  const { endpoint } = entries.find(({ endpoint }) => endpoint !== undefined) ?? {}
  return endpoint === undefined ? '' : new URL(endpoint).origin
}
