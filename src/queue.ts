/** Runs tasks one after the other. Input that arrives from within a host's handler waits for its turn. */
export function createQueue(): (task: () => void) => void {
  const waiting: (() => void)[] = []
  let busy = false
  return (task) => {
    waiting.push(task)
    if (busy) return
    busy = true
    try {
      for (let next = waiting.shift(); next; next = waiting.shift()) next()
    } finally {
      busy = false
    }
  }
}
