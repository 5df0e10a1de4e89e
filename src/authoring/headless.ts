/** The runtime's own intake without a page: what it says of each line, and the surfaces that the lines make. */
import type { Catalog } from '../catalog/catalog.ts'
import { environmentOf } from '../environment.ts'
import { defaultLimits } from '../errors/limits.ts'
import { asSurfaceErrors, maxFaultsOfMessage, type SurfaceError } from '../errors/surface-error.ts'
import { createIntake, type Intake, type Parsed } from '../intake.ts'
import type { JsonValue } from '../json/value.ts'
import { componentsIn, decode } from '../protocol/decode.ts'
import type { CreateSurface, Received } from '../protocol/message.ts'
import type { Line } from '../stream/lines.ts'
import { type LiveSurface, liveSurface } from '../surface/surface.ts'
import { createSurfaces } from '../surface/surfaces.ts'

export const limits: typeof defaultLimits = defaultLimits

export interface Headless {
  /** Every report, in order. A line without a number has none. */
  readonly reports: readonly SurfaceError[]
  /** Takes a line, and returns what was read. Its faults are all reported, not the first 20 alone. */
  take(line: Line): Parsed
  /** What is wrong with a message, which is neither applied nor reported. */
  faultsIn(message: JsonValue): readonly SurfaceError[]
  /** Whether a message can be applied now, or in v0.8 be held: nothing is wrong with it by itself. */
  accepts(message: JsonValue): boolean
  readonly apply: Intake['takeParsed']
  readonly end: Intake['end']
  surface(surfaceId: string): LiveSurface | undefined
  readonly surfaces: readonly LiveSurface[]
}

export function createHeadless(catalog: Catalog): Headless {
  const reports: SurfaceError[] = []
  const report = (error: SurfaceError): void => void reports.push(error)
  const nothing = (): undefined => undefined
  const surfaces = createSurfaces([catalog], {
    ...{ limits, report, lenient: undefined, environment: environmentOf({}), media: 'all', openUrl: undefined },
    ...{ emit: nothing, arrived: nothing, notify: nothing },
    ...{ wallClock: () => 0, monotonicClock: () => 0, lastMessageAt: () => 0 },
  })
  const intake = createIntake({ limits, surfaces, report, lenient: undefined })

  /** Of components that come after the last one with a report: the runtime ends a message's reports at 20. */
  function reportRest(value: JsonValue, from: number, number: number): void {
    const received = componentsIn(value, limits, number)
    const components = received?.components ?? []
    const known = new Set(reports.map(({ place }) => `${place.line} ${place.at}`))
    for (let index = from; received && index < components.length; index++) {
      try {
        surfaces.check({ ...received, components: components.slice(index, index + 1), first: index })
      } catch (thrown) {
        for (const fault of asSurfaceErrors(thrown))
          if (!known.has(`${number} ${fault.place.at}`)) report(fault.in({ line: number }))
      }
    }
  }

  function isCatalogOf({ catalogId, family }: Received<CreateSurface>): boolean {
    return catalog.dialects.some(({ ids, protocol }) => protocol === family && ids.includes(catalogId))
  }

  return {
    reports,
    take(line) {
      const before = reports.length
      const parsed = intake.parseLine(line)
      intake.apply(parsed)
      const last =
        reports.length - before >= maxFaultsOfMessage
          ? /\/components\/(\d+)/.exec(reports.at(-1)?.place.at ?? '')
          : null
      if (last) reportRest(parsed.value, Number(last[1]), line.number)
      return parsed
    },
    accepts(message) {
      try {
        const received = decode(message, limits)
        const known = surfaces.get(received.surfaceId) !== undefined
        if (received.kind === 'createSurface') return !known && isCatalogOf(received)
        if (received.kind === 'updateComponents' && known) surfaces.check(received)
        else if (received.kind === 'updateComponents') return received.family === 'v0.8' && surfaces.accepts(received)
        return known || received.family === 'v0.8' || received.kind === 'deleteSurface'
      } catch {
        return false
      }
    },
    faultsIn(message) {
      try {
        const received = decode(message, limits)
        if (received.kind === 'updateComponents') surfaces.check(received)
        return []
      } catch (thrown) {
        return asSurfaceErrors(thrown)
      }
    },
    apply: intake.takeParsed,
    end: intake.end,
    surface(surfaceId) {
      const found = surfaces.get(surfaceId)
      return found && liveSurface(found)
    },
    get surfaces() {
      return surfaces.list.getSnapshot().map(liveSurface)
    },
  }
}
