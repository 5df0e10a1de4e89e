/** Faults that occur only while drawing. A component may be drawn 1,000 times; its fault is reported once. */
import type { Report, SurfaceError } from '../errors/surface-error.ts'

export interface Failures {
  /** Reports an error once per code and place, until the component is sent again. */
  report(componentId: string, error: SurfaceError): void
  /** These components were sent again: their faults are reported again. */
  forget(components: readonly { readonly id: string }[]): void
}

export function createFailures(send: Report): Failures {
  const reported = new Map<string, Set<string>>()
  return {
    report(componentId, error) {
      // These limits belong to the surface: one report, whichever component reaches the limit, however many do.
      const shared = error.code === 'LIMIT_WORK' || error.code === 'LIMIT_NODES'
      const owner = shared ? wholeSurface : componentId
      const known = reported.get(owner) ?? new Set()
      // Confidential faults are remembered apart, so that they never suppress a report that the agent may see.
      const key = `${error.confidential} ${error.code} ${shared ? '' : error.place.at}`
      if (known.has(key)) return
      reported.set(owner, known.add(key))
      // In a microtask, because React may be rendering, and the host's handler may set state.
      queueMicrotask(() => send(error))
    },
    forget(components) {
      if (reported.size === 0) return
      reported.delete(wholeSurface)
      for (const { id } of components) reported.delete(id)
    },
  }
}

/** No component has this id. */
const wholeSurface = ''
