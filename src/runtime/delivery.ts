/**
 * Messages → surfaces. Early updates are held for their surface, and what is missing at the end of a source is reported.
 *
 * A message is about the surface of its id that its own source has begun. An update or a deletion of an id that the source has not begun
 * is about the surface of this id that was begun or acted on last. In v0.8 updates may come before `beginRendering`, so they wait for it
 * until the source ends: what belongs to a new surface must not change an older one.
 */

import type { Limits } from '../errors/limits.ts'
import { asSurfaceErrors, SurfaceError } from '../errors/surface-error.ts'
import { getOwn, isObject, type JsonValue } from '../json/value.ts'
import { spokenVersion } from '../protocol/decode.ts'
import {
  type ClientEvent,
  type CreateSurface,
  familyOf,
  type ProtocolFamily,
  type ProtocolVersion,
  type Received,
  type UpdateComponents,
} from '../protocol/message.ts'
import { missingParts } from '../surface/missing-parts.ts'
import { type LiveSurface, liveSurface } from '../surface/surface.ts'
import { notFound, type Surfaces } from '../surface/surfaces.ts'
import { beginningOf, createHold, type Update } from './hold.ts'
import type { Trace } from './trace.ts'

/** What messages come from. */
export interface Source {
  /** Its name. Surfaces belong to the name; `undefined`: a stream, and all streams are one. */
  readonly key: string | undefined
  /** The calls of `push` and `apply` have no certain end. */
  readonly endless?: true
  /**
   * By the id of a surface that the source has not begun: the source whose surface its updates are about. What was said of one goes on
   * with it.
   */
  readonly targets: Map<string, string | undefined>
  /** A message could not be read. It may have begun any surface, so what follows is for surfaces of this source alone. */
  hasUnread: boolean
}

export function createSource(key?: string): Source {
  return { key, targets: new Map(), hasUnread: false }
}

/** The surface that the user acted on. */
export type ActedOn = Pick<ClientEvent, 'surfaceId' | 'source'>

/** What is known of a surface, or of what waits for it. */
interface Arrivals {
  /** The sources that have fed it and not ended: when one ends, another one may still send parts. */
  readonly sources: Set<Source>
  /** What was reported at the end of a source. */
  readonly reported: Set<string>
  /** Ids of components that were refused, which was reported. `beginning`: the message that begins the surface was. */
  readonly refused: Set<string>
}

/** What the keys of surfaces that are gone may take. */
const pastBytes = 32_768

/** Targets of a source at which those go whose surfaces are forgotten. */
const manyTargets = 1_024

/** Two for each UTF-16 unit, and what a text and its place in a map take. */
const bytesOfKey = (key: string): number => 2 * key.length + 32

/** No component has this id. */
const beginning = ''

export interface Delivery {
  /** What the source says of the id of this surface is about this one, unless it begins one of this id itself. */
  answer(actedOn: ActedOn, source: Source): void
  /** The surface that updates of this id are about, as far as the source has said so far. */
  find(surfaceId: string, source: Source, family?: ProtocolFamily): LiveSurface | undefined
  /** Applies or holds a message. `wire`: as it was sent. Throws a `SurfaceError` and is then as before. */
  apply(received: Received, source: Source, wire: JsonValue): void
  /** The surface and what was held for it never were: it may begin again, and updates before that are held. */
  takeBack(surfaceId: string, source: string | undefined): void
  /** Remembers a message that was refused: its parts are not reported as missing. */
  refuse(wire: unknown, source: Source): void
  /** See `Intake.end`. */
  end(reportMissing: boolean, source: Source): void
}

/** What lenient mode does where a surface is not begun, or lacks its root. */
export interface BeginningRepairs {
  /** The beginning that an update of a surface stands for which nothing has begun. */
  beginningFor(update: Received): Received<CreateSurface>
  /** A root for a surface that has components and no root. `undefined`: it needs none. */
  rootFor(surface: LiveSurface): Received<UpdateComponents> | undefined
  /** The warning that says so. */
  rootReplaced(surface: LiveSurface): SurfaceError
}

export interface DeliveryOptions {
  readonly limits: Limits
  readonly surfaces: Surfaces
  /** Absent: strict mode. */
  readonly lenient: BeginningRepairs | undefined
  /** `version`: the one that the message was written in. */
  readonly report: (error: SurfaceError, version?: ProtocolVersion) => void
  readonly trace: Pick<Trace, 'to'>
}

export function createDelivery({ limits, surfaces, report, lenient, trace }: DeliveryOptions): Delivery {
  const hold = createHold(limits)
  /** By the key of a surface, as `past` and what is held. */
  const bySurface = new Map<string, Arrivals>()
  /**
   * What was fed last, and from where: what comes next is mostly for the same one, and then nothing is looked up by key. A surface that
   * is gone is not found any more; one that begins is looked up.
   */
  let fed: LiveSurface | undefined
  let feeder: Source | undefined
  /** All surfaces share room for the ids of refused components. One that finds no room is reported twice. */
  let room = limits.components
  /**
   * Surfaces that are gone, the newest last, and whether a message deleted them: a list or `drop` takes the others back. At most `pastBytes`:
   * an agent may make up a new id for each surface.
   */
  const past = new Map<string, boolean>()
  let bytesOfPast = 0

  function arrivalsOf(key: string): Arrivals {
    const arrivals = bySurface.get(key) ?? { sources: new Set(), reported: new Set(), refused: new Set() }
    bySurface.set(key, arrivals)
    return arrivals
  }

  /**
   * The source whose surface updates of this id are about: the surface may not be there. In v0.8 the source's own may begin later, so
   * no other one is looked for.
   */
  function ownerOf(surfaceId: string, source: Source, family?: ProtocolFamily): string | undefined {
    const { key, targets, hasUnread } = source
    const own = keyOf(surfaceId, key)
    if (family === 'v0.8' || surfaces.own(surfaceId, key) || past.get(own) || isRefused(own, beginning)) return key
    if (targets.has(surfaceId)) return targets.get(surfaceId)
    const found = hasUnread ? undefined : surfaces.find(surfaceId, key)
    return found ? found.source : key
  }

  /** Updates for a surface that was deleted are refused in v0.9. In v0.8 they may begin another one. */
  function isEarly(received: Received, key: string): received is Update {
    return received.kind.startsWith('update') && (received.family === 'v0.8' || !past.get(key))
  }

  /** v0.9 says `createSurface` first, so that an early update is reported all the same. */
  function reportEarly(received: Update, source: Source, wire: JsonValue): void {
    const { surfaceId, line } = received
    const known = surfaces.list.getSnapshot().map(({ id }) => id)
    const error = notFound(received, known).in({ surfaceId, source: source.key, line })
    report(lenient ? error.asWarning() : error, spokenVersion(wire))
  }

  /** Lenient: begins the surface of an update that nothing begins, and applies what waited for it. */
  function beginFor(update: Received, key: string, source: Source): void {
    surfaces.apply((lenient as BeginningRepairs).beginningFor(update), undefined, source.key)
    const begun = surfaces.own(update.surfaceId, source.key)
    if (begun) applyHeld(key, begun, source)
  }

  /** Applies what waited for the surface. */
  function applyHeld(key: string, target: LiveSurface, source: Source): void {
    for (const held of hold.release(key)) attempt(held, source, () => surfaces.apply(held, target, source.key))
  }

  /** Lenient: a root that never came is the component that no other names, or all of them. */
  function putRoot(surface: LiveSurface, { rootFor, rootReplaced }: BeginningRepairs, source: Source): void {
    const received = rootFor(surface)
    if (!received) return
    report(rootReplaced(surface).in({ source: surface.source }), surface.version)
    attempt(received, source, () => surfaces.apply(received, surface, surface.source))
  }

  /** Does what a message asks for that waited, or was never said. What is thrown is reported, and the others go on. */
  function attempt(held: Received, source: Source, task: () => void): void {
    trace.to?.release(held)
    try {
      task()
    } catch (thrown) {
      refuse({ held }, source)
      const { line, surfaceId, family } = held
      for (const fault of asSurfaceErrors(thrown)) report(fault.in({ line, surfaceId, source: source.key }), family)
    }
  }

  function refuse(wire: unknown, source: Source): void {
    trace.to?.refused()
    // All streams are one source, and their lines are many.
    if (wire === null && source.key !== undefined) source.hasUnread = true
    const version = isObject(wire) ? spokenVersion(wire as JsonValue) : undefined
    // Under any name: the name may be the mistake.
    for (const [kind, payload] of isObject(wire) ? Object.entries(wire) : []) {
      const { surfaceId, components, catalogId } = isObject(payload) ? payload : {}
      if (!isId(surfaceId)) continue
      const begins = /^(createSurface|beginRendering)$/.test(kind) || catalogId !== undefined
      const owner = begins ? source.key : ownerOf(surfaceId, source, version && familyOf(version))
      const key = keyOf(surfaceId, owner)
      const ids = Array.isArray(components) ? components.map((one) => isObject(one) && getOwn(one, 'id')) : []
      for (const id of [begins && beginning, ...ids]) {
        if (!isId(id) || room <= 0 || isRefused(key, id)) continue
        arrivalsOf(key).refused.add(id)
        room--
      }
      const live = surfaces.own(surfaceId, owner)
      // Without its root a surface has nothing to show: it does not look as if something were on its way.
      const root = live?.beginning.getSnapshot().root ?? ''
      const drawn = live?.components.get(root)
      if (live && (!drawn || drawn.invalid) && isRefused(key, root)) live.endArrival()
    }
  }

  function isId(id: unknown): id is string {
    return typeof id === 'string' && id.length <= limits.idLength
  }

  function isRefused(key: string, id: string): boolean {
    return bySurface.get(key)?.refused.has(id) === true
  }

  function remove(key: string, deleted: boolean): void {
    hold.release(key)
    room += bySurface.get(key)?.refused.size ?? 0
    bySurface.delete(key)
    forget(key)
    past.set(key, deleted)
    bytesOfPast += bytesOfKey(key)
    // Of those that were taken back less depends.
    for (const least of [false, true])
      for (const [oldest, isDeleted] of past) if (bytesOfPast > pastBytes && isDeleted === least) forget(oldest)
  }

  function forget(key: string): void {
    if (past.delete(key)) bytesOfPast -= bytesOfKey(key)
  }

  /**
   * What follows of this id is about the surface of that owner. Surfaces may come and go for as long as the source lives, so targets go
   * whose surface is neither here nor in `past`.
   */
  function setTarget({ targets }: Source, surfaceId: string, owner: string | undefined): void {
    if (targets.size >= manyTargets && !targets.has(surfaceId))
      for (const [id, of] of targets) if (!isKnown(id, of)) targets.delete(id)
    targets.set(surfaceId, owner)
  }

  /** Whether the surface is there, or was. */
  function isKnown(surfaceId: string, owner: string | undefined): boolean {
    return !!surfaces.own(surfaceId, owner) || past.has(keyOf(surfaceId, owner))
  }

  /** Whether the source has fed the surface, and no other read under way has. */
  function ends(key: string, source: Source): boolean {
    fed = undefined
    const sources = bySurface.get(key)?.sources
    return sources?.delete(source) === true && [...sources].every(({ endless }) => endless)
  }

  function reportOnce(key: string, error: SurfaceError, version: ProtocolVersion): void {
    const { reported } = arrivalsOf(key)
    if (!reported.has(error.message)) report(error, version)
    reported.add(error.message)
  }

  return {
    answer({ surfaceId, source: other }, source) {
      // One that nobody here knows is from before a reload.
      if (!source.targets.has(surfaceId) && isKnown(surfaceId, other)) setTarget(source, surfaceId, other)
    },
    find: (surfaceId, source, family) => surfaces.own(surfaceId, ownerOf(surfaceId, source, family)),
    apply(received, source, wire) {
      const { surfaceId, kind, family } = received
      const own = surfaces.own(surfaceId, source.key)
      if (own && own === fed && source === feeder && kind.startsWith('update'))
        return surfaces.apply(received, own, source.key)
      const begins = kind === 'createSurface'
      const owner = begins ? source.key : ownerOf(surfaceId, source, kind === 'deleteSurface' ? undefined : family)
      const target = surfaces.own(surfaceId, owner)
      const key = keyOf(surfaceId, target ? owner : source.key)
      if (!target && isEarly(received, keyOf(surfaceId, owner))) {
        hold.keep(key, received)
        trace.to?.held()
        // What is said of another source's surface that has gone waits until that begins again.
        if (family !== 'v0.8' && owner === source.key) {
          reportEarly(received, source, wire)
          if (lenient && kind === 'updateComponents') beginFor(received, key, source)
        }
      } else surfaces.apply(received, target, source.key)
      arrivalsOf(key).sources.add(source)
      fed = own
      feeder = source
      if (owner !== source.key) setTarget(source, surfaceId, owner)
      if (kind === 'deleteSurface') remove(key, true)
      if (!begins) return
      forget(key)
      const begun = surfaces.own(surfaceId, source.key)
      if (!begun) return
      applyHeld(key, begun, source)
      for (const [other, { surfaceId: id }] of hold.waiting()) {
        const [from] = bySurface.get(other)?.sources ?? []
        if (id === surfaceId && from?.targets.has(id) && from.targets.get(id) === source.key)
          applyHeld(other, begun, from)
      }
    },
    takeBack(id, source) {
      surfaces.remove({ id, source })
      remove(keyOf(id, source), false)
    },
    refuse,
    end(reportMissing, source) {
      for (const [key, first, hasComponents] of hold.waiting()) {
        const { surfaceId, family, line } = first
        const owner = ownerOf(surfaceId, source)
        const target = surfaces.own(surfaceId, owner)
        // The other source's surface may begin again.
        if (!target && owner !== source.key) continue
        if (!ends(key, source) || !reportMissing || isRefused(key, beginning)) continue
        if (target && familyOf(target.version) === family) {
          setTarget(source, surfaceId, owner)
          applyHeld(key, target, source)
        } else {
          reportOnce(key, neverBegun(surfaceId, family).in({ line, source: source.key }), family)
          if (lenient && hasComponents) attempt(first, source, () => beginFor(first, key, source))
        }
      }
      for (const surface of surfaces.list.getSnapshot().map(liveSurface)) {
        const { id, version } = surface
        const key = keyOf(id, surface.source)
        if (!ends(key, source)) continue
        if (lenient) putRoot(surface, lenient, source)
        surface.endArrival()
        if (reportMissing)
          for (const error of missingParts(surface, (component) => isRefused(key, component)))
            reportOnce(key, error.in({ source: surface.source }), version)
      }
    },
  }
}

/** The key of a surface. No name of a source begins with a space, as JSON. */
function keyOf(surfaceId: string, source: string | undefined): string {
  return `${source === undefined ? '' : JSON.stringify(source)} ${surfaceId}`
}

function neverBegun(surfaceId: string, family: ProtocolFamily): SurfaceError {
  const beginning = beginningOf(family)
  return new SurfaceError(
    'ROOT_MISSING',
    `Updates of surface "${surfaceId}" wait for ${beginning}`,
    { hint: `Send ${beginning} for it.`, surfaceId },
    { severity: 'warning' },
  )
}
