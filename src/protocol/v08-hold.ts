/**
 * Reordering for v0.8: updates that come before the `beginRendering` of their surface wait here, in order and within
 * bounds. The stages after this one get `beginRendering` first, as v0.9 sends `createSurface` first: a surface that exists
 * can always be drawn.
 */

import type { Limits } from '../errors/limits.ts'
import { SurfaceError } from '../errors/surface-error.ts'
import type { Received } from './message.ts'

export interface Hold {
  /**
   * Holds an update; `bytes` is its size in UTF-8. Throws `LIMIT_HELD` if there is no room: messages are limited for each
   * surface, bytes for all surfaces together.
   */
  keep(received: Received, bytes: number): void
  /** Hands over what waited for a surface, in order of arrival. */
  release(surfaceId: string): readonly Received[]
  /** Surfaces that something waits for, with the line that began the wait. */
  waiting(): readonly (readonly [surfaceId: string, line: number | undefined])[]
}

interface Held {
  readonly messages: Received[]
  bytes: number
}

export function createHold(limits: Pick<Limits, 'heldMessages' | 'heldBytes' | 'surfaces'>): Hold {
  const surfaces = new Map<string, Held>()
  let total = 0

  /** Why there is no room; `undefined`: there is. */
  function reasonAgainst(surfaceId: string, bytes: number): string | undefined {
    const held = surfaces.get(surfaceId)
    if (total + bytes > limits.heldBytes) return `There is room for ${limits.heldBytes} bytes of updates that wait`
    if (!held && surfaces.size >= limits.surfaces) return `Updates for ${limits.surfaces} surfaces wait already`
    return (held?.messages.length ?? 0) < limits.heldMessages
      ? undefined
      : `${limits.heldMessages} updates wait already`
  }

  return {
    keep(received, bytes) {
      const { surfaceId } = received
      const reason = reasonAgainst(surfaceId, bytes)
      if (reason)
        throw new SurfaceError('LIMIT_HELD', `${reason} for beginRendering`, {
          hint: 'Send beginRendering once the first components are there, then the rest.',
        })
      const held = surfaces.get(surfaceId) ?? { messages: [], bytes: 0 }
      surfaces.set(surfaceId, held)
      held.messages.push(received)
      held.bytes += bytes
      total += bytes
    },
    release(surfaceId) {
      const held = surfaces.get(surfaceId)
      if (!held) return []
      total -= held.bytes
      surfaces.delete(surfaceId)
      return held.messages
    },
    waiting: () => [...surfaces].map(([surfaceId, { messages }]) => [surfaceId, messages[0]?.line] as const),
  }
}
