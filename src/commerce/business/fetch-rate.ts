/** How many profiles of platforms a business fetches: whoever names a new address with each request meets this limit. */
import { CommerceError } from '../error.ts'

const minute = 60_000

/**
 * A `fetch` that is called so often in a minute at most, over all addresses, in windows that begin with a call. One more
 * rejects with `temporarily_unavailable` and asks to wait a minute.
 */
export function createLimitedFetch(
  fetch: typeof globalThis.fetch,
  perMinute: number,
  now: () => number,
): typeof globalThis.fetch {
  let [begun, count] = [Number.NEGATIVE_INFINITY, 0]
  return async (...request) => {
    if (now() - begun >= minute) [begun, count] = [now(), 0]
    count++
    if (count <= perMinute) return fetch(...request)
    throw new CommerceError('temporarily_unavailable', 'Too many profiles are fetched at the moment', {
      retryAfter: 60,
    })
  }
}
