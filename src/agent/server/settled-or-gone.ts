/** Waits for a turn, but no longer than the client does. */

/** Resolves when the turn has settled or the client has gone. Leaves no listener behind. */
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
