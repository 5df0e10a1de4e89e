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

  function roomFor(surfaceId: string): Held {
    const held = surfaces.get(surfaceId)
    if (held) return held
    if (surfaces.size >= limits.surfaces) throw full(`Updates for ${limits.surfaces} surfaces wait already`)
    const fresh: Held = { messages: [], bytes: 0 }
    surfaces.set(surfaceId, fresh)
    return fresh
  }

  return {
    keep(received, bytes) {
      const { surfaceId } = received
      if (total + bytes > limits.heldBytes)
        throw full(`There is room for ${limits.heldBytes} bytes of updates that wait`)
      const held = roomFor(surfaceId)
      if (held.messages.length >= limits.heldMessages) throw full(`${limits.heldMessages} updates wait already`)
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

function full(message: string): SurfaceError {
  return new SurfaceError('LIMIT_HELD', `${message} for beginRendering`, {
    hint: 'Send beginRendering once the first components are there, then the rest.',
  })
}
