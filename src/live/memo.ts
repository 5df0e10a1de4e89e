/** Keeps values that are expensive to make and often needed, within a number of bytes. */

export type MemoKey = string | number | boolean | undefined

/** Makes something from its keys. A `Memo` tells things apart by the function, so pass the same function each time. */
export interface Make<Keys extends readonly MemoKey[], Made> {
  (...keys: Keys): Made
  /** Steps of about 10 nanoseconds that making takes; default 5,000. They count against `limits.work` before it is made. */
  readonly cost?: (...keys: Keys) => number
  /** Bytes that the made thing holds; default 1,000. */
  readonly bytes?: (made: Made) => number
}

/** What `make` gives for these keys. What `make` throws is not remembered. */
export type Memo = <Keys extends readonly MemoKey[], Made>(make: Make<Keys, Made>, ...keys: Keys) => Made

/** The memory behind the memos of one surface. */
export interface MemoStore {
  /** `spend` may throw; then nothing is made. */
  get<Keys extends readonly MemoKey[], Made>(make: Make<Keys, Made>, keys: Keys, spend: (steps: number) => void): Made
  clear(): void
}

interface Entry {
  readonly value: unknown
  readonly bytes: number
}

/** What an agent's patterns and formats may hold together, for one surface. */
const defaultBytes = 512 * 1024

/** Over `limit` bytes the oldest entries go, so that an agent cannot fill the memory. A larger one is not kept at all. */
export function createMemoStore(limit: number = defaultBytes): MemoStore {
  const entries = new Map<string, Entry>()
  const numbers = new WeakMap<object, number>()
  let made = 0
  let held = 0

  function keyOf(make: object, keys: readonly MemoKey[]): string {
    const number = numbers.get(make) ?? made++
    numbers.set(make, number)
    // As JSON, NaN, Infinity and undefined would all be null.
    return `${number} ${keys.map((key) => (typeof key === 'string' ? JSON.stringify(key) : String(key))).join()}`
  }

  function keep(key: string, entry: Entry): void {
    if (entry.bytes > limit) return
    entries.set(key, entry)
    held += entry.bytes
    for (const [oldest, { bytes }] of entries) {
      if (held <= limit) return
      entries.delete(oldest)
      held -= bytes
    }
  }

  return {
    get<Keys extends readonly MemoKey[], Made>(
      make: Make<Keys, Made>,
      keys: Keys,
      spend: (steps: number) => void,
    ): Made {
      const key = keyOf(make, keys)
      const known = entries.get(key)
      // The key holds the number of this `make`, so a found value was made by it.
      if (known) return known.value as Made
      spend(make.cost?.(...keys) ?? 5_000)
      const value = make(...keys)
      keep(key, { value, bytes: 2 * key.length + (make.bytes?.(value) ?? 1_000) })
      return value
    },
    clear() {
      entries.clear()
      held = 0
    },
  }
}
