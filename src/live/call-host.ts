/** Calls handlers and listeners of the host. */

/**
 * Returns what the handler returns. If the handler throws, the error goes to the host's global error handler, and the
 * stream goes on.
 */
export function callHost<T>(call: () => T): T | undefined {
  try {
    return call()
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
    return undefined
  }
}
