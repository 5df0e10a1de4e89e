/** Faults that show only while drawing. A component may be drawn a thousand times; its fault is reported once. */
import type { Report, SurfaceError } from '../json/errors.ts'

export interface Failures {
  /** Told once per code and place, until the component is sent again. */
  tell(componentId: string, error: SurfaceError): void
  /** These components have come anew: their faults are told again. */
  forget(components: readonly { readonly id: string }[]): void
}

export function createFailures(report: Report): Failures {
  const told = new Map<string, Set<string>>()
  return {
    tell(componentId, error) {
      // What is beyond the limit on work is a matter of the whole surface: one report, for whichever component met it.
      const shared = error.code === 'LIMIT_WORK'
      const owner = shared ? wholeSurface : componentId
      const known = told.get(owner) ?? new Set()
      // Apart, so that a fault for the host alone leaves no gap where the agent is told of another one.
      const key = `${error.confidential} ${error.code} ${shared ? '' : error.place.at}`
      if (known.has(key)) return
      told.set(owner, known.add(key))
      // Later, because this may be called while React renders, where a host's handler must not set state.
      queueMicrotask(() => report(error))
    },
    forget(components) {
      if (told.size === 0) return
      told.delete(wholeSurface)
      for (const { id } of components) told.delete(id)
    },
  }
}

/** No component has this id. */
const wholeSurface = ''
