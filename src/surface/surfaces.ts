/**
 * All surfaces of a runtime: creates, finds and deletes them, and gives their list as a binding.
 *
 * A surface belongs to the source that has begun it. Agents use one id in several answers: these are several surfaces.
 */
import type { Catalog } from '../catalog/catalog.ts'
import type { Component } from '../catalog/component.ts'
import type { Dialect, Theme } from '../catalog/dialect.ts'
import { asSurfaceErrors, type Report, SurfaceError } from '../errors/surface-error.ts'
import { placeOf } from '../json/loose-path.ts'
import { root } from '../json/pointer.ts'
import { clip } from '../json/value.ts'
import { type Binding, createCell } from '../live/binding.ts'
import type { ClientEvent, CreateSurface, Received, UpdateComponents } from '../protocol/message.ts'
import { listed, nearestOr } from '../schema/remedy.ts'
import { readComponents } from './put-components.ts'
import { createSurface, type LiveSurface, liveSurface, type Surface } from './surface.ts'
import type { SurfaceHost } from './surface-parts.ts'

/** What a surface needs from around it, but for what all surfaces of a runtime share. */
type OuterHost = Omit<SurfaceHost, 'holders' | 'drawn' | 'stored' | 'listening'>

export interface Surfaces {
  /** Every surface, in order of creation. */
  readonly list: Binding<readonly Surface[]>
  /** The surface of the source; without a source the one of this id that was begun or acted on last. */
  get(surfaceId: string, source?: string): Surface | undefined
  /** The surface of this id that the source itself has begun. `undefined`: the streams. */
  own(surfaceId: string, source: string | undefined): LiveSurface | undefined
  /** The same, or else the surface of this id that was begun or acted on last. */
  find(surfaceId: string, source: string | undefined): LiveSurface | undefined
  /**
   * `target`: what the message changes or deletes; none for one that begins a surface of the source. Throws a `SurfaceError` and is
   * then as before. Deleting what does not exist has no effect.
   */
  apply(received: Received, target: LiveSurface | undefined, source: string | undefined): void
  /**
   * The components of a message that is not whole. Reports what `apply` would find in each, throws what would refuse the message, and
   * changes nothing. `known`: the surface that it is about.
   */
  check(received: Received<UpdateComponents>, known: LiveSurface | undefined, report: Report): readonly Component[]
  /** All faults of a message that is not applied. */
  faultsIn(received: Received<UpdateComponents>, known: LiveSurface | undefined): readonly SurfaceError[]
  /** Of a message that waits for its surface: whether a catalog of its version draws all of its components. */
  accepts(received: Received<UpdateComponents>): boolean
  /**
   * Runs a task that removes surfaces and begins them anew. One that comes again goes on in its place, with its new content. The list is
   * published once, at the end.
   */
  renew(task: () => void): void
  /** Ends a surface, if there is one. */
  remove(surface: Pick<Surface, 'id' | 'source'>): void
  /** Ends every surface; nothing is applied any more. */
  clear(): void
}

export function createSurfaces(catalogs: readonly Catalog[], outer: OuterHost): Surfaces {
  const { limits, lenient } = outer
  const host: SurfaceHost = {
    ...outer,
    emit(event) {
      noteUse(event)
      return outer.emit(event)
    },
    holders: createCell(0),
    drawn: { limit: limits.totalNodes, used: 0, waiting: new Set() },
    stored: { limit: limits.totalDataBytes, used: 0 },
    listening: { limit: limits.totalListeners, used: 0 },
  }
  const dialects = catalogs.flatMap((catalog) => catalog.dialects)
  const list = createCell<readonly Surface[]>([])
  /** In the order of the page, with those that were removed just now. */
  let order: Surface[] = []
  /** By id, then by source. */
  const byId = new Map<string, Map<string | undefined, Surface>>()
  /** Surfaces that were removed just now: one that begins again takes its place in the page, with focus and text. */
  const removed = new Set<Surface>()
  /** When each surface was begun or acted on last. */
  const lastUse = new WeakMap<Surface, number>()
  let created = 0
  let uses = 0
  /** What has begun of a list that begins anew, in its order: it has no place yet. */
  let renewal: Surface[] | undefined
  /** How many lists begin anew now: a handler of the host may hand in another one in the middle of one. */
  let renewing = 0
  let open = true

  function living(): Surface[] {
    return order.filter((surface) => !removed.has(surface))
  }

  function publish(): void {
    if (renewing > 0) return
    const next = living()
    const before = list.getSnapshot()
    if (next.length !== before.length || next.some((surface, index) => surface !== before[index])) list.set(next)
  }

  function own(surfaceId: string, source: string | undefined): Surface | undefined {
    return byId.get(surfaceId)?.get(source)
  }

  function find(surfaceId: string, source: string | undefined): Surface | undefined {
    return own(surfaceId, source) ?? latest(surfaceId)
  }

  function latest(surfaceId: string): Surface | undefined {
    let found: Surface | undefined
    for (const surface of byId.get(surfaceId)?.values() ?? [])
      if (!found || lastUseOf(surface) > lastUseOf(found)) found = surface
    return found
  }

  function lastUseOf(surface: Surface): number {
    return lastUse.get(surface) ?? 0
  }

  /** What the agent says next of this id is most likely about the surface that the user has just acted on. */
  function noteUse({ surfaceId, source }: ClientEvent): void {
    const surface = own(surfaceId, source)
    if (surface) lastUse.set(surface, ++uses)
  }

  function name(surface: Surface): void {
    const { id, source } = surface
    byId.set(id, (byId.get(id) ?? new Map()).set(source, surface))
  }

  function forgetRemoved(): void {
    order = living()
    removed.clear()
  }

  function remove({ id, source }: Pick<Surface, 'id' | 'source'>): void {
    const surface = own(id, source)
    if (!surface) return
    liveSurface(surface).close()
    const sameId = byId.get(id)
    sameId?.delete(source)
    if (sameId?.size === 0) byId.delete(id)
    // React draws in a microtask at the earliest: until then the views have not seen that it went.
    if (removed.size === 0 && renewing === 0) queueMicrotask(forgetRemoved)
    removed.add(surface)
    publish()
  }

  /**
   * Gives a surface that has begun its place: that of the one of its id and source that was removed there before the place
   * `end`, else the place `end`. The one that was removed goes on if it is alike.
   */
  function settle(begun: Surface, end: number): Surface {
    const { id, source } = begun
    const at = order.findIndex(
      (one, index) => index < end && removed.has(one) && one.id === id && one.source === source,
    )
    const before = order[at]
    if (!before) order.splice(end, 0, begun)
    else {
      removed.delete(before)
      if (liveSurface(before).takeOver(liveSurface(begun))) return before
      order[at] = begun
    }
    return begun
  }

  function add(received: Received<CreateSurface>, source: string | undefined, report: Report): void {
    const dialect = findDialect(received, dialects, lenient, report)
    if (order.length + (renewal?.length ?? 0) - removed.size >= limits.surfaces)
      throw new SurfaceError('LIMIT_SURFACES', `The surfaces have reached the limit of ${limits.surfaces}`, {
        hint: 'Send deleteSurface for those that are done.',
      })
    if (!dialect) throw catalogUnknown(received, dialects)
    const theme = themeOf(received, dialect, report)
    const begun = createSurface(received, source, dialect, theme, created++, host)
    // A list that is applied anew says first all that its surfaces hold.
    const surface = renewal ? begun : settle(begun, order.length)
    renewal?.push(begun)
    lastUse.set(surface, ++uses)
    name(surface)
    publish()
  }

  /** Of surfaces that have begun anew, in their order: those that were there go on, others begin before the next one of their source. */
  function takeOver(begun: readonly Surface[]): void {
    /** The next surface of each source. */
    const later = new Map<string | undefined, Surface>()
    /** The first one that has begun behind all that were there. */
    let last: Surface | undefined
    const placeOf = (one: Surface | undefined): number => (one ? order.indexOf(one) : order.length)
    for (const surface of begun.toReversed()) {
      if (removed.delete(surface)) continue
      const end = placeOf(last)
      const place = Math.min(placeOf(later.get(surface.source)), end)
      const successor = settle(surface, place)
      if (place === end && order[place] === surface) last = surface
      name(successor)
      later.set(surface.source, successor)
    }
  }

  function renew(task: () => void): void {
    const outer = renewal
    const begun: Surface[] = []
    renewal = begun
    renewing++
    try {
      task()
    } finally {
      renewal = outer
      if (open) takeOver(begun)
      if (--renewing === 0) {
        forgetRemoved()
        publish()
      }
    }
  }

  /** Reports of a message that is applied. Made where a message has some: closures cost also the calls that make none. */
  const into =
    (faults: SurfaceError[]): Report =>
    (fault) =>
      void faults.push(lenient ? fault.asWarning() : fault)

  /** `faults`: what is reported although the message is applied. */
  function applyTo(
    known: LiveSurface | undefined,
    received: Received,
    source: string | undefined,
    faults: SurfaceError[],
  ): void {
    const { kind } = received
    known?.draft?.settle()
    checkVersion(known, received, lenient && into(faults))
    if (kind === 'deleteSurface') {
      if (known) remove(known)
    } else if (kind === 'createSurface') {
      if (known) restart(known, received, into(faults), lenient)
      else add(received, source, into(faults))
    } else if (!known) throw notFound(received, byId.keys())
    else if (kind === 'updateComponents') known.update(received)
    else {
      const { model, unsent } = known
      const { family, pointer, value } = received
      try {
        model.write(family === 'v0.8' ? placeOf(root, pointer, model) : pointer, value)
      } catch (thrown) {
        const fault = unsent.faultOf(thrown, received, faults)
        if (fault) throw fault
      }
    }
  }

  function check(
    received: Received<UpdateComponents>,
    known: LiveSurface | undefined,
    report: Report,
  ): readonly Component[] {
    checkVersion(known, received, undefined)
    if (known) return readComponents(received, known, report)
    if (received.family === 'v0.9') throw notFound(received, byId.keys())
    return []
  }

  return {
    list,
    get: (surfaceId, source) => (source === undefined ? latest(surfaceId) : own(surfaceId, source)),
    own: (surfaceId, source) => live(own(surfaceId, source)),
    find: (surfaceId, source) => live(find(surfaceId, source)),
    remove,
    renew,
    apply(received, target, source) {
      // A handler may have disposed the runtime in the middle of a chunk or list.
      if (!open) return
      host.arrived()
      const { line, surfaceId } = received
      const faults: SurfaceError[] = []
      applyTo(target, received, source, faults)
      if (faults.length === 0) return
      const place = { line, surfaceId, source: (target ?? { source }).source }
      for (const fault of faults) host.report(fault.in(place), target?.version)
    },
    check,
    faultsIn(received, known) {
      const found: SurfaceError[] = []
      try {
        check(received, known, (fault) => void found.push(fault))
      } catch (thrown) {
        found.push(...asSurfaceErrors(thrown))
      }
      return found
    },
    accepts: (received) =>
      dialects.some((dialect) => dialect.protocol === received.family && canDraw(received, { ...outer, dialect })),
    clear() {
      open = false
      for (const sameId of byId.values()) for (const surface of sameId.values()) liveSurface(surface).close()
      order = []
      byId.clear()
      publish()
    },
  }
}

function live(surface: Surface | undefined): LiveSurface | undefined {
  return surface && liveSurface(surface)
}

function canDraw(received: Received<UpdateComponents>, by: Parameters<typeof readComponents>[1]): boolean {
  let drawn = true
  const noteError: Report = ({ severity }) => {
    if (severity === 'error') drawn = false
  }
  const components = readComponents(received, by, noteError)
  return drawn && components.every(({ invalid }) => !invalid)
}

/** The dialect of the catalog that the message names. Lenient: where nobody has it, all that there are as one. */
function findDialect(
  received: Received<CreateSurface>,
  dialects: readonly Dialect[],
  lenient: SurfaceHost['lenient'],
  report: Report,
): Dialect | undefined {
  const [first, ...others] = dialects.filter(({ protocol }) => protocol === received.family)
  if (!first) return undefined
  const named = [first, ...others].find(({ ids }) => ids.includes(received.catalogId))
  if (named || !lenient) return named
  // A message that names no catalog is reported when it is read.
  if (!received.unnamed) report(catalogUnknown(received, dialects))
  return lenient.anyCatalog([first, ...others])
}

function themeOf({ theme, family, at }: Received<CreateSurface>, dialect: Dialect, report: Report): Theme {
  const outer = `${at}/${family === 'v0.8' ? 'styles' : 'theme'}`
  return dialect.parseTheme(theme, (fault) => report(fault.below(outer)))
}

/** v0.8 may name another root and other styles for a live surface; v0.9 may not create twice. Lenient: the surface goes on. */
function restart(
  surface: LiveSurface,
  received: Received<CreateSurface>,
  report: Report,
  lenient: SurfaceHost['lenient'],
): void {
  const { root, catalogId, mayRestart, at } = received
  const goesOn = mayRestart && catalogId === surface.catalogId
  if (!goesOn) {
    const error = new SurfaceError('SURFACE_EXISTS', `Surface "${surface.id}" exists already; it stays as it is`, {
      hint: 'To begin anew, send deleteSurface first.',
      at: `${at}/${mayRestart ? 'catalogId' : 'surfaceId'}`,
    })
    if (!lenient) throw error
    // One that its first update has begun was reported then.
    if (!lenient.isUnnamed(surface.catalogId)) report(error)
  }
  const next = { root, theme: themeOf(received, surface.dialect, report) }
  // A root by its usual name is none that the agent has chosen.
  surface.restart(goesOn || root !== 'root' ? next : { ...next, root: surface.beginning.getSnapshot().root })
}

/** Lenient: `deleteSurface` is the same in both versions; without "version" it is read as v0.8. */
function checkVersion(
  surface: LiveSurface | undefined,
  { family, kind, at }: Received,
  warn: Report | undefined,
): void {
  if (!surface || family === (surface.version === 'v0.8' ? 'v0.8' : 'v0.9')) return
  const message = `Surface "${surface.id}" was opened in ${surface.version}, not in ${family}`
  const mixed = new SurfaceError('VERSION_MIXED', message, { hint: `Send its messages in ${surface.version}.`, at })
  if (!warn || kind !== 'deleteSurface') throw mixed
  warn(mixed)
}

function catalogUnknown(
  { catalogId, family, at }: Received<CreateSurface>,
  dialects: readonly Dialect[],
): SurfaceError {
  const supported = dialects.flatMap(({ protocol, ids }) => (protocol === family ? ids.slice(0, 1) : []))
  return new SurfaceError('CATALOG_UNKNOWN', `There is no catalog "${clip(catalogId)}"`, {
    ...listed('Supported catalogs', supported),
    at: `${at}/catalogId`,
  })
}

export function notFound({ surfaceId, at }: Received, known: Iterable<string>): SurfaceError {
  const otherwise = 'Send createSurface for it first.'
  return new SurfaceError('SURFACE_NOT_FOUND', `There is no surface "${clip(surfaceId)}"`, {
    ...nearestOr(surfaceId, known, { hint: otherwise }),
    at: `${at}/surfaceId`,
  })
}
