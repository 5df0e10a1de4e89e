/**
 * The runtime's reports about lines, without those that follow from another one. A surface whose beginning is missing or was
 * refused gets one, so that its other lines are judged too.
 */
import type { Catalog } from '../catalog/catalog.ts'
import { lenient } from '../entries/lenient.ts'
import type { SurfaceError } from '../errors/surface-error.ts'
import { getOwn, isObject, type JsonObject, type JsonValue } from '../json/value.ts'
import { componentIndex } from '../protocol/component-place.ts'
import { spokenVersion } from '../protocol/decode.ts'
import type { ProtocolFamily } from '../protocol/message.ts'
import type { Parsed } from '../runtime/intake.ts'
import type { LenientMode } from '../runtime/runtime.ts'
import type { Line } from '../stream/lines.ts'
import { createHeadless, type Headless } from './headless.ts'
import { rightIn } from './right.ts'

export interface Judged {
  /** Every line, in order. */
  readonly read: readonly Parsed[]
  readonly reports: readonly SurfaceError[]
  /** What lenient mode says of the lines. */
  readonly repairs: readonly SurfaceError[]
  /** Numbers of the lines that a runtime refuses as a whole. */
  readonly refused: ReadonlySet<number | undefined>
  /** Surfaces with what they hold at the end. */
  readonly headless: Headless
  /** Whether something was refused that may have held any part of this surface. */
  isPartial(surfaceId: string): boolean
}

/** `before`: what the surfaces were made of. `final`: nothing follows, so missing parts are reported. */
export function judge(lines: readonly Line[], catalog: Catalog, before: readonly unknown[], final: boolean): Judged {
  const headless = createHeadless(catalog)
  headless.apply(before)
  const start = headless.reports.length
  const read: Parsed[] = []
  const refused = new Set<number | undefined>()
  /** Surfaces that a refused line or component was for. `undefined`: lines of which not even that is known. */
  const partial = new Set<string | undefined>()
  /** Surfaces with updates, and the version of these. */
  const updated = new Map<string, ProtocolFamily>()
  const deleted = new Set<string>()
  /** Surfaces that have a beginning from here alone. */
  const begunHere = new Set<string>()

  function begin(surfaceId: string, family: ProtocolFamily): void {
    const catalogId = catalog.dialects.find(({ protocol }) => protocol === family)?.ids[0]
    if (catalogId === undefined || headless.surface(surfaceId)) return
    begunHere.add(surfaceId)
    const payload = { surfaceId, catalogId }
    headless.apply(
      family === 'v0.8' ? { beginRendering: { ...payload, root } } : { version: 'v0.9', createSurface: payload },
    )
  }

  /** Whether the runtime refused the message as a whole. An update whose surface may still come is kept. */
  function isRefusal({ code, severity, place }: SurfaceError): boolean {
    const { surfaceId = '', at } = place
    if (componentIndex(at) !== undefined) return false
    if (code === 'SURFACE_NOT_FOUND') return deleted.has(surfaceId)
    return severity === 'error' && !(code === 'SURFACE_EXISTS' && begunHere.has(surfaceId))
  }

  function note({ received, value, line }: Parsed, reports: readonly SurfaceError[]): void {
    if (reports.some(isRefusal)) {
      refused.add(line?.number)
      const surfaceIds = surfacesIn(value)
      if (surfaceIds.length === 0) partial.add(undefined)
      for (const surfaceId of surfaceIds) {
        partial.add(surfaceId)
        if (begins(value)) begin(surfaceId, spokenVersion(value) === 'v0.8' ? 'v0.8' : 'v0.9')
      }
    } else if (received?.kind === 'deleteSurface') {
      deleted.add(received.surfaceId)
      updated.delete(received.surfaceId)
    } else if (received?.kind === 'createSurface') {
      deleted.delete(received.surfaceId)
    } else if (received) updated.set(received.surfaceId, received.family)
  }

  for (const line of lines) {
    const from = headless.reports.length
    const parsed = headless.take(line)
    read.push(parsed)
    // With the beginning of a surface come reports about lines that were held.
    note(
      parsed,
      headless.reports.slice(from).filter(({ place }) => place.line === line.number),
    )
  }
  // The surfaces as they are: one that was never begun is reported.
  if (final) headless.end(true)
  const asTheyAre = headless.reports.length - start
  const neverBegun = new Set([...updated.keys()].filter((surfaceId) => !headless.surface(surfaceId)))
  for (const surfaceId of neverBegun) begin(surfaceId, updated.get(surfaceId) as ProtocolFamily)
  if (final) headless.end(true)

  const reports = headless.reports.slice(start)
  // What was held is refused when it is applied.
  for (const { code, severity, place } of reports) {
    if (severity === 'warning' || code.startsWith('SURFACE_')) continue
    if (componentIndex(place.at) === undefined) refused.add(place.line)
    else partial.add(place.surfaceId ?? '')
  }

  const notFound = new Set<string>()
  /** Whether a report neither follows from another one nor repeats it. */
  function isCause({ code, place }: SurfaceError, index: number): boolean {
    const { surfaceId = '' } = place
    const old = updated.get(surfaceId) === 'v0.8'
    switch (code) {
      case 'SURFACE_EXISTS':
        return !begunHere.has(surfaceId)
      case 'SURFACE_NOT_FOUND':
        if (deleted.has(surfaceId)) return true
        if (partial.has(undefined) || begunHere.has(surfaceId) !== neverBegun.has(surfaceId)) return false
        return notFound.size < notFound.add(surfaceId).size
      case 'CHILD_MISSING':
        return !partial.has(undefined)
      case 'ROOT_MISSING':
        if (partial.has(undefined)) return false
        return index < asTheyAre && neverBegun.has(surfaceId) ? old : !(old && begunHere.has(surfaceId))
      default:
        return true
    }
  }

  const repairs = repairsOf(lines, catalog, before, final)
  /** Whether what was refused held a part that is missing: lenient mode, which reads it, does not miss it. */
  function isInRefused({ code, place }: SurfaceError): boolean {
    if (code !== 'ROOT_MISSING' && code !== 'CHILD_MISSING') return false
    const { surfaceId = '', componentId } = place
    const isSame = (one: SurfaceError): boolean =>
      one.code === code && one.place.surfaceId === surfaceId && one.place.componentId === componentId
    return partial.has(surfaceId) && !repairs.some(isSame)
  }

  return {
    ...{ read, refused, headless, repairs },
    reports: reports.filter((error, index) => isCause(error, index) && !isInRefused(error)),
    isPartial: (surfaceId) => partial.has(undefined) || partial.has(surfaceId),
  }
}

function repairsOf(
  lines: readonly Line[],
  catalog: Catalog,
  before: readonly unknown[],
  final: boolean,
): readonly SurfaceError[] {
  const headless = createHeadless(catalog, lenient as LenientMode)
  headless.apply(before)
  const start = headless.reports.length
  const values = new Map(lines.map((line) => [line.number, headless.take(line).value]))
  if (final) headless.end(true)
  const isRight = rightIn(headless, final)
  return headless.reports.slice(start).filter((repair) => !isRight(repair, values))
}

/** The root of a surface of v0.8 whose beginning is not the model's. */
const root = 'root'

/** Whether a message seems to begin a surface. */
function begins(value: JsonValue): boolean {
  return Object.entries(value as JsonObject).some(
    ([name, payload]) => /create|begin/i.test(name) || (isObject(payload) && Object.hasOwn(payload, 'catalogId')),
  )
}

/** The surfaces that a message names, whatever it is called. */
function surfacesIn(value: JsonValue): readonly string[] {
  if (!isObject(value)) return []
  return Object.values(value as JsonObject).flatMap((payload) => {
    const id = isObject(payload) ? getOwn(payload as JsonObject, 'surfaceId') : undefined
    return typeof id === 'string' ? [id] : []
  })
}
