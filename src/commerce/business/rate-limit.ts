/** How often a client may ask. */
import { CommerceError } from '../error.ts'

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

/** Counts one request of a client. Throws `rate_limited` with the seconds until the next one. */
export type RateLimiter = (client: string) => void

/** Clients that are remembered; the one that was seen longest ago goes first. */
const capacity = 10_000

/** A token bucket for each client. Undefined: no limit. */
export function createRateLimiter(limit: Omit<RateLimit, 'keyOf'> | undefined, now: () => number): RateLimiter {
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
