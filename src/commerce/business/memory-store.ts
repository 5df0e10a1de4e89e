/** A store in memory: for tests and for development. It ends with the process. */
import { createMemoryCatalog } from './memory-catalog.ts'
import type { AnswerKey, Change, Outcome, Store, StoredAnswer, StoredCart, StoredProduct } from './store.ts'

/**
 * A `Store` that keeps everything in memory. Each method does its work in one turn, so nothing comes between the parts
 * of a change. Expired carts and answers stay until `removeExpired` is called.
 */
export function memoryStore(products: readonly StoredProduct[] = []): Store {
  const catalog = createMemoryCatalog()
  catalog.save(products)
  const carts = new Map<string, StoredCart>()
  const answers = new Map<string, StoredAnswer>()

  function answer(key: AnswerKey, now: number): StoredAnswer | undefined {
    const kept = answers.get(nameOf(key))
    return kept && kept.keepUntil > now ? kept : undefined
  }

  function commit({ write, answer: next, now }: Change): Outcome {
    if (write && write.kind !== 'insert') {
      const id = write.kind === 'replace' ? write.cart.id : write.id
      if (carts.get(id)?.version !== write.expected) return 'conflict'
    }
    if (next && answer(next, now)) return 'answered'
    if (write?.kind === 'remove') carts.delete(write.id)
    else if (write) carts.set(write.cart.id, write.cart)
    if (next) answers.set(nameOf(next), next)
    return 'done'
  }

  function removeExpired(now: number): number {
    const before = carts.size + answers.size
    for (const [id, cart] of carts) if (cart.expiresAt <= now) carts.delete(id)
    for (const [name, kept] of answers) if (kept.keepUntil <= now) answers.delete(name)
    return before - carts.size - answers.size
  }

  return {
    saveProducts: async (products) => catalog.save(products),
    removeProducts: async (ids) => ids.forEach(catalog.remove),
    search: async (query) => catalog.search(query),
    find: async (identifiers) => catalog.find(identifiers),
    cart: async (id) => carts.get(id),
    answer: async (key, now) => answer(key, now),
    commit: async (change) => commit(change),
    removeExpired: async (now) => removeExpired(now),
    close: async () => undefined,
  }
}

function nameOf({ client, operation, key }: AnswerKey): string {
  return JSON.stringify([client, operation, key])
}
