/** The seam to code of the host's that the runtime calls: handlers and listeners. */

/** What the handler returns. It may throw; that is the host's to see, and must not stop the stream. */
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
