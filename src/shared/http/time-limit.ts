/** A time limit for what is asked of others. A file of its own: a page that waits for nothing else loads no more. */

/**
 * Does the work with a signal that is aborted when `signal` is, and with a `TimeoutError` after so many milliseconds. The result is the
 * work's: work that does not heed its signal is not ended.
 *
 * Not `AbortSignal.timeout`: `AbortSignal.any` holds its sources weakly, so a timer that nothing else holds may be collected before it ends.
 */
export async function withTimeLimit<T>(
  milliseconds: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController()
  const timer = setTimeout(
    () => late.abort(new DOMException(`No answer within ${milliseconds} ms`, 'TimeoutError')),
    milliseconds,
  )
  try {
    return await work(signal ? AbortSignal.any([signal, late.signal]) : late.signal)
  } finally {
    clearTimeout(timer)
  }
}
