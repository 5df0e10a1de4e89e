/** From a request to its session: the caller, its credentials, rate, profile and signature, and the capabilities that both parties have. */

import { getOwn, isObject } from '../../json/value.ts'
import { digestOf } from '../../shared/http/digest.ts'
import type { ClientCertificate, Connection } from '../../shared/oauth/client-certificate.ts'
import { CommerceError } from '../error.ts'
import { negotiate, parentsOf } from '../negotiate.ts'
import { isVersion, type Profile, type SigningKey } from '../profile.ts'
import { createProfileCache, type ProfileCache } from '../profile-cache.ts'
import { signatureAlgorithmOf } from '../signer.ts'
import type { NegotiatedCapabilities } from '../types.ts'
import { respelled, type WireFormat, type WireNames, wireNames } from '../wire-names.ts'
import type { Session } from './answer.ts'
import type { ServedOperation } from './operations.ts'
import type { Authenticate, Authentication, BusinessLimits, RateLimit, Settings } from './options.ts'
import { registrableDomain } from './public-suffix.ts'

/** A request, with its body read. */
export interface Incoming {
  readonly request: Request
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly connection: Connection
}

export interface Sessions {
  /** Counts a request by `rateLimit.keyOf`. Throws `rate_limited`. */
  readonly checkRate: (request: Request) => void
  /**
   * Rejects with the protocol errors of profiles, versions, signatures, credentials and rates. `compatible` is false
   * where the capability of the operation is not among those in common: a business outcome.
   *
   * @param platform The address of the platform's profile, checked.
   * @param wire How the caller spells the protocol, and so its profile.
   */
  readonly open: (
    incoming: Incoming,
    operation: ServedOperation,
    platform: string,
    wire: WireNames,
  ) => Promise<{ readonly session: Session; readonly compatible: boolean }>
}

export function createSessions(settings: Settings): Sessions {
  const { allowInsecureLoopback, now, limits } = settings
  const fetch = createLimitedFetch(settings.fetch, limits, now)
  const cacheFor = (wire: WireNames): ProfileCache =>
    createProfileCache({
      ...{ allowInsecureLoopback, now, fetch, wire },
      check: (document) => checkEntries(document, wire),
      reduce: (profile) => platformProfile(profile, wire, settings.profiles.values()),
      // The rule about addresses is for the business's capabilities: what a platform only names is enough to agree on.
      ...{ requireAddresses: false, capacity: 1000 },
      // All keys of a profile count. A profile with many keeps fewer others: all have 20 MB together.
      weigh: (profile) => Math.ceil(JSON.stringify(profile).length / profileLimits.piece),
    })
  const caches: Readonly<Record<WireFormat, ProfileCache>> = {
    document: cacheFor(wireNames('document')),
    ucp: cacheFor(wireNames('ucp')),
  }
  const count = createRateLimiter(settings.rateLimit, now)
  const keyOf = settings.rateLimit?.keyOf

  function checkRate(request: Request): void {
    if (keyOf) count(`request ${keyOf(request)}`)
  }

  /** A platform counts by its origin: another query or path is a new address, but no other client. */
  function countUnknown(platform: string, isSigned: boolean): void {
    if (!keyOf) count(`${isSigned ? 'signed' : 'unsigned'} ${new URL(platform).origin}`)
  }

  return {
    checkRate,
    async open(incoming, operation, platform, wire) {
      checkRate(incoming.request)
      const platforms = caches[wire.name]
      // Requests with refused credentials are not counted: they would use up the requests of the platform that they name.
      const client = await clientOf(incoming, operation.name, settings.authenticate)
      const isSigned = settings.signatures === 'required' || hasSignature(incoming.request)
      if (client !== '') count(`client ${client}`)
      else if (!isSigned) countUnknown(platform, false)
      const profile = await platforms.get(platform)
      await checkSignature(incoming, operation, settings, async (keyid) => {
        const has = ({ signingKeys }: Profile) => signingKeys.find(({ kid }) => kid === keyid)
        // A key that is not known may be newer than the profile that is kept.
        return has(profile) ?? has(await platforms.get(platform, true))
      })
      if (client === '' && isSigned) countUnknown(platform, true)
      const own = settings.profiles.get(profile.version)
      if (!own) throw versionUnsupported(profile.version, settings)
      const { capability } = operation
      const active = negotiate(own.capabilities, profile.capabilities)
      const scope = JSON.stringify(client === '' ? ['platform', platform] : ['client', client])
      const session = {
        wire,
        version: own.version,
        active: basisOf(own, active, capability),
        ...{ client, platform, scope },
        // A platform that must sign is known by that: its carts are its own.
        owner: client === '' && settings.signatures === 'required' ? scope : client,
      }
      return { session, compatible: Object.hasOwn(active, capability) }
    },
  }
}

/** Throws `profile_malformed` for what the table of the document calls no capability, whoever has authority over its name. */
function checkEntries(document: unknown, { member }: WireNames): void {
  const holder = isObject(document) ? document[member] : undefined
  const value = isObject(holder) ? holder['capabilities'] : undefined
  const lists = isObject(value) ? Object.values(value) : [value ?? []]
  for (const list of lists)
    for (const entry of Array.isArray(list) ? list : [undefined]) {
      const { version, spec = '', schema = '', extends: parents = '' } = isObject(entry) ? entry : {}
      const texts = [spec, schema, parents].flat().every((text) => typeof text === 'string')
      const isNamed = isObject(value) || (isObject(entry) && typeof entry['name'] === 'string')
      if (!isVersion(version) || !texts || !isNamed)
        throw new CommerceError('profile_malformed', 'The profile has a capability that breaks the schema')
    }
}

const linking = `${wireNames().prefix}common.identity_linking`

/**
 * What an answer rests on: the capability of the operation, those that it extends, those that extend it, and the linking of
 * accounts. Parents come before what extends them.
 */
function basisOf(own: Profile, active: NegotiatedCapabilities, root: string): NegotiatedCapabilities {
  if (!Object.hasOwn(active, root)) return {}
  const parents = (name: string): readonly string[] => {
    const entry = own.capabilities[name]?.find(({ version }) => version === active[name])
    return entry ? parentsOf(entry).filter((parent) => Object.hasOwn(active, parent)) : []
  }
  // Both loops meet what they add.
  const [above, below] = [new Set(parents(root)), new Set([root])]
  for (const name of above) for (const parent of parents(name)) above.add(parent)
  for (const name of below) for (const other of Object.keys(active)) if (parents(other).includes(name)) below.add(other)
  const ordered = new Map<string, string>()
  const add = (name: string): void => {
    const version = above.has(name) || below.has(name) || name === linking ? active[name] : undefined
    if (version === undefined || ordered.has(name)) return
    // Before its parents: two that extend one another must not go on for ever.
    ordered.set(name, version)
    parents(name).forEach(add)
    ordered.delete(name)
    ordered.set(name, version)
  }
  for (const name of [...below, linking]) add(name)
  return Object.fromEntries(ordered)
}

function hasSignature({ headers }: Request): boolean {
  return headers.has('signature') || headers.has('signature-input')
}

/**
 * A signature counts for less time than the answer to its request is kept: when the answer is forgotten, a captured copy
 * of the request is too old to be carried out again. So a signed change must say when it was signed. One second is for
 * times that are cut to whole seconds.
 */
async function checkSignature(
  { request, bytes }: Incoming,
  operation: ServedOperation,
  { signatures, now, answerLifetime }: Settings,
  keyOf: Parameters<typeof import('../signature.ts').verifyMessage>[1],
): Promise<void> {
  const { headers, method, url } = request
  const isSigned = hasSignature(request)
  if (!isSigned && !headers.has('content-digest') && signatures === 'optional') return
  const { checkDigest, clockSkew, verifyMessage } = await import('../signature.ts')
  const message = { method, url, headers, body: bytes }
  if (!isSigned && signatures === 'optional') return checkDigest(message)
  await verifyMessage(message, keyOf, {
    now: Math.floor(now() / 1000),
    maxAge: Math.floor(answerLifetime / 1000) - clockSkew - 1,
    mustBeDated: operation.changes,
  })
}

function versionUnsupported(version: string, { profiles, refusalUrl }: Settings): CommerceError {
  const known = [...profiles.keys()].join(', ')
  return new CommerceError('version_unsupported', `Version ${version} is not supported; supported: ${known}`, {
    continueUrl: refusalUrl(),
  })
}

/** Characters of a key's id and of its numbers; a number of P-384, the longest, has 64. Bytes of a profile that count as one. */
const profileLimits = { kid: 256, number: 64, piece: 20_000 }

/**
 * The version, those capabilities that the business has too, and the public keys, each id once. A profile of 256 KiB may
 * take 5 MB as objects, and a business keeps the profiles of many platforms: what is left is seldom more than 1 kB.
 *
 * @param wire How the platform spells the names of capabilities; they are kept as document 000 spells them.
 * @param profiles Of the business, in all its versions.
 */
export function platformProfile(profile: Profile, wire: WireNames, profiles: Iterable<Profile>): Profile {
  const offered = new Map<string, Set<string>>()
  for (const { capabilities } of profiles)
    for (const [name, entries] of Object.entries(capabilities))
      offered.set(name, new Set([...(offered.get(name) ?? []), ...entries.map(({ version }) => version)]))
  const shared = [...offered].flatMap(([name, versions]) => {
    const wanted = new Set(
      getOwn(profile.capabilities, respelled(name, wireNames(), wire))?.map(({ version }) => version),
    )
    const both = [...wanted].filter((version) => versions.has(version)).map((version) => ({ version }))
    return both.length > 0 ? [[name, both] as const] : []
  })
  const keys = new Map<string, SigningKey>()
  for (const key of profile.signingKeys)
    if (key.kid.length <= profileLimits.kid && !keys.has(key.kid)) keys.set(key.kid, publicKey(key))
  return {
    ...{ version: profile.version, services: {}, paymentHandlers: {}, supportedVersions: {} },
    capabilities: Object.fromEntries(shared),
    signingKeys: [...keys.values()],
  }
}

/** A key of an unknown kind keeps its id only: a signature with it is refused with `algorithm_unsupported`. */
function publicKey(key: SigningKey): SigningKey {
  const { kid, kty, crv, x, y } = key
  const isShort = [x, y].every((number = '') => typeof number === 'string' && number.length <= profileLimits.number)
  if (!isShort || !signatureAlgorithmOf(key)) return { kid, kty: '' }
  return { kid, kty, ...(crv && { crv }), ...(x && { x }), ...(y && { y }) }
}

const minute = 60_000

/** The part of all fetches that domains may have which were asked before in the same minute. */
const shareOfKnown = 0.8

/**
 * A `fetch` with two limits for a minute, in windows that begin with a call: calls to one registrable domain, whatever its hosts,
 * and calls to all. One more rejects with `temporarily_unavailable` and asks to wait a minute. A call that one domain's limit refuses
 * does not count for all. The last part of all is for domains that were not asked in this minute.
 */
export function createLimitedFetch(
  fetch: typeof globalThis.fetch,
  { profilesPerMinute, profilesPerHost }: Pick<BusinessLimits, 'profilesPerMinute' | 'profilesPerHost'>,
  now: () => number,
): typeof globalThis.fetch {
  let [begun, count] = [Number.NEGATIVE_INFINITY, 0]
  const byDomain = new Map<string, number>()
  return async (...request) => {
    if (now() - begun >= minute) {
      begun = now()
      count = 0
      byDomain.clear()
    }
    const domain = registrableDomain(new URL(String(request[0])).hostname)
    const ofDomain = byDomain.get(domain) ?? 0
    const most = ofDomain > 0 ? profilesPerMinute * shareOfKnown : profilesPerMinute
    if (count >= most || ofDomain >= profilesPerHost)
      throw new CommerceError('temporarily_unavailable', 'Too many profiles are fetched at the moment', {
        retryAfter: 60,
      })
    count++
    byDomain.set(domain, ofDomain + 1)
    return fetch(...request)
  }
}

/**
 * By the agent header. A caller of tools that names no agent yet, for `tools/list`, is told by what the Model Context
 * Protocol has its clients send: its version, or that they read events. Anybody else speaks as document 000.
 */
export function wireOfRequest({ headers }: Request): WireNames {
  const [seed, ucp] = [wireNames('document'), wireNames('ucp')]
  if (headers.has(seed.agentHeader)) return seed
  const accept = headers.get('accept') ?? ''
  const isPublic =
    headers.has(ucp.agentHeader) || headers.has('mcp-protocol-version') || accept.includes('text/event-stream')
  return isPublic ? ucp : seed
}

/** Of a tool call, which may name its agent in `meta`. */
export function wireOfCall(meta: Readonly<Record<string, unknown>>, request: Request): WireNames {
  const named = (['document', 'ucp'] as const).find((name) => getOwn(meta, wireNames(name).agentMeta) !== undefined)
  return named ? wireNames(named) : wireOfRequest(request)
}

export interface CredentialOptions {
  /** API key → who has it. Keys come in the header `X-API-Key`. */
  readonly apiKeys?: Readonly<Record<string, Authentication>>
  /** What an OAuth 2.0 access token stands for; it comes in `Authorization: Bearer`. */
  readonly bearer?: (
    token: string,
    operation: ServedOperation['name'],
    connection: Connection,
  ) => Authentication | Promise<Authentication>
  /** What a certificate stands for that came with mutual TLS. Asked where there is neither a token nor a key. */
  readonly certificate?: (
    certificate: ClientCertificate,
    operation: ServedOperation['name'],
  ) => Authentication | Promise<Authentication>
  /** Operations that need no credentials. Wrong credentials are refused there too. Default: none. */
  readonly publicOperations?: readonly ServedOperation['name'][]
}

/** An `authenticate` for API keys, bearer tokens, certificates and public operations. A token goes before a key. */
export function credentials(options: CredentialOptions): Authenticate {
  const { apiKeys = {}, bearer, certificate, publicOperations = [] } = options
  // By digest: how long a comparison takes then says nothing about a key.
  const byDigest = Promise.all(
    Object.entries(apiKeys).map(async ([key, authentication]) => [await digestOf(key), authentication] as const),
  ).then((entries) => new Map(entries))
  return async (request, operation, connection) => {
    const authorization = request.headers.get('authorization')
    const key = request.headers.get('x-api-key')
    if (authorization !== null) {
      const token = /^Bearer +([\w.~+/-]+=*)$/i.exec(authorization)?.[1]
      return token !== undefined && bearer ? bearer(token, operation, connection) : { kind: 'unauthenticated' }
    }
    if (key !== null) return (await byDigest).get(await digestOf(key)) ?? { kind: 'unauthenticated' }
    if (connection.certificate && certificate) return certificate(connection.certificate, operation)
    return { kind: publicOperations.includes(operation) ? 'public' : 'unauthenticated' }
  }
}

/**
 * The client's id, or `''` where nobody is known. Throws `authentication_required` or `permission_denied`, and a TypeError
 * where `authenticate` gives nothing of these: a mistake of the host lets nobody in.
 */
async function clientOf(
  { request, connection }: Incoming,
  operation: ServedOperation['name'],
  authenticate: Authenticate | undefined,
): Promise<string> {
  if (!authenticate) return ''
  const found = await authenticate(request, operation, connection)
  switch (found?.kind) {
    case 'client':
      if (typeof found.id === 'string' && found.id !== '') return found.id
      throw new TypeError('authenticate gave a client without an id')
    case 'public':
      return ''
    case 'forbidden':
      throw new CommerceError('permission_denied', 'The credentials do not permit this operation', {
        challenge: found.challenge,
      })
    case 'unauthenticated':
      throw new CommerceError('authentication_required', 'Valid credentials are required', {
        challenge: found.challenge,
      })
    default:
      throw new TypeError('authenticate gave none of its results')
  }
}

/** Counts one request of a client. Throws `rate_limited` with the seconds until the next one. */
type RateLimiter = (client: string) => void

/** Clients that are remembered; the one that was seen longest ago goes first. */
const capacity = 10_000

/** A token bucket for each client. Undefined: no limit. */
function createRateLimiter(limit: Omit<RateLimit, 'keyOf'> | undefined, now: () => number): RateLimiter {
  if (!limit) return () => undefined
  const { requests, seconds } = limit
  const perToken = (seconds * 1000) / requests
  const buckets = new Map<string, { readonly tokens: number; readonly at: number }>()
  return (client) => {
    const at = now()
    const bucket = buckets.get(client) ?? { tokens: requests, at }
    const tokens = Math.min(requests, bucket.tokens + (at - bucket.at) / perToken)
    // The newest last, so that the first is the one to go.
    buckets.delete(client)
    buckets.set(client, { tokens: tokens < 1 ? tokens : tokens - 1, at })
    if (buckets.size > capacity)
      for (const oldest of buckets.keys()) {
        buckets.delete(oldest)
        break
      }
    if (tokens >= 1) return
    const retryAfter = Math.max(1, Math.ceil(((1 - tokens) * perToken) / 1000))
    throw new CommerceError('rate_limited', `Too many requests; the next one is possible in ${retryAfter} s`, {
      retryAfter,
    })
  }
}
