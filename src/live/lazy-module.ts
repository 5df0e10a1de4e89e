/**
 * Modules that are imported when they are first needed.
 *
 * The state belongs to the page, as the browser's own map of modules does: a module that has arrived is there for every
 * surface, and `get` gives it without a wait.
 */

/** A call imports the module. One attempt runs at a time. */
export interface LazyModule<T> {
  /** `again`: whether a module that could not be loaded is tried again. Default true. */
  (again?: boolean): Promise<T>
  /** The module; `undefined` until it has arrived. On a server it is the same as `preloaded`. */
  readonly get: () => T | undefined
  /** Imports the module for servers and hydration too. */
  readonly preload: () => Promise<T>
  /**
   * The module if it has arrived and `preload` was called, else `undefined`: what servers draw with, and browsers during
   * hydration. Modules that other surfaces have loaded do not count, since the other side may not have them.
   */
  readonly preloaded: () => T | undefined
  /** Calls back when the module has arrived. Returns how to stop. */
  readonly subscribe: (listener: () => void) => () => void
}

/** `load` imports the module. After a failure the module is also tried again when the browser is online again. */
export function createLazyModule<T>(load: () => Promise<T>): LazyModule<T> {
  const listeners = new Set<() => void>()
  let value: T | undefined
  let attempt: Promise<T> | undefined
  /** The last attempt, which has failed. */
  let failed: Promise<T> | undefined
  let ahead = false

  function importModule(again = true): Promise<T> {
    if (!attempt && failed && !again) return failed
    attempt ??= load().then(arrive, fail)
    return attempt
  }

  function arrive(loaded: T): T {
    value = loaded
    const waiting = [...listeners]
    listeners.clear()
    for (const listener of waiting) listener()
    return loaded
  }

  function fail(cause: unknown): never {
    failed = attempt
    attempt = undefined
    // After several failures it is still one listener.
    if (typeof addEventListener === 'function') addEventListener('online', retry, { once: true })
    throw cause
  }

  function retry(): void {
    importModule().catch(() => undefined)
  }

  const preloaded = (): T | undefined => (ahead ? value : undefined)

  return Object.assign(importModule, {
    get: () => (typeof document === 'undefined' ? preloaded() : value),
    preload() {
      ahead = true
      return importModule()
    },
    preloaded,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  })
}
