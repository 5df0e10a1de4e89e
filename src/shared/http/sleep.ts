/** Promises: waits that end early, and a promise with its two ends. */

/** Resolves after the time, or as soon as `signal` is aborted. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(id)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const id = setTimeout(end, milliseconds)
    if (signal?.aborted) end()
    else signal?.addEventListener('abort', end)
  })
}

/** The value, or `undefined` when it takes longer. */
export async function within<T>(value: Promise<T>, milliseconds: number): Promise<T | undefined> {
  const stopping = new AbortController()
  try {
    return await Promise.race([value, sleep(milliseconds, stopping.signal).then(() => undefined)])
  } finally {
    stopping.abort()
  }
}

/** Waits for a promise, but no longer than until a signal is aborted. A promise that settles leaves no listener behind. */
export function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T | 'aborted'> {
  return new Promise((resolve, reject) => {
    const abort = (): void => resolve('aborted')
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort)
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/** `Promise.withResolvers`, which Node 20 does not have. */
export function withResolvers<T>(): {
  readonly promise: Promise<T>
  readonly resolve: (value: T) => void
  readonly reject: (error: unknown) => void
} {
  let settle: { resolve: (value: T) => void; reject: (error: unknown) => void } | undefined
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject }
  })
  // A promise that nobody reads may reject without a report.
  promise.catch(() => undefined)
  return { promise, resolve: (value) => settle?.resolve(value), reject: (error) => settle?.reject(error) }
}
