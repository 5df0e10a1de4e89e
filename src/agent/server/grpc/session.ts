/** Bounds of one HTTP/2 connection: a peer that is gone is noticed, and one that asks nothing is not kept. */
import type { Http2Session } from 'node:http2'
import type { GrpcLimits } from './options.ts'

/** What is known of a connection. */
interface Guard {
  /** Requests that are not answered yet. */
  open: number
}

/** A connection that has its bounds has its guard here. */
const guard: unique symbol = Symbol('guard')

/** Puts the bounds on a connection, once. */
export function guardSession(
  session: Http2Session & { [guard]?: Guard },
  { idleTime, pingInterval, pingTime }: GrpcLimits,
): Guard {
  const known = session[guard]
  if (known) return known
  const made: Guard = { open: 0 }
  session[guard] = made
  let timeout: NodeJS.Timeout | undefined
  const pings = setInterval(() => {
    if (timeout !== undefined || session.destroyed) return
    timeout = setTimeout(() => session.destroy(), pingTime)
    session.ping(() => {
      clearTimeout(timeout)
      timeout = undefined
    })
  }, pingInterval)
  pings.unref()
  // A stream keeps the connection open, however long it is silent.
  session.setTimeout(idleTime, () => {
    if (made.open === 0) session.close()
  })
  // Floods and broken frames end the connection, and nothing else.
  session.on('error', () => session.destroy())
  session.once('close', () => {
    clearInterval(pings)
    clearTimeout(timeout)
  })
  return made
}
