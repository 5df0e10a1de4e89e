/**
 * Updates that come before their surface wait here, in their order and within one budget of bytes. v0.8 may say `beginRendering` at
 * any place; in v0.9 a fleet of servers, or a connection that is made anew, may deliver `createSurface` late. The stages after this
 * one get the beginning first: a surface that exists can always be drawn.
 */

import type { Limits } from '../errors/limits.ts'
import { SurfaceError } from '../errors/surface-error.ts'
import { dataBytes } from '../json/data-bytes.ts'
import type { ProtocolFamily, Received, UpdateComponents, UpdateDataModel } from '../protocol/message.ts'

export type Update = Received<UpdateComponents> | Received<UpdateDataModel>

export interface Hold {
  /** Holds an update for the surface of this key. Throws `LIMIT_HELD` if there is no room. */
  keep(key: string, update: Update): void
  /** Hands over what waited for a surface. */
  release(key: string): readonly Update[]
  /** What each surface waits for first, by its key, and whether components wait for it. */
  waiting(): readonly (readonly [key: string, first: Update, hasComponents: boolean])[]
}

/** What waits for one surface. */
interface Held {
  readonly updates: Update[]
  bytes: number
}

/** What an update takes beside its components or its data, about. */
const updateBytes = 200

export function createHold({ heldBytes, surfaces: most }: Pick<Limits, 'heldBytes' | 'surfaces'>): Hold {
  const surfaces = new Map<string, Held>()
  /** Of all surfaces. */
  let bytes = 0

  return {
    keep(key, update) {
      const { family } = update
      const held = surfaces.get(key) ?? { updates: [], bytes: 0 }
      if (!surfaces.has(key) && surfaces.size >= most)
        throw full('surfaces', `have reached the limit of ${most}`, family)
      const more = updateBytes + bytesOf(update)
      if (bytes + more > heldBytes) throw full('updates', `would have more than ${heldBytes} bytes`, family)
      bytes += more
      held.bytes += more
      held.updates.push(update)
      surfaces.set(key, held)
    },
    release(key) {
      const held = surfaces.get(key)
      if (!held) return []
      surfaces.delete(key)
      bytes -= held.bytes
      return held.updates
    },
    waiting: () =>
      [...surfaces].map(([key, { updates }]) => [key, updates[0] as Update, updates.some(hasComponents)] as const),
  }
}

function bytesOf(update: Update): number {
  if (update.kind === 'updateComponents') return dataBytes(update.components)
  return dataBytes(update.pointer) + dataBytes(update.value)
}

function hasComponents({ kind }: Update): boolean {
  return kind === 'updateComponents'
}

function full(what: string, reason: string, family: ProtocolFamily): SurfaceError {
  const beginning = beginningOf(family)
  return new SurfaceError('LIMIT_HELD', `The ${what} that wait for ${beginning} ${reason}`, {
    hint: `Send ${beginning} once the first components are there.`,
  })
}

/** The message that begins a surface, as the version calls it. */
export function beginningOf(family: ProtocolFamily): string {
  return family === 'v0.8' ? 'beginRendering' : 'createSurface'
}
