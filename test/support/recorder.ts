// A runtime with all catalogs of this package, and a record of what it says.

import { basicCatalog } from '../../src/basic/catalog.ts'
import { createRuntime } from '../../src/basic/create-runtime.ts'
import { extendedCatalog, minimalCatalog, preloadFunctions } from '../../src/entries/catalogs.ts'
import type { ClientEvent, SurfaceError } from '../../src/entries/core.ts'
import { sync } from '../../src/features/sync/sync.ts'
import { root } from '../../src/json/pointer.ts'
import type { JsonValue } from '../../src/json/value.ts'
import type { RuntimeOptions } from '../../src/runtime/runtime.ts'
import { ComponentBinding } from '../../src/surface/binding.ts'
import { type LiveRuntime, live } from './live.ts'
import { lines } from './messages.ts'

// Dates are then written in the first evaluation, as on a host that preloads.
await preloadFunctions(['dates'])

export interface Recorder {
  readonly runtime: LiveRuntime
  /** Every report, in order. */
  readonly reports: readonly SurfaceError[]
  /** Every client event, in order. */
  readonly events: readonly ClientEvent[]
  /** Pushes messages as lines, each with its newline; a string is a line as it stands. */
  send(...messages: readonly (JsonValue | string)[]): void
  /** The reports' codes. */
  codes(): readonly string[]
  /** What a component's property would draw, or `undefined` where there is no such surface, component or property. */
  shown(surfaceId: string, componentId?: string, property?: string): unknown
}

/** Handlers in `options` are called after the record is made. */
export function record(options: Partial<RuntimeOptions> = {}): Recorder {
  const reports: SurfaceError[] = []
  const events: ClientEvent[] = []
  const runtime = live(
    createRuntime({
      catalogs: [extendedCatalog, basicCatalog, minimalCatalog],
      sync,
      ...options,
      onError(error, wire) {
        reports.push(error)
        options.onError?.(error, wire)
      },
      onEvent(event, wire) {
        events.push(event)
        return options.onEvent?.(event, wire)
      },
    }),
  )
  return {
    runtime,
    reports,
    events,
    send: (...messages) => runtime.push(lines(...messages)),
    codes: () => reports.map(({ code }) => code),
    shown(surfaceId, componentId = 'root', property = 'text') {
      const surface = runtime.surface(surfaceId)
      return surface && new ComponentBinding(surface, componentId, root).getSnapshot().props[property]
    },
  }
}
