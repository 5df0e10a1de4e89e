/** Messages → surfaces. Early updates are held for their surface, and what is missing at the end of a source is reported. */

import type { Limits } from './errors/limits.ts'
import { asSurfaceError, SurfaceError } from './errors/surface-error.ts'
import { utf8Bytes } from './json/data-bytes.ts'
import type { JsonValue } from './json/value.ts'
import type { ProtocolVersion, Received } from './protocol/message.ts'
import { createHold } from './protocol/v08-hold.ts'
import type { Line } from './stream/lines.ts'
import { missingParts } from './surface/missing-parts.ts'
import { createRefused } from './surface/refused-components.ts'
import { createSources, type Source } from './surface/sources.ts'
import { liveSurface } from './surface/surface.ts'
import type { Surfaces } from './surface/surfaces.ts'

export interface Delivery {
  /** Applies or holds a message. `wire`: as it was sent, `line`: its text. Throws a `SurfaceError` and is then as before. */
  apply(received: Received, source: Source, wire: JsonValue, line?: Line): void
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
  const hold = createHold(limits)
  /** What was reported at the end of a source, by surface. */
  const reported = new Map<string, Set<string>>()
  const refused = createRefused(limits)
  const sources = createSources()

  function isEarly({ family, kind, surfaceId }: Received): boolean {
    return family === 'v0.8' && kind.startsWith('update') && !surfaces.get(surfaceId)
  }

  function applyHeld(held: Received): void {
    try {
      surfaces.apply(held)
    } catch (thrown) {
      refused.add({ held })
      report(asSurfaceError(thrown).in({ line: held.line, surfaceId: held.surfaceId }), 'v0.8')
    }
  }

  function forget(surfaceId: string): void {
    hold.release(surfaceId)
    reported.delete(surfaceId)
    refused.forget(surfaceId)
    sources.forget(surfaceId)
  }

  function reportOnce(error: SurfaceError): void {
    const { surfaceId = '' } = error.place
    const known = reported.get(surfaceId) ?? new Set()
    if (known.has(error.message)) return
    reported.set(surfaceId, known.add(error.message))
    report(error, 'v0.8')
  }

  return {
    apply(received, source, wire, line) {
      const { surfaceId, kind } = received
      if (isEarly(received)) hold.keep(received, utf8Bytes((line?.text as string) ?? JSON.stringify(wire)))
      else surfaces.apply(received)
      sources.feed(surfaceId, source)
      if (kind === 'deleteSurface') forget(surfaceId)
      if (kind === 'createSurface') hold.release(surfaceId).forEach(applyHeld)
    },
    refuse: refused.add,
    end(reportMissing, source) {
      for (const [surfaceId, line] of hold.waiting())
        if (sources.end(surfaceId, source) && reportMissing && !refused.has(surfaceId))
          reportOnce(neverBegun(surfaceId).in({ line }))
      for (const surface of surfaces.list.getSnapshot().map(liveSurface)) {
        if (!sources.end(surface.id, source)) continue
        surface.endArrival()
        if (reportMissing) missingParts(surface, (id) => refused.has(surface.id, id)).forEach(reportOnce)
      }
    },
  }
}

function neverBegun(surfaceId: string): SurfaceError {
  return new SurfaceError(
    'ROOT_MISSING',
    `Updates of surface "${surfaceId}" wait for beginRendering`,
    { hint: 'Send beginRendering for it.', surfaceId },
    { severity: 'warning' },
  )
}
