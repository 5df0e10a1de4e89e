/** A store whose failures are answered with 503: the platform may try again. */
import { CommerceError } from '../error.ts'
import type { Store } from './store.ts'

/** Seconds that a platform is asked to wait. */
const retryAfter = 2

/** Requests of platforms use the guarded methods. The host and the clean-up use the others, and get errors as they are. */
export function guardStore(store: Store): Store {
  // Each method by itself: a store of a host may be an instance of a class.
  return {
    saveProducts: (products) => store.saveProducts(products),
    removeProducts: (ids) => store.removeProducts(ids),
    search: (query) => guarded(() => store.search(query)),
    find: (identifiers) => guarded(() => store.find(identifiers)),
    cart: (id) => guarded(() => store.cart(id)),
    answer: (key, now) => guarded(() => store.answer(key, now)),
    commit: (change) => guarded(() => store.commit(change)),
    removeExpired: async (now) => store.removeExpired(now),
    close: () => store.close(),
  }
}

async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    throw new CommerceError('temporarily_unavailable', 'The store does not answer', { retryAfter, cause })
  }
}
