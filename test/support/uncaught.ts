// Errors that were thrown where nobody catches them: they are a host's to see.

/** Runs `run` to its end, and gives what reached the process as uncaught until the timer behind it. */
export async function uncaught(run: () => unknown): Promise<readonly unknown[]> {
  const thrown: unknown[] = []
  const note = (error: unknown): void => void thrown.push(error)
  const others = process.listeners('uncaughtException')
  process.removeAllListeners('uncaughtException')
  process.on('uncaughtException', note)
  try {
    await run()
    await new Promise((resolve) => setTimeout(resolve))
  } finally {
    process.off('uncaughtException', note)
    for (const other of others) process.on('uncaughtException', other)
  }
  return thrown
}
