/** Profiles of others: fetched over https without redirects, checked, and kept for as long as they say. */
import { shownAddress } from '../shared/http/shown-address.ts'
import { checkProfileUrl } from './address.ts'
import { about, CommerceError } from './error.ts'
import { parseBytes, readBytes } from './exchange.ts'
import { type Profile, type ProfileOptions, readProfile } from './profile.ts'

export interface ProfileCacheOptions extends ProfileOptions {
  /** May refuse an address by a `CommerceError` of its own. */
  readonly fetch: typeof globalThis.fetch
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: () => number
  /** Bytes of a profile at most. Default: 262144. */
  readonly maxBytes?: number
  /** Milliseconds for one fetch. Default: 5000. */
  readonly timeout?: number
  /** Profiles kept at most; the one that was used longest ago goes first. Default: 100. */
  readonly capacity?: number
  /** How many others a profile takes the room of. Default: 1 for each. */
  readonly weigh?: (profile: Profile) => number
  /** Throws for a document that is refused beside what `readProfile` refuses. */
  readonly check?: (document: unknown) => void
  /** What is kept of a profile, and given. Default: all of it. */
  readonly reduce?: (profile: Profile) => Profile
}

export interface ProfileCache {
  /**
   * The profile at an address: out of the cache while it is fresh, otherwise asked for again with its `ETag`. Callers
   * at one time share one fetch. An old profile is used for up to an hour where its address does not answer.
   *
   * Rejects with `invalid_profile_url`, `profile_unreachable`, `profile_malformed`, and what `fetch` refuses.
   *
   * @param force Asks again although it is fresh, but at most once in a minute: for a key that is not known.
   * @param requireAddresses As in `ProfileOptions`, for this profile. Default: as the cache was made.
   */
  get(url: string, force?: boolean, requireAddresses?: boolean): Promise<Profile>
}

interface Kept {
  /** Its share of the capacity. */
  readonly weight: number
}

interface Entry extends Kept {
  readonly profile: Profile
  readonly etag: string | null
  readonly freshUntil: number
  /** When the address answered last. */
  readonly answeredAt: number
}

interface Failure extends Kept {
  readonly error: unknown
  readonly count: number
  readonly until: number
}

const minute = 60_000

/** The least and the most time that a profile counts as fresh, whatever its headers say. */
const [floor, ceiling] = [minute, 24 * 60 * minute]

/** The most for a profile with signing keys: a key that was taken back counts no longer than that. */
const keyCeiling = 60 * minute

export function createProfileCache(options: ProfileCacheOptions): ProfileCache {
  const { now = Date.now, capacity = 100 } = options
  const entries = new Map<string, Entry>()
  const failures = new Map<string, Failure>()
  const running = new Map<string, Promise<Profile>>()

  async function refresh(key: string, url: string, old: Entry | undefined, as: ProfileCacheOptions): Promise<Profile> {
    try {
      const entry = await fetchEntry(url, old, as, now)
      failures.delete(key)
      keep(entries, key, entry, capacity)
      return entry.profile
    } catch (cause) {
      const error = about(shownAddress(url), cause)
      const count = (failures.get(key)?.count ?? 0) + 1
      keep(failures, key, { weight: 1, error, count, until: now() + Math.min(500 * 2 ** count, minute) }, capacity)
      return usable(old, error)
    }
  }

  /** Document 000 knows no rule for a profile that cannot be had again: an hour is ours. */
  function usable(old: Entry | undefined, error: unknown): Profile {
    const unreachable = error instanceof CommerceError && error.code !== 'profile_malformed'
    if (old && unreachable && now() < old.answeredAt + 60 * minute) return old.profile
    throw error
  }

  return {
    async get(url, force = false, requireAddresses = options.requireAddresses ?? true) {
      checkProfileUrl(url, options.allowInsecureLoopback)
      const key = `${requireAddresses} ${url}`
      const entry = entries.get(key)
      const fresh = entry && now() < (force ? entry.answeredAt + floor : entry.freshUntil)
      if (fresh) {
        keep(entries, key, entry, capacity)
        return entry.profile
      }
      const failure = failures.get(key)
      if (failure && now() < failure.until) return usable(entry, failure.error)
      const as = { ...options, requireAddresses }
      const shared = running.get(key) ?? refresh(key, url, entry, as).finally(() => running.delete(key))
      running.set(key, shared)
      return shared
    },
  }
}

async function fetchEntry(
  url: string,
  old: Entry | undefined,
  options: ProfileCacheOptions,
  now: () => number,
): Promise<Entry> {
  const response = await request(url, old, options)
  const answeredAt = now()
  const fresh = (profile: Profile, etag: string | null): Entry => {
    const max = profile.signingKeys.length > 0 ? keyCeiling : ceiling
    const weight = options.weigh?.(profile) ?? 1
    return { weight, profile, etag, freshUntil: answeredAt + Math.min(lifetimeOf(response.headers), max), answeredAt }
  }
  const etag = response.headers.get('etag')
  if (response.status === 304 && old) return fresh(old.profile, etag ?? old.etag)
  if (!response.ok || response.redirected) {
    await response.body?.cancel().catch(() => undefined)
    throw unreachable(`The profile was answered with status ${response.status}`)
  }
  const reading = readBytes(response, options.maxBytes ?? 262_144, 'profile_malformed')
  const bytes = await reading.catch(failedBy('The profile broke off'))
  const document = parseBytes(bytes, 'profile_malformed')
  options.check?.(document)
  const read = readProfile(document, options)
  return fresh(options.reduce?.(read) ?? read, etag)
}

async function request(url: string, old: Entry | undefined, options: ProfileCacheOptions): Promise<Response> {
  const headers: HeadersInit = { Accept: 'application/json', ...(old?.etag && { 'If-None-Match': old.etag }) }
  const signal = AbortSignal.timeout(options.timeout ?? 5000)
  // `manual`: with `error` a redirect would look like a failed connection.
  const init: RequestInit = { headers, signal, redirect: 'manual', credentials: 'omit', cache: 'no-store' }
  const { fetch } = options
  return await fetch(url, init).catch(failedBy('The profile could not be fetched'))
}

/** `max-age` within floor and ceiling; without one, or with `no-store` and the like, the floor. */
function lifetimeOf(headers: Headers): number {
  const control = headers.get('cache-control') ?? ''
  const seconds = Number(/(?:^|[\s,])max-age="?(\d+)/i.exec(control)?.[1] ?? 0)
  if (/no-store|no-cache|private/i.test(control)) return floor
  return Math.min(Math.max(seconds * 1000, floor), ceiling)
}

/** The newest entry is the last one; the first ones go. */
function keep<T extends Kept>(map: Map<string, T>, key: string, value: T, capacity: number): void {
  map.delete(key)
  map.set(key, value)
  let total = 0
  for (const { weight } of map.values()) total += weight
  for (const [oldest, { weight }] of map) {
    if (total <= capacity || oldest === key) break
    map.delete(oldest)
    total -= weight
  }
}

/** Throws `profile_unreachable`. A fetch that guards addresses says itself what is wrong with one. */
function failedBy(content: string): (cause: unknown) => never {
  return (cause) => {
    throw cause instanceof CommerceError ? cause : unreachable(content, cause)
  }
}

function unreachable(content: string, cause?: unknown): CommerceError {
  return new CommerceError('profile_unreachable', content, { cause })
}
