/** A live value: what a chat shows of a connection. The same shape as the runtime's bindings, so its hooks take both. */
import type { Binding } from '../json/binding.ts'

export interface Cell<T> extends Binding<T> {
  /** Calls the listeners if the value is another. */
  readonly set: (value: T) => void
}

/** A binding over one value that is replaced as a whole. */
export function createCell<T>(initial: T): Cell<T> {
  const listeners = new Set<() => void>()
  let value = initial
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    getSnapshot: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      // One listener may end another.
      for (const listener of [...listeners]) if (listeners.has(listener)) listener()
    },
  }
}
