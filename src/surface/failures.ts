/** Faults that occur only while drawing. A component may be drawn 1,000 times; its fault is reported once. */
import type { Report, SurfaceError } from '../errors/surface-error.ts'
import { addTo } from '../live/add-to.ts'

export interface Failures {
  /** Reports an error once per code and place, until the component is sent again. `componentId`: empty for the theme. */
  report(componentId: string, error: SurfaceError): void
  /** These components were sent again: their faults are reported again. */
  forget(components: readonly { readonly id: string }[]): void
}

export function createFailures(send: Report): Failures {
  /** By component. Of the surface as a whole: `undefined`. */
  const reported = new Map<string | undefined, Set<string>>()
  return {
    report(componentId, error) {
      // These limits belong to the surface: one report, whichever component reaches the limit, however many do.
      const shared = /^LIMIT_(WORK|NODES|MARKS)$/.test(error.code)
      const owner = shared ? undefined : componentId
      // Confidential faults are remembered apart, so that they never suppress a report that the agent may see.
      const key = `${error.confidential} ${error.code} ${shared ? '' : error.place.at}`
      // In a microtask, because React may be rendering, and the host's handler may set state.
      if (addTo(reported, owner, key)) queueMicrotask(() => send(error))
    },
    forget(components) {
      if (reported.size === 0) return
      reported.delete(undefined)
      for (const { id } of components) reported.delete(id)
    },
  }
}
