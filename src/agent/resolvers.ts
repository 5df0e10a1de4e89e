/** A promise with its two ends. */

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
