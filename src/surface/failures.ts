/** Faults that show only while drawing. A component may be drawn a thousand times; its fault is told once. */
import type { Report, SurfaceError } from '../json/errors.ts'

export interface Failures {
  /** Told once per code and place, until the component is sent again. */
  tell(componentId: string, error: SurfaceError): void
  /** The component has come anew: its faults are told again. */
  forget(componentId: string): void
}

export function createFailures(report: Report): Failures {
  const told = new Map<string, Set<string>>()
  return {
    tell(componentId, error) {
      const known = told.get(componentId) ?? new Set()
      const key = `${error.code} ${error.place.at}`
      if (known.has(key)) return
      told.set(componentId, known.add(key))
      // Later, because this may be called while React renders, where a host's handler must not set state.
      queueMicrotask(() => report(error))
    },
    forget(componentId) {
      if (told.size > 0) told.delete(componentId)
    },
  }
}
