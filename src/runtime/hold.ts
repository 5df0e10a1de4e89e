/**
 * Reordering: updates that come before their surface wait here, within bounds. v0.8 may say `beginRendering` at any place; in
 * v0.9 a fleet of servers, or a connection that is made anew, may deliver `createSurface` late. The stages after this one get
 * the beginning first: a surface that exists can always be drawn.
 *
 * What waits is what the updates add up to: the document that the data make, and the newest definition of each id. A definition
 * that no catalog takes neither replaces another one nor is replaced: it waits, and is refused when it is applied.
 */

import type { Limits } from '../errors/limits.ts'
import { SurfaceError } from '../errors/surface-error.ts'
import { dataBytes, valueBytes } from '../json/data-bytes.ts'
import { growth } from '../json/data-growth.ts'
import { placeOf } from '../json/loose-path.ts'
import { placed, read, root, write } from '../json/pointer.ts'
import { isObject, type JsonObject, type JsonValue, type Maybe, own } from '../json/value.ts'
import type { ProtocolFamily, Received, UpdateComponents, UpdateDataModel } from '../protocol/message.ts'

export type Update = Received<UpdateComponents> | Received<UpdateDataModel>

export interface Hold {
  /**
   * Holds an update for the surface of this key. `inOrder`: it may be applied to a surface that has data, so data are not added up. Throws
   * `LIMIT_HELD` if there is no room, and what the write of data would throw.
   */
  keep(key: string, update: Update, inOrder: boolean): void

  /** Hands over what waited for a surface, in the order in which it is to be applied. */
  release(key: string): readonly Update[]
  /** What each surface waits for first, by its key, and whether components wait for it. */
  waiting(): readonly (readonly [key: string, first: Update, hasComponents: boolean])[]
}

/** What waits for one surface. */
interface Held {
  readonly first: Update
  /** In the order in which they are to be applied; components of one message stand together. */
  readonly parts: Set<Part>
  /** The definition that counts, by version and id. */
  readonly newest: Map<string, Part>
  /** What the data add up to. */
  document?: { readonly part: Part; readonly owned: WeakSet<object>; value: Maybe; bytes: number }
  /** Components write data as well, or both versions do: from now on the order counts, and nothing is added up. */
  inOrder: boolean
  bytes: number
}

/** A component, or data. */
interface Part {
  /** Without its components until it is applied: those that are replaced are not kept. */
  readonly message: Update
  readonly component?: JsonValue
  /** Of the component in its message. */
  readonly index?: number
  /** Whether a catalog takes the component. Absent: nobody has asked. */
  accepted?: boolean
}

/** `accepts`: whether a catalog takes the components. */
export function createHold(
  limits: Pick<Limits, 'heldBytes' | 'dataBytes' | 'surfaces'>,
  accepts: (update: Received<UpdateComponents>) => boolean,
): Hold {
  const surfaces = new Map<string, Held>()
  /** Each surface may hold so many bytes, whatever the others hold. */
  const share = Math.min(65_536, limits.heldBytes / 16)
  /** The bytes of all surfaces beyond their shares. */
  let shared = 0

  const beyond = (bytes: number): number => Math.max(0, bytes - share)

  function hasRoom({ bytes }: Held, more: number): boolean {
    return shared - beyond(bytes) + beyond(bytes + more) <= limits.heldBytes - share
  }

  function add(held: Held, bytes: number): void {
    shared += beyond(held.bytes + bytes) - beyond(held.bytes)
    held.bytes += bytes
  }

  function keepComponents(held: Held, update: Received<UpdateComponents>): void {
    const { family, components } = update
    const message = { ...update, components: [], indexes: [] }
    const older = new Set<Part>()
    const newest = new Map<string, Part>()
    const isAccepted = (part: Part): boolean =>
      (part.accepted ??= accepts({ ...update, components: [part.component] as readonly JsonValue[] }))
    const parts = components.map((component, index) => {
      const part: Part = { message, component, index }
      const id = family + (isObject(component) ? own(component as JsonObject, 'id') : '')
      const known = held.newest.get(id)
      const counts = !known || (!held.inOrder && isAccepted(part))
      if (counts) newest.set(id, part)
      if (counts && known && isAccepted(known)) older.add(known)
      return part
    })
    let more = dataBytes(components) - valueBytes
    for (const { component } of older) more -= dataBytes(component)
    if (!hasRoom(held, more)) throw full('updates', `would have more than ${limits.heldBytes} bytes`, family)
    add(held, more)
    for (const part of older) held.parts.delete(part)
    for (const part of parts) held.parts.add(part)
    for (const [id, part] of newest) held.newest.set(id, part)
    held.inOrder ||= family === 'v0.8' && components.some(writesData)
  }

  function keepData(held: Held, update: Received<UpdateDataModel>): void {
    const { family, pointer, value, at } = update
    const old = family === 'v0.8'
    held.inOrder ||= family !== held.first.family
    const { inOrder } = held
    const known = inOrder ? undefined : held.document
    const document = known ?? { part: { message: update }, owned: new WeakSet(), value: {}, bytes: 0 }
    const place = old ? placeOf(root, pointer, { read: (one) => read(document.value, one) }) : pointer
    // A removal makes no document larger, but waits itself.
    const more = growth(document.value, place, value, old) + (inOrder ? dataBytes(pointer) : 0)
    const beyondHold = !hasRoom(held, more)
    if (beyondHold || document.bytes + more > limits.dataBytes)
      throw full('updates', `would have more than ${beyondHold ? limits.heldBytes : limits.dataBytes} bytes`, family)
    const next = placed(`${at}/path`, () => write(document.value, place, value, document.owned, old))
    add(held, more)
    held.parts.add(document.part)
    if (inOrder) return
    document.bytes += more
    // A removed model is empty.
    document.value = next === undefined ? {} : next
    Object.assign(document.part.message, { pointer: root, value: document.value })
    held.document = document
  }

  return {
    keep(key, update, inOrder) {
      const { family, kind } = update
      const known = surfaces.get(key)
      if (!known && surfaces.size >= limits.surfaces)
        throw full('surfaces', `have reached the limit of ${limits.surfaces}`, family)
      const held = known ?? { first: update, parts: new Set(), newest: new Map(), inOrder, bytes: 0 }
      if (kind === 'updateComponents') keepComponents(held, update)
      else keepData(held, update)
      surfaces.set(key, held)
    },
    release(key) {
      const updates = new Set<Update>()
      const held = surfaces.get(key)
      if (!held) return []
      add(held, -held.bytes)
      surfaces.delete(key)
      for (const { message, component, index } of held.parts) {
        updates.add(message)
        if (message.kind !== 'updateComponents') continue
        ;(message.components as Maybe[]).push(component)
        ;(message.indexes as Maybe[]).push(index)
      }
      return [...updates]
    },
    waiting: () => [...surfaces].map(([key, { first, newest }]) => [key, first, newest.size > 0]),
  }
}

/** Whether a literal of v0.8 stands beside a path: the component writes it to the data when it arrives. */
function writesData(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return ('path' in value && Object.keys(value).length > 1) || Object.values(value).some(writesData)
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
