/** Faults that show only while drawing. A component may be drawn a thousand times; its fault is told once. */
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
      const known = told.get(componentId) ?? new Set()
      const key = `${error.code} ${error.place.at}`
      if (known.has(key)) return
      told.set(componentId, known.add(key))
      // Later, because this may be called while React renders, where a host's handler must not set state.
      queueMicrotask(() => report(error))
    },
    forget(components) {
      if (told.size > 0) for (const { id } of components) told.delete(id)
    },
  }
}
