// How much work something is, whatever else the machine does meanwhile.

/** Milliseconds of processor time since this call, at each call of the result. */
export function cpuTimer(): () => number {
  const start = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1_000
  }
}

/** The least of several runs, in milliseconds: what else the process does, such as to collect garbage, only ever adds. */
export function quickest(runs: number, timeOf: () => number): number {
  return Math.min(...Array.from({ length: runs }, timeOf))
}
