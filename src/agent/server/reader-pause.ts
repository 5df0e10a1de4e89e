/** Pauses of an agent that yields without waiting, so that its readers can take what it yields. */
import type { EventLog } from './event-log.ts'

/** Events that are taken before the platform gets its turn: an agent that never waits must not hold up its readers. */
const eventsInOneGo = 64
/** Turns of the platform that an agent waits at most for readers that still take events. */
const maxPauses = 32

/** `bytesInOneGo`: bytes of events after which there is a pause. The result is called after each event. */
export function createReaderPause(bytesInOneGo: number): (log: EventLog) => Promise<void> | undefined {
  let events = 0
  let bytesAtPause = 0
  return (log) => {
    const bytes = log.bytes()
    if (++events % eventsInOneGo !== 0 && bytes - bytesAtPause < bytesInOneGo) return undefined
    bytesAtPause = bytes
    return letReadersTake(log)
  }
}

/** Waits until the readers have everything or take nothing more. A slow reader does not stop the agent for long. */
async function letReadersTake(log: EventLog): Promise<void> {
  let idle = 0
  for (let pauses = 0; pauses < maxPauses && idle < 3; pauses++) {
    const before = log.taken()
    await new Promise((resolve) => setTimeout(resolve, 0))
    // A reader over a socket needs more than one turn of the platform.
    idle = log.taken() === before ? idle + 1 : 0
  }
}
