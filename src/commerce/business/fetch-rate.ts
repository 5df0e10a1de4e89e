/** How many profiles of platforms a business fetches: a client that names a new address each time meets these limits. */
import { CommerceError } from '../error.ts'
import type { BusinessLimits } from './options.ts'

const minute = 60_000

/**
 * A `fetch` with two limits for a minute, in windows that begin with a call: calls to one host, and calls to all. One more
 * rejects with `temporarily_unavailable` and asks to wait a minute. A call that one host's limit refuses does not count for all.
 */
export function createLimitedFetch(
  fetch: typeof globalThis.fetch,
  { profilesPerMinute, profilesPerHost }: Pick<BusinessLimits, 'profilesPerMinute' | 'profilesPerHost'>,
  now: () => number,
): typeof globalThis.fetch {
  let [begun, count] = [Number.NEGATIVE_INFINITY, 0]
  const byHost = new Map<string, number>()
  return async (...request) => {
    if (now() - begun >= minute) {
      begun = now()
      count = 0
      byHost.clear()
    }
    const { host } = new URL(String(request[0]))
    const ofHost = byHost.get(host) ?? 0
    if (count >= profilesPerMinute || ofHost >= profilesPerHost)
      throw new CommerceError('temporarily_unavailable', 'Too many profiles are fetched at the moment', {
        retryAfter: 60,
      })
    count++
    byHost.set(host, ofHost + 1)
    return fetch(...request)
  }
}
