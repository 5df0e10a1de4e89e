// A runtime whose `surface` gives the inner face: what tests look at, and hosts do not see.
import type { Runtime } from '../../src/runtime/runtime.ts'
import type { DataModel } from '../../src/surface/data-model.ts'
import type { ListenerTree } from '../../src/surface/listeners.ts'
import { type LiveSurface, liveSurface, type Surface } from '../../src/surface/surface.ts'

export interface LiveRuntime extends Runtime {
  surface(surfaceId: string, source?: string): LiveSurface | undefined
}

export function live(runtime: Runtime): LiveRuntime {
  const surface = (surfaceId: string, source?: string): LiveSurface | undefined => {
    const found = runtime.surface(surfaceId, source)
    return found && inner(found)
  }
  return { ...runtime, surface }
}

/** The inner face of either face. */
export function inner(surface: Surface | LiveSurface): LiveSurface {
  return 'key' in surface ? surface : liveSurface(surface)
}

/** How many listeners the data has. */
export function listenerCount(model: Pick<DataModel, 'listeners'> | undefined): number {
  if (!model) throw new Error('There is no surface.')
  return countIn(model.listeners.tree)
}

/** The same without those of all data: each view's guard of presses is one. */
export function placeListenerCount(model: Pick<DataModel, 'listeners'> | undefined): number {
  if (!model) throw new Error('There is no surface.')
  return countIn({ ...model.listeners.tree, listeners: undefined })
}

function countIn({ listeners, children }: ListenerTree): number {
  const own = listeners instanceof Set ? listeners.size : Number(listeners !== undefined)
  return [...(children?.values() ?? [])].reduce((sum, child) => sum + countIn(child), own)
}
