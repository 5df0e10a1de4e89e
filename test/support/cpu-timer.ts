// How much work something is, whatever else the machine does meanwhile.

/** Milliseconds of processor time since this call, at each call of the result. */
export function cpuTimer(): () => number {
  const start = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1_000
  }
}
