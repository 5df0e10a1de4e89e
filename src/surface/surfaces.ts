/** All surfaces of a runtime: creates, finds and deletes them, and gives their list as a binding. */
import { type AnyCatalog, anyCatalog } from '../catalog/any-catalog.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Dialect, Theme } from '../catalog/dialect.ts'
import { type Binding, createCell } from '../json/binding.ts'
import { type Report, SurfaceError } from '../json/errors.ts'
import { didYouMean } from '../json/nearest.ts'
import { clip } from '../json/value.ts'
import type { CreateSurface, DeleteSurface, Received, UpdateComponents, UpdateDataModel } from '../protocol/message.ts'
import { createDataQuota } from './data-quota.ts'
import { createNodeQuotas } from './node-quota.ts'
import { createSurface, type LiveSurface } from './surface.ts'
import type { SurfaceHost } from './surface-host.ts'

export interface Surfaces {
  /** Every surface, in order of creation. */
  readonly list: Binding<readonly LiveSurface[]>
  get(surfaceId: string): LiveSurface | undefined
  /** Throws a `SurfaceError` and is then as before. Deleting what does not exist has no effect. */
  apply(received: Received): void
  /** Ends every surface; nothing is applied any more. */
  clear(): void
}

export function createSurfaces(
  catalogs: readonly Catalog[],
  outer: Omit<SurfaceHost, 'lastMessageAt' | 'arrived' | 'userInput' | 'drawn' | 'stored'>,
): Surfaces {
  const host: SurfaceHost = {
    ...outer,
    lastMessageAt: () => lastMessageAt,
    arrived: note,
    userInput: createCell(false),
    drawn: createNodeQuotas(outer.limits.totalNodes),
    stored: createDataQuota(outer.limits.totalDataBytes),
  }
  const byId = new Map<string, LiveSurface>()
  const list = createCell<readonly LiveSurface[]>([])
  const dialects = catalogs.flatMap((catalog) => catalog.dialects)
  /** By surface: what reads its components where its catalog is unknown. */
  const substitutes = new Map<string, AnyCatalog>()
  let created = 0
  let lastMessageAt = Number.NEGATIVE_INFINITY
  let open = true

  function create(received: Received<CreateSurface>): void {
    const known = byId.get(received.surfaceId)
    const warnings: SurfaceError[] = []
    const { dialect, substitute } = findDialect(received, (warning) => void warnings.push(warning))
    const theme = parseTheme(dialect, received, host.lenient ? (warning) => void warnings.push(warning) : undefined)
    if (known) restartSurface(known, received, theme)
    else if (byId.size >= host.limits.surfaces) throw tooMany(host.limits.surfaces)
    else if (!dialect) throw catalogUnknown(received, dialects)
    else {
      // Not earlier: a refused message must leave nothing behind.
      if (substitute) substitutes.set(received.surfaceId, substitute)
      byId.set(received.surfaceId, createSurface(received, dialect, theme, created++, host))
      publish()
    }
    for (const warning of warnings) reportOf(received, warning)
  }

  /** Lenient: in the place of a catalog that nobody has, those that there are. */
  function findDialect(received: Received<CreateSurface>, warn: Report): FoundDialect {
    const { surfaceId, catalogId, family } = received
    const fitting = dialects.filter(({ protocol }) => protocol === family)
    const named = fitting.find(({ ids }) => ids.includes(catalogId))
    const [first, ...others] = fitting
    if (named || !host.lenient || !first) return { dialect: named }
    const before = substitutes.get(surfaceId)
    if (before) return { dialect: before }
    warn(catalogUnknown(received, dialects).asWarning())
    const substitute = anyCatalog([first, ...others])
    return { dialect: substitute, substitute }
  }

  function reportOf(received: Received, error: SurfaceError): void {
    const { line, surfaceId } = received
    host.report(error.in({ line, surfaceId }), received.kind === 'createSurface' ? received.version : undefined)
  }

  function update(received: Received<UpdateComponents>): void {
    const surface = live(received)
    substitutes.get(surface.id)?.choose(received.components)
    surface.update(received)
  }

  function remove({ surfaceId }: DeleteSurface): void {
    byId.get(surfaceId)?.close()
    substitutes.delete(surfaceId)
    if (byId.delete(surfaceId)) publish()
  }

  function note(): void {
    lastMessageAt = host.monotonicClock()
  }

  function publish(): void {
    list.set([...byId.values()])
  }

  function live({ surfaceId, at }: Received): LiveSurface {
    const surface = byId.get(surfaceId)
    if (!surface) throw notFound(surfaceId, byId.keys(), at)
    return surface
  }

  return {
    list,
    get: (surfaceId) => byId.get(surfaceId),
    apply(received) {
      // A handler may have disposed the runtime in the middle of a chunk or list.
      if (!open) return
      note()
      const mixed = mixedVersions(received, byId.get(received.surfaceId))
      // `deleteSurface` is the same in both versions; without "version" it is read as v0.8.
      if (mixed && host.lenient && received.kind === 'deleteSurface') reportOf(received, mixed.asWarning())
      else if (mixed) throw mixed
      switch (received.kind) {
        case 'createSurface':
          return create(received)
        case 'updateComponents':
          return update(received)
        case 'updateDataModel':
          return writeData(live(received), received)
        case 'deleteSurface':
          return remove(received)
      }
    },
    clear() {
      open = false
      for (const surface of byId.values()) surface.close()
      byId.clear()
      substitutes.clear()
      publish()
    },
  }
}

interface FoundDialect {
  readonly dialect: Dialect | undefined
  /** The same, where it reads a catalog that is unknown and belongs to no surface yet. */
  readonly substitute?: AnyCatalog
}

function writeData(surface: LiveSurface, received: Received<UpdateDataModel>): void {
  try {
    surface.write(received)
  } catch (error) {
    if (!(error instanceof SurfaceError)) throw error
    throw error.in({ at: error.code === 'LIMIT_DATA_BYTES' ? received.at : `${received.at}/path` })
  }
}

function parseTheme(
  dialect: Dialect | undefined,
  { theme, family, at }: Received<CreateSurface>,
  warn: Report | undefined,
): Theme {
  if (!dialect) return {}
  const outer = (error: SurfaceError): SurfaceError => error.below(`${at}/${family === 'v0.8' ? 'styles' : 'theme'}`)
  try {
    return dialect.parseTheme(theme, warn && ((warning) => warn(outer(warning))))
  } catch (error) {
    throw error instanceof SurfaceError ? outer(error) : error
  }
}

/** v0.8 may name another root and other styles for a live surface; v0.9 may not create twice. */
function restartSurface(surface: LiveSurface, received: Received<CreateSurface>, theme: Theme): void {
  const { root, catalogId, mayRestart, at } = received
  if (mayRestart && catalogId === surface.catalogId) {
    surface.restart({ root, theme })
    return
  }
  throw new SurfaceError('SURFACE_EXISTS', `Surface "${surface.id}" exists already; it stays as it is`, {
    hint: 'To begin anew, send deleteSurface first.',
    at: `${at}/${mayRestart ? 'catalogId' : 'surfaceId'}`,
  })
}

function mixedVersions({ family, at }: Received, surface: LiveSurface | undefined): SurfaceError | undefined {
  if (!surface || family === (surface.version === 'v0.8' ? 'v0.8' : 'v0.9')) return undefined
  return new SurfaceError('VERSION_MIXED', `Surface "${surface.id}" was opened in ${surface.version}`, {
    hint: `Send its messages in ${surface.version}.`,
    at,
  })
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

function notFound(surfaceId: string, known: Iterable<string>, at: string): SurfaceError {
  const otherwise = 'Create it first, and use one surfaceId consistently.'
  return new SurfaceError('SURFACE_NOT_FOUND', `There is no surface "${clip(surfaceId)}"`, {
    hint: didYouMean(surfaceId, known, otherwise),
    at: `${at}/surfaceId`,
  })
}

function tooMany(limit: number): SurfaceError {
  return new SurfaceError('LIMIT_SURFACES', `There are ${limit} surfaces already`, {
    hint: 'Delete surfaces that are done.',
  })
}
