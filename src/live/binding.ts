/** A live value that knows when it is stale. Bindings are the only connection between state and drawing. */

import { callHost } from './call-host.ts'

export interface Binding<T> {
  /** Calls back when the value may be another; returns how to stop. */
  readonly subscribe: (listener: () => void) => () => void
  /** The value now: the same reference until something it depends on is another. */
  readonly getSnapshot: () => T
}

/** Who follows a change. */
export interface Notifiable {
  notify(): void
}

export interface Cell<T> extends Binding<T> {
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
      // A listener may have unsubscribed a later one.
      for (const listener of [...listeners]) if (listeners.has(listener)) callHost(listener)
    },
  }
}
