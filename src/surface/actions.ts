/** The user's actions on their way to the agent: checked against the rate, stamped, handed to the host. */
import type { Limits } from '../errors/limits.ts'
import { SurfaceError } from '../errors/surface-error.ts'
import type { JsonObject } from '../json/value.ts'
import type { ClientEvent, ProtocolVersion } from '../protocol/message.ts'

export interface ActionHost {
  readonly limits: Pick<Limits, 'actionsPerSecond'>
  readonly report: (error: SurfaceError) => void
  /** A promise is pending as long as the host deals with the event. It rejects, after the report, where the host failed. */
  readonly emit: (event: ClientEvent) => Promise<void> | undefined
  /** Milliseconds since the epoch, for the event's timestamp. */
  readonly wallClock: () => number
  /** Milliseconds since any moment, for the rate: a clock that is set back must not lock the surface. */
  readonly monotonicClock: () => number
}

export interface Actions {
  emit(componentId: string, name: string, context: JsonObject): Promise<void> | undefined
  /** The surface was deleted: its actions are refused from now on. */
  close(): void
  /** It goes on after all. */
  open(): void
}

/** The surface that actions belong to. */
type ActingSurface = Pick<ClientEvent, 'surfaceId' | 'source'> & { readonly version: ProtocolVersion }

export function createActions({ surfaceId, source, version }: ActingSurface, host: ActionHost): Actions {
  const { actionsPerSecond } = host.limits
  /** Times of the events of the last second. */
  const sent: number[] = []
  let isOpen = true

  return {
    emit(componentId, name, context) {
      const now = host.monotonicClock()
      while (sent[0] !== undefined && sent[0] <= now - 1000) sent.shift()
      if (!isOpen || sent.length >= actionsPerSecond) {
        const place = { surfaceId, componentId }
        host.report(
          isOpen
            ? new SurfaceError('ACTION_RATE', `More than ${actionsPerSecond} actions within a second`, {
                hint: 'Wait a moment, or raise limits.actionsPerSecond.',
                ...place,
              })
            : new SurfaceError('ACTION_STALE', `Surface "${surfaceId}" is gone, so its action was not sent`, {
                hint: 'Nothing to do.',
                ...place,
              }),
        )
        return undefined
      }
      sent.push(now)
      const timestamp = new Date(host.wallClock()).toISOString()
      return host.emit({ kind: 'action', version, surfaceId, source, componentId, name, context, timestamp })
    },
    close() {
      isOpen = false
    },
    open() {
      isOpen = true
    },
  }
}
