/**
 * Reordering: updates that come before their surface wait here, in order and within bounds. v0.8 may say `beginRendering` at
 * any place; in v0.9 a fleet of servers, or a connection that is made anew, may deliver `createSurface` late. The stages after
 * this one get the beginning first: a surface that exists can always be drawn.
 */

import type { Limits } from '../errors/limits.ts'
import { SurfaceError } from '../errors/surface-error.ts'
import { isPath } from '../json/loose-path.ts'
import { formatPointer, type Pointer } from '../json/pointer.ts'
import { isObject, own } from '../json/value.ts'
import type { ProtocolFamily, Received } from './message.ts'

export interface Hold {
  /** Holds an update; `bytes` is its size in UTF-8. Throws `LIMIT_HELD` if there is no room. */
  keep(received: Received, bytes: number): void
  /** Hands over what waited for a surface, in the order in which it is to be applied. */
  release(surfaceId: string): readonly Received[]
  /** What each surface waits for first. */
  waiting(): readonly Received[]
}

interface Held {
  updates: Update[]
  bytes: number
  /** Updates since those that are out of date were last dropped. */
  since: number
}

interface Update {
  readonly received: Received
  readonly bytes: number
}

export function createHold(limits: Pick<Limits, 'heldBytes' | 'surfaces'>): Hold {
  const surfaces = new Map<string, Held>()
  /** Each surface may hold so many bytes, whatever the others hold. */
  const share = Math.min(65_536, limits.heldBytes / 16)
  /** The bytes of all surfaces beyond their shares. */
  let shared = 0

  const beyond = (bytes: number): number => Math.max(0, bytes - share)

  function hasRoom({ bytes }: Held, more: number): boolean {
    return shared - beyond(bytes) + beyond(bytes + more) <= limits.heldBytes - share
  }

  function setBytes(held: Held, bytes: number): void {
    shared += beyond(bytes) - beyond(held.bytes)
    held.bytes = bytes
  }

  /** Keeps what the updates add up to. Not each time: a walk for each update would make the cost quadratic. */
  function compact(held: Held): void {
    if (held.since < held.updates.length / 2) return
    held.since = 0
    held.updates = newest(held.updates)
    setBytes(
      held,
      held.updates.reduce((sum, { bytes }) => sum + bytes, 0),
    )
  }

  return {
    keep(received, bytes) {
      const { surfaceId, family } = received
      const held = surfaces.get(surfaceId) ?? { updates: [], bytes: 0, since: 0 }
      if (held.updates.length === 0 && surfaces.size >= limits.surfaces)
        throw full(`Updates for ${limits.surfaces} surfaces wait already`, family)
      if (!hasRoom(held, bytes)) compact(held)
      if (!hasRoom(held, bytes)) throw full(`There is room for ${limits.heldBytes} bytes of updates that wait`, family)
      surfaces.set(surfaceId, held)
      held.updates.push({ received, bytes })
      held.since++
      setBytes(held, held.bytes + bytes)
    },
    release(surfaceId) {
      const held = surfaces.get(surfaceId)
      if (!held) return []
      setBytes(held, 0)
      surfaces.delete(surfaceId)
      return held.updates.map(({ received }) => received)
    },
    waiting: () => [...surfaces.values()].flatMap(({ updates }) => updates.slice(0, 1).map(({ received }) => received)),
  }
}

/** Without updates that later ones replace as a whole. */
function newest(updates: readonly Update[]): Update[] {
  const kept: (Update | undefined)[] = []
  const ids = new Set<unknown>()
  /** Where later values are kept, by pointer. */
  const values = new Map<string, number>()
  for (const update of updates.toReversed()) {
    const { received } = update
    const position = kept.length
    if (received.kind === 'updateComponents') {
      const known = received.components.map(idOf)
      if (!known.every((id) => ids.has(id))) kept.push(update)
      known.forEach(ids.add, ids)
    } else if (received.kind === 'updateDataModel') {
      // The later value comes first then: other values may need the list that this update made.
      const place = above(received.pointer, values) ?? formatPointer(received.pointer)
      const later = values.get(place)
      // What such a name means depends on the data that are there then: no update moves past it.
      if (later === undefined && received.pointer.some(isPath)) {
        kept.push(update)
        values.clear()
        continue
      }
      kept.push(later === undefined ? update : kept[later])
      if (later !== undefined) kept[later] = undefined
      values.set(place, position)
    }
  }
  return kept.filter((update) => update !== undefined).reverse()
}

/** Of the pointers to a value or to what is around it, the shortest that is known. */
function above(pointer: Pointer, known: ReadonlyMap<string, unknown>): string | undefined {
  const around = Array.from({ length: pointer.length + 1 }, (_, length) => formatPointer(pointer.slice(0, length)))
  return around.find((one) => known.has(one))
}

function idOf(component: unknown): unknown {
  return isObject(component) ? own(component, 'id') : undefined
}

function full(reason: string, family: ProtocolFamily): SurfaceError {
  const beginning = beginningOf(family)
  return new SurfaceError('LIMIT_HELD', `${reason} for ${beginning}`, {
    hint: `Send ${beginning} once the first components are there, then the rest.`,
  })
}

/** The message that begins a surface, as the version calls it. */
export function beginningOf(family: ProtocolFamily): string {
  return family === 'v0.8' ? 'beginRendering' : 'createSurface'
}
