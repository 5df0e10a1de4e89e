/** All surfaces of a runtime: creates, finds and deletes them, and gives their list as a binding. */
import type { Catalog } from '../catalog/catalog.ts'
import type { Component } from '../catalog/component.ts'
import type { Dialect, Theme } from '../catalog/dialect.ts'
import { type Report, SurfaceError } from '../errors/surface-error.ts'
import { placeOf } from '../json/loose-path.ts'
import { root } from '../json/pointer.ts'
import { clip } from '../json/value.ts'
import { type Binding, createCell } from '../live/binding.ts'
import type { CreateSurface, Received, UpdateComponents } from '../protocol/message.ts'
import { didYouMean } from '../text/nearest.ts'
import { readComponents } from './put-components.ts'
import { createSurface, type LiveSurface, liveSurface, type Surface } from './surface.ts'
import type { SurfaceHost } from './surface-parts.ts'

/** What a surface needs from around it, but for what all surfaces of a runtime share. */
type OuterHost = Omit<SurfaceHost, 'holders' | 'drawn' | 'stored'>

export interface Surfaces {
  /** Every surface, in order of creation. */
  readonly list: Binding<readonly Surface[]>
  get(surfaceId: string): Surface | undefined
  find(surfaceId: string): LiveSurface | undefined
  /** Throws a `SurfaceError` and is then as before. Deleting what does not exist has no effect. */
  apply(received: Received): void
  /**
   * Of a message that is refused already, or not whole: throws what `apply` would refuse, and changes nothing. Returns the
   * components, for a surface that there is.
   */
  check(received: Received<UpdateComponents>): readonly Component[]
  /** Of a message that waits for its surface: whether a catalog of its version draws all of its components. */
  accepts(received: Received<UpdateComponents>): boolean
  /** Ends a surface, if there is one. */
  remove(surfaceId: string): void
  /** Ends every surface; nothing is applied any more. */
  clear(): void
}

export function createSurfaces(catalogs: readonly Catalog[], outer: OuterHost): Surfaces {
  const { limits, lenient } = outer
  const host: SurfaceHost = {
    ...outer,
    holders: createCell(0),
    drawn: { limit: limits.totalNodes, used: 0 },
    stored: { limit: limits.totalDataBytes, used: 0 },
  }
  const dialects = catalogs.flatMap((catalog) => catalog.dialects)
  const list = createCell<readonly Surface[]>([])
  const byId = new Map<string, Surface>()
  let created = 0
  let open = true

  const publish = (): void => list.set([...byId.values()])

  function find(surfaceId: string): LiveSurface | undefined {
    const surface = byId.get(surfaceId)
    return surface && liveSurface(surface)
  }

  function remove(surfaceId: string): void {
    find(surfaceId)?.close()
    if (byId.delete(surfaceId)) publish()
  }

  function add(received: Received<CreateSurface>, report: Report): void {
    const dialect = findDialect(received, dialects, lenient, report)
    if (byId.size >= limits.surfaces)
      throw new SurfaceError('LIMIT_SURFACES', `The surfaces have reached the limit of ${limits.surfaces}`, {
        hint: 'Send deleteSurface for those that are done.',
      })
    if (!dialect) throw catalogUnknown(received, dialects)
    const theme = themeOf(received, dialect, report)
    byId.set(received.surfaceId, createSurface(received, dialect, theme, created++, host))
    publish()
  }

  /** `known`: the surface of the message's id, if there is one. `faults`: what is reported although the message is applied. */
  function applyTo(known: LiveSurface | undefined, received: Received, faults: SurfaceError[]): void {
    const { kind, surfaceId } = received
    const report: Report = (fault) => void faults.push(lenient ? fault.asWarning() : fault)
    known?.draft?.settle()
    checkVersion(known, received, lenient && report)
    if (kind === 'deleteSurface') remove(surfaceId)
    else if (kind === 'createSurface') {
      if (known) restart(known, received, report)
      else add(received, report)
    } else if (!known) throw notFound(received, byId.keys())
    else if (kind === 'updateComponents') known.update(received)
    else {
      const { model, unsent } = known
      const { family, pointer, value } = received
      const write = (): void => model.write(family === 'v0.8' ? placeOf(root, pointer, model) : pointer, value)
      unsent.tryWrite(received, write, faults)
    }
  }

  return {
    list,
    get: (surfaceId) => byId.get(surfaceId),
    find,
    remove,
    apply(received) {
      // A handler may have disposed the runtime in the middle of a chunk or list.
      if (!open) return
      host.arrived()
      const { line, surfaceId } = received
      const known = find(surfaceId)
      const faults: SurfaceError[] = []
      applyTo(known, received, faults)
      for (const fault of faults) host.report(fault.in({ line, surfaceId }), known?.version)
    },
    check(received) {
      const known = find(received.surfaceId)
      checkVersion(known, received, undefined)
      if (known) return readComponents(received, known, () => undefined)
      if (received.family === 'v0.9') throw notFound(received, byId.keys())
      return []
    },
    accepts: (received) =>
      dialects.some((dialect) => dialect.protocol === received.family && canDraw(received, { ...outer, dialect })),
    clear() {
      open = false
      for (const surface of byId.values()) liveSurface(surface).close()
      byId.clear()
      publish()
    },
  }
}

function canDraw(received: Received<UpdateComponents>, by: Parameters<typeof readComponents>[1]): boolean {
  try {
    return readComponents(received, by, () => undefined).every(({ invalid }) => !invalid)
  } catch {
    return false
  }
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
  report(catalogUnknown(received, dialects))
  return lenient.anyCatalog([first, ...others])
}

function themeOf({ theme, family, at }: Received<CreateSurface>, dialect: Dialect, report: Report): Theme {
  const outer = `${at}/${family === 'v0.8' ? 'styles' : 'theme'}`
  return dialect.parseTheme(theme, (fault) => report(fault.below(outer)))
}

/** v0.8 may name another root and other styles for a live surface; v0.9 may not create twice. */
function restart(surface: LiveSurface, received: Received<CreateSurface>, report: Report): void {
  const { root, catalogId, mayRestart, at } = received
  if (!mayRestart || catalogId !== surface.catalogId) {
    throw new SurfaceError('SURFACE_EXISTS', `Surface "${surface.id}" exists already; it stays as it is`, {
      hint: 'To begin anew, send deleteSurface first.',
      at: `${at}/${mayRestart ? 'catalogId' : 'surfaceId'}`,
    })
  }
  surface.restart({ root, theme: themeOf(received, surface.dialect, report) })
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
    hint: `Supported catalogs: ${supported.join(', ') || 'none'}.`,
    at: `${at}/catalogId`,
  })
}

export function notFound({ surfaceId, at }: Received, known: Iterable<string>): SurfaceError {
  const otherwise = 'Send createSurface for it first.'
  return new SurfaceError('SURFACE_NOT_FOUND', `There is no surface "${clip(surfaceId)}"`, {
    hint: didYouMean(surfaceId, known, otherwise),
    at: `${at}/surfaceId`,
  })
}
