/** The seam between the runtime's state and React: one hook, and one of it by name. */
import { useSyncExternalStore } from 'react'
import type { Binding } from '../json/binding.ts'
import type { Runtime } from '../runtime.ts'
import type { Surface } from '../surface/surface.ts'

export function useBinding<T>({ subscribe, getSnapshot }: Binding<T>): T {
  return useSyncExternalStore(subscribe, getSnapshot, getSnapshot)
}

/** Every surface of a runtime, in order of creation. Renders again when one comes or goes, not when one changes. */
export function useSurfaces(runtime: Pick<Runtime, 'surfaces'>): readonly Surface[] {
  return useBinding(runtime.surfaces)
}
