/** All surfaces of a runtime: creates, finds and deletes them, and gives their list as a binding. */
import { anyCatalog } from '../catalog/any-catalog.ts'
import type { Catalog } from '../catalog/catalog.ts'
import type { Dialect, Theme } from '../catalog/dialect.ts'
import { type Report, SurfaceError } from '../errors/surface-error.ts'
import { clip } from '../json/value.ts'
import { type Binding, createCell } from '../live/binding.ts'
import type { CreateSurface, DeleteSurface, Received, UpdateDataModel } from '../protocol/message.ts'
import { didYouMean } from '../text/nearest.ts'
import { createDataQuota } from './data-quota.ts'
import { createNodeQuotas } from './node-quota.ts'
import { LiveSurface } from './surface.ts'
import type { SurfaceHost } from './surface-host.ts'

/** What a surface needs from around it, but for what all surfaces of a runtime share. */
type OuterHost = Omit<SurfaceHost, 'userInput' | 'drawn' | 'stored'>

export class Surfaces {
  /** Every surface, in order of creation. */
  readonly list: Binding<readonly LiveSurface[]>
  private readonly current = createCell<readonly LiveSurface[]>([])
  private readonly byId = new Map<string, LiveSurface>()
  private readonly dialects: readonly Dialect[]
  private readonly host: SurfaceHost
  private created = 0
  private open = true

  constructor(catalogs: readonly Catalog[], outer: OuterHost) {
    this.list = this.current
    this.dialects = catalogs.flatMap((catalog) => catalog.dialects)
    this.host = {
      ...outer,
      userInput: createCell(false),
      drawn: createNodeQuotas(outer.limits.totalNodes),
      stored: createDataQuota(outer.limits.totalDataBytes),
    }
  }

  get(surfaceId: string): LiveSurface | undefined {
    return this.byId.get(surfaceId)
  }

  /** Throws a `SurfaceError` and is then as before. Deleting what does not exist has no effect. */
  apply(received: Received): void {
    // A handler may have disposed the runtime in the middle of a chunk or list.
    if (!this.open) return
    this.host.arrived()
    this.checkVersion(received)
    switch (received.kind) {
      case 'createSurface':
        this.create(received)
        break
      case 'updateComponents':
        this.existing(received).update(received)
        break
      case 'updateDataModel':
        writeData(this.existing(received), received)
        break
      case 'deleteSurface':
        this.remove(received)
    }
  }

  /** Ends every surface; nothing is applied any more. */
  clear(): void {
    this.open = false
    for (const surface of this.byId.values()) surface.close()
    this.byId.clear()
    this.publish()
  }

  private create(received: Received<CreateSurface>): void {
    const warnings: SurfaceError[] = []
    const warn: Report | undefined = this.host.lenient ? (warning) => void warnings.push(warning) : undefined
    const known = this.byId.get(received.surfaceId)
    if (known) restart(known, received, warn)
    else this.add(received, warn)
    for (const warning of warnings) this.report(received, warning)
  }

  private add(received: Received<CreateSurface>, warn: Report | undefined): void {
    const { limits } = this.host
    const dialect = findDialect(received, this.dialects, warn)
    const theme = dialect ? themeOf(received, dialect, warn) : {}
    if (this.byId.size >= limits.surfaces) throw tooMany(limits.surfaces)
    if (!dialect) throw catalogUnknown(received, this.dialects)
    this.byId.set(received.surfaceId, new LiveSurface(received, dialect, theme, this.created++, this.host))
    this.publish()
  }

  private remove({ surfaceId }: DeleteSurface): void {
    this.byId.get(surfaceId)?.close()
    if (this.byId.delete(surfaceId)) this.publish()
  }

  private existing({ surfaceId, at }: Received): LiveSurface {
    const surface = this.byId.get(surfaceId)
    if (!surface) throw notFound(surfaceId, this.byId.keys(), at)
    return surface
  }

  /** Lenient: `deleteSurface` is the same in both versions; without "version" it is read as v0.8. */
  private checkVersion(received: Received): void {
    const mixed = mixedVersions(received, this.byId.get(received.surfaceId))
    if (mixed && this.host.lenient && received.kind === 'deleteSurface') this.report(received, mixed.asWarning())
    else if (mixed) throw mixed
  }

  private report(received: Received, error: SurfaceError): void {
    const { line, surfaceId } = received
    this.host.report(error.in({ line, surfaceId }), received.kind === 'createSurface' ? received.version : undefined)
  }

  private publish(): void {
    this.current.set([...this.byId.values()])
  }
}

/** The dialect of the catalog that the message names. Lenient: where nobody has it, all that there are as one. */
function findDialect(
  received: Received<CreateSurface>,
  dialects: readonly Dialect[],
  warn: Report | undefined,
): Dialect | undefined {
  const [first, ...others] = dialects.filter(({ protocol }) => protocol === received.family)
  if (!first) return undefined
  const named = [first, ...others].find(({ ids }) => ids.includes(received.catalogId))
  if (named || !warn) return named
  warn(catalogUnknown(received, dialects).asWarning())
  return anyCatalog([first, ...others])
}

function themeOf({ theme, family, at }: Received<CreateSurface>, dialect: Dialect, warn: Report | undefined): Theme {
  const outer = (error: SurfaceError): SurfaceError => error.below(`${at}/${family === 'v0.8' ? 'styles' : 'theme'}`)
  try {
    return dialect.parseTheme(theme, warn && ((warning) => warn(outer(warning))))
  } catch (error) {
    throw error instanceof SurfaceError ? outer(error) : error
  }
}

/** v0.8 may name another root and other styles for a live surface; v0.9 may not create twice. */
function restart(surface: LiveSurface, received: Received<CreateSurface>, warn: Report | undefined): void {
  const { root, catalogId, mayRestart, at } = received
  if (!mayRestart || catalogId !== surface.catalogId) {
    throw new SurfaceError('SURFACE_EXISTS', `Surface "${surface.id}" exists already; it stays as it is`, {
      hint: 'To begin anew, send deleteSurface first.',
      at: `${at}/${mayRestart ? 'catalogId' : 'surfaceId'}`,
    })
  }
  surface.restart({ root, theme: themeOf(received, surface.dialect, warn) })
}

function writeData(surface: LiveSurface, received: Received<UpdateDataModel>): void {
  try {
    surface.write(received)
  } catch (error) {
    if (!(error instanceof SurfaceError)) throw error
    throw error.in({ at: error.code === 'LIMIT_DATA_BYTES' ? received.at : `${received.at}/path` })
  }
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
