/** What is dear to make and often wanted again: made once, and not kept for ever. */

export type MemoKey = string | number | boolean | undefined

/** What `make` gives for these keys. `make` must be the same function each time; what it throws is not remembered. */
export type Memo = <Keys extends readonly MemoKey[], Made>(make: (...keys: Keys) => Made, ...keys: Keys) => Made

/** Remembers `limit` things of each kind; over it, the oldest goes, so that an agent cannot fill the memory. */
export function createMemo(limit = 64): Memo {
  const kinds = new WeakMap<object, Map<string, unknown>>()
  return <Keys extends readonly MemoKey[], Made>(make: (...keys: Keys) => Made, ...keys: Keys): Made => {
    const made = kinds.get(make) ?? new Map<string, unknown>()
    kinds.set(make, made)
    const key = JSON.stringify(keys)
    // The map is of this `make`, so whatever is in it came from it.
    if (made.has(key)) return made.get(key) as Made
    const fresh = make(...keys)
    const [oldest] = made.keys()
    if (made.size >= limit && oldest !== undefined) made.delete(oldest)
    made.set(key, fresh)
    return fresh
  }
}
