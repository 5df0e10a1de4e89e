/** The runtime's own intake without a page: what it says of each line, and the surfaces that the lines make. */
import type { Catalog } from '../catalog/catalog.ts'
import { defaultLimits } from '../errors/limits.ts'
import { maxFaultsOfMessage, type SurfaceError } from '../errors/surface-error.ts'
import type { JsonValue } from '../json/value.ts'
import { componentsIn, decode } from '../protocol/decode.ts'
import type { CreateSurface, Received, UpdateComponents } from '../protocol/message.ts'
import { createSource } from '../runtime/delivery.ts'
import { environmentOf } from '../runtime/environment.ts'
import { createIntake, type Parsed } from '../runtime/intake.ts'
import type { LenientMode } from '../runtime/runtime.ts'
import type { Line } from '../stream/lines.ts'
import { type LiveSurface, liveSurface } from '../surface/surface.ts'
import { createSurfaces } from '../surface/surfaces.ts'
import { appliedPart, withComponents } from './applied.ts'

export const limits: typeof defaultLimits = defaultLimits

export interface Headless {
  /** Every report, in order. A line without a number has none. */
  readonly reports: readonly SurfaceError[]
  /** Takes a line, and returns what was read. Its faults are all reported, not the first 20 alone. */
  take(line: Line): Parsed
  /** What of a message can be applied now, or in v0.8 be held: nothing is wrong with it by itself. `undefined`: nothing. */
  applicable(message: JsonValue): JsonValue | undefined
  /** A parsed message, an array of them, or `{messages: […]}`. */
  apply(messages: unknown): void
  /** Nothing follows. `reportMissing`: parts that have not come are reported. */
  end(reportMissing: boolean): void
  surface(surfaceId: string): LiveSurface | undefined
  readonly surfaces: readonly LiveSurface[]
}

/** `lenient`: absent, strict mode. */
export function createHeadless(catalog: Catalog, lenient?: LenientMode): Headless {
  const reports: SurfaceError[] = []
  const report = (error: SurfaceError): void => void reports.push(error)
  const nothing = (): undefined => undefined
  const surfaces = createSurfaces([catalog], {
    ...{ limits, report, lenient, environment: environmentOf({}), media: 'all', openUrl: undefined },
    ...{ emit: nothing, arrived: nothing, notify: nothing },
    ...{ wallClock: () => 0, monotonicClock: () => 0, lastMessageAt: () => 0 },
  })
  const stream = createSource()
  const intake = createIntake({ limits, surfaces, report, lenient, trace: {} })
  const surface = (surfaceId: string): LiveSurface | undefined => intake.find(surfaceId, stream)
  const componentFaults = (received: Received<UpdateComponents>): readonly SurfaceError[] =>
    surfaces.faultsIn(received, surface(received.surfaceId))

  /** Of components that were not reported: the runtime ends a message's reports at 20. */
  function reportRest(value: JsonValue, number: number): void {
    const received = componentsIn(value, limits, number)
    const known = new Set(reports.map(({ place }) => `${place.line} ${place.at}`))
    for (const fault of received ? componentFaults(received) : [])
      if (!known.has(`${number} ${fault.place.at}`)) report(fault.in({ line: number }))
  }

  function isCatalogOf({ catalogId, family }: Received<CreateSurface>): boolean {
    return catalog.dialects.some(({ ids, protocol }) => protocol === family && ids.includes(catalogId))
  }

  return {
    reports,
    take(line) {
      const before = reports.length
      const parsed = intake.parseLine(line, stream)
      intake.apply(parsed, stream, line)
      if (reports.length - before >= maxFaultsOfMessage) reportRest(parsed.value, line.number)
      return parsed
    },
    applicable(message) {
      try {
        const received = decode(message, limits)
        const known = surface(received.surfaceId) !== undefined
        if (received.kind === 'createSurface') return !known && isCatalogOf(received) ? message : undefined
        if (!known && received.family === 'v0.9' && received.kind !== 'deleteSurface') return undefined
        if (received.kind !== 'updateComponents') return message
        return known
          ? appliedPart(message, componentFaults(received))
          : withComponents(message, (component) => surfaces.accepts({ ...received, components: [component] }))
      } catch {
        return undefined
      }
    },
    apply: (messages) => intake.takeParsed(messages, { source: stream }),
    end: (reportMissing) => intake.end(reportMissing, stream),
    surface,
    get surfaces() {
      return surfaces.list.getSnapshot().map(liveSurface)
    },
  }
}
