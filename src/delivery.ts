/** Messages → surfaces. Early updates are held for their surface, and what is missing at the end of a source is reported. */

import type { Limits } from './errors/limits.ts'
import { asSurfaceErrors, SurfaceError } from './errors/surface-error.ts'
import { isObject, type JsonValue, own } from './json/value.ts'
import { spokenVersion } from './protocol/decode.ts'
import { beginningOf, createHold, type Update } from './protocol/hold.ts'
import type { ProtocolFamily, ProtocolVersion, Received } from './protocol/message.ts'
import { missingParts } from './surface/missing-parts.ts'
import { liveSurface } from './surface/surface.ts'
import { notFound, type Surfaces } from './surface/surfaces.ts'

/** A source that is read. `undefined`: the calls of `push` and `apply`, which have no certain end. */
export type Source = object | undefined

/** What is known of a surface, or of what waits for it. */
interface Arrivals {
  /** The sources that have fed it and not ended: when one ends, another one may still send parts. */
  readonly sources: Set<Source>
  /** What was reported at the end of a source. */
  readonly reported: Set<string>
  /** Ids of components that were refused, which was reported. `beginning`: the message that begins the surface was. */
  readonly refused: Set<string>
}

/** No component has this id. */
const beginning = ''

export interface Delivery {
  /** Applies or holds a message. `wire`: as it was sent. Throws a `SurfaceError` and is then as before. */
  apply(received: Received, source: Source, wire: JsonValue): void
  /** The surface and what was held for it never were: it may begin again, and updates before that are held. */
  takeBack(surfaceId: string): void
  /** Remembers a message that was refused: its parts are not reported as missing. */
  refuse(wire: unknown): void
  /** See `Intake.end`. */
  end(reportMissing: boolean, source: Source): void
}

export interface DeliveryOptions {
  readonly limits: Limits
  readonly surfaces: Surfaces
  /** `version`: the one that the message was written in. */
  readonly report: (error: SurfaceError, version?: ProtocolVersion) => void
}

export function createDelivery({ limits, surfaces, report }: DeliveryOptions): Delivery {
  const hold = createHold(limits, surfaces.accepts)
  const bySurface = new Map<string, Arrivals>()
  /** All surfaces share room for the ids of refused components. One that finds no room is reported twice. */
  let room = limits.components
  /** Surfaces that were deleted; of a great many the newest. */
  const deleted = new Set<string>()

  function arrivalsOf(surfaceId: string): Arrivals {
    const arrivals = bySurface.get(surfaceId) ?? { sources: new Set(), reported: new Set(), refused: new Set() }
    bySurface.set(surfaceId, arrivals)
    return arrivals
  }

  /** Updates for a surface that was deleted are refused in v0.9. In v0.8 they may begin another one. */
  function isEarly(received: Received): received is Update {
    const { family, kind, surfaceId } = received
    return kind.startsWith('update') && !surfaces.get(surfaceId) && (family === 'v0.8' || !deleted.has(surfaceId))
  }

  /** v0.9 says `createSurface` first, so that an early update is reported all the same. */
  function keep(received: Update, wire: JsonValue): void {
    hold.keep(received)
    if (received.family === 'v0.8') return
    const known = surfaces.list.getSnapshot().map(({ id }) => id)
    report(notFound(received, known).in({ surfaceId: received.surfaceId, line: received.line }), spokenVersion(wire))
  }

  function applyHeld(held: Received): void {
    try {
      surfaces.apply(held)
    } catch (thrown) {
      refuse({ held })
      for (const fault of asSurfaceErrors(thrown))
        report(fault.in({ line: held.line, surfaceId: held.surfaceId }), held.family)
    }
  }

  function refuse(wire: unknown): void {
    // Under any name: the name may be the mistake.
    for (const [kind, payload] of isObject(wire) ? Object.entries(wire) : []) {
      const { surfaceId, components } = isObject(payload) ? payload : {}
      if (!isId(surfaceId)) continue
      const ids = Array.isArray(components) ? components.map((one) => isObject(one) && own(one, 'id')) : []
      for (const id of [kind === 'beginRendering' && beginning, ...ids]) {
        if (!isId(id) || room <= 0 || isRefused(surfaceId, id)) continue
        arrivalsOf(surfaceId).refused.add(id)
        room--
      }
      const live = surfaces.find(surfaceId)
      // Without its root a surface has nothing to show: it does not look as if something were on its way.
      if (live && isRefused(surfaceId, live.beginning.getSnapshot().root)) live.endArrival()
    }
  }

  function isId(id: unknown): id is string {
    return typeof id === 'string' && id.length <= limits.idLength
  }

  function isRefused(surfaceId: string, id: string): boolean {
    return bySurface.get(surfaceId)?.refused.has(id) === true
  }

  function forget(surfaceId: string): void {
    hold.release(surfaceId)
    room += bySurface.get(surfaceId)?.refused.size ?? 0
    bySurface.delete(surfaceId)
    deleted.add(surfaceId)
    const [oldest = ''] = deleted
    if (deleted.size > limits.surfaces) deleted.delete(oldest)
  }

  /** Whether the source has fed the surface, and no other read under way has. */
  function ends(surfaceId: string, source: Source): boolean {
    const sources = bySurface.get(surfaceId)?.sources
    return sources?.delete(source) === true && [...sources].every((other) => other === undefined)
  }

  function reportOnce(surfaceId: string, error: SurfaceError, version: ProtocolVersion): void {
    const { reported } = arrivalsOf(surfaceId)
    if (!reported.has(error.message)) report(error, version)
    reported.add(error.message)
  }

  return {
    apply(received, source, wire) {
      const { surfaceId, kind } = received
      if (isEarly(received)) keep(received, wire)
      else surfaces.apply(received)
      arrivalsOf(surfaceId).sources.add(source)
      if (kind === 'deleteSurface') forget(surfaceId)
      if (kind === 'createSurface') {
        deleted.delete(surfaceId)
        hold.release(surfaceId).forEach(applyHeld)
      }
    },
    takeBack(surfaceId) {
      surfaces.remove(surfaceId)
      forget(surfaceId)
      deleted.delete(surfaceId)
    },
    refuse,
    end(reportMissing, source) {
      for (const { surfaceId, family, line } of hold.waiting())
        if (ends(surfaceId, source) && reportMissing && !isRefused(surfaceId, beginning))
          reportOnce(surfaceId, neverBegun(surfaceId, family).in({ line }), family)
      for (const surface of surfaces.list.getSnapshot().map(liveSurface)) {
        const { id, version } = surface
        if (!ends(id, source)) continue
        surface.endArrival()
        if (reportMissing)
          for (const error of missingParts(surface, (component) => isRefused(id, component)))
            reportOnce(id, error, version)
      }
    },
  }
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
