/** Waits between requests, which end early. */

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
