/** Messages → surfaces. Early updates are held for their surface, and what is missing at the end of a source is reported. */

import type { Limits } from './errors/limits.ts'
import { asSurfaceErrors, SurfaceError } from './errors/surface-error.ts'
import type { JsonValue } from './json/value.ts'
import { addTo } from './live/add-to.ts'
import { spokenVersion } from './protocol/decode.ts'
import { beginningOf, createHold, type Update } from './protocol/hold.ts'
import { familyOf, type ProtocolFamily, type ProtocolVersion, type Received } from './protocol/message.ts'
import { missingParts } from './surface/missing-parts.ts'
import { createRefused } from './surface/refused-components.ts'
import { createSources, type Source } from './surface/sources.ts'
import { liveSurface } from './surface/surface.ts'
import { notFound, type Surfaces } from './surface/surfaces.ts'

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
  /** What was reported at the end of a source, by surface. */
  const reported = new Map<string, Set<string>>()
  const refused = createRefused(limits)
  const sources = createSources()
  /** Surfaces that were deleted; of a great many the newest. */
  const deleted = new Set<string>()

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

  /** A surface whose root was refused has nothing to show: it does not look as if something were on its way. */
  function refuse(wire: unknown): void {
    for (const surfaceId of refused.add(wire)) {
      const surface = surfaces.get(surfaceId)
      const live = surface && liveSurface(surface)
      if (live && refused.has(surfaceId, live.beginning.getSnapshot().root)) live.endArrival()
    }
  }

  function forget(surfaceId: string): void {
    hold.release(surfaceId)
    reported.delete(surfaceId)
    refused.forget(surfaceId)
    sources.forget(surfaceId)
    deleted.add(surfaceId)
    if (deleted.size > limits.surfaces) deleted.delete(deleted.values().next().value as string)
  }

  function reportOnce(error: SurfaceError, family: ProtocolFamily): void {
    if (addTo(reported, error.place.surfaceId ?? '', error.message)) report(error, family)
  }

  return {
    apply(received, source, wire) {
      const { surfaceId, kind } = received
      if (isEarly(received)) keep(received, wire)
      else surfaces.apply(received)
      sources.feed(surfaceId, source)
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
        if (sources.end(surfaceId, source) && reportMissing && !refused.has(surfaceId))
          reportOnce(neverBegun(surfaceId, family).in({ line }), family)
      for (const surface of surfaces.list.getSnapshot().map(liveSurface)) {
        if (!sources.end(surface.id, source)) continue
        surface.endArrival()
        if (reportMissing)
          for (const error of missingParts(surface, (id) => refused.has(surface.id, id)))
            reportOnce(error, familyOf(surface.version))
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
