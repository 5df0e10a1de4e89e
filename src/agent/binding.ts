/**
 * A live value: what a chat shows of a connection. It has the shape of the runtime's bindings, so the same hooks take both.
 * The code stands here again, because this package knows of the runtime the types alone.
 */
import type { Cell } from '../live/binding.ts'

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
      for (const listener of [...listeners]) if (listeners.has(listener)) call(listener)
    },
  }
}

/** If the listener throws, the error goes to the host's global error handler, and the conversation goes on. */
function call(listener: () => void): void {
  try {
    listener()
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}
