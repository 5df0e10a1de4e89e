/** Waiting for a turn no longer than its client does. */

/** Until it has settled or the client has gone. No listener stays. */
export async function settledOrGone(settled: Promise<void> | undefined, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  let leave: () => void = () => undefined
  const gone = new Promise<void>((resolve) => {
    leave = resolve
  })
  signal.addEventListener('abort', leave)
  await Promise.race([settled, gone])
  signal.removeEventListener('abort', leave)
}
