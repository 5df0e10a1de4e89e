// A runtime whose surfaces show their inner face: what tests look at, and hosts do not see.
import type { Binding } from '../../src/live/binding.ts'
import type { Runtime } from '../../src/runtime.ts'
import type { LiveSurface } from '../../src/surface/surface.ts'

export interface LiveRuntime extends Runtime {
  readonly surfaces: Binding<readonly LiveSurface[]>
  surface(surfaceId: string): LiveSurface | undefined
}

export function live(runtime: Runtime): LiveRuntime {
  return runtime as LiveRuntime
}
