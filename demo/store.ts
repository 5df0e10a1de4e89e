/** The smallest thing `useSyncExternalStore` can read: one value and who wants to know. */

export interface Readable<T> {
  readonly subscribe: (listener: () => void) => () => void
  /** The same reference until the value is another. */
  readonly getSnapshot: () => T
}

export interface Store<T> extends Readable<T> {
  readonly set: (next: T) => void
}

export function createStore<T>(initial: T): Store<T> {
  const listeners = new Set<() => void>()
  let value = initial
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    getSnapshot: () => value,
    set(next) {
      if (Object.is(value, next)) return
      value = next
      for (const listener of [...listeners]) listener()
    },
  }
}
