/** A lazy module as state of a component. */
import { useContext, useEffect, useState, useSyncExternalStore } from 'react'
import { reasonOf, SurfaceError } from '../errors/surface-error.ts'
import type { LazyModule } from '../live/lazy-module.ts'
import type { LiveSurface } from '../surface/surface.ts'
import { SurfaceContext, type SurfaceContextValue } from './surface-context.ts'

/**
 * The module; `undefined` until it has arrived, `'missing'` after an attempt of this component has failed. The component
 * is drawn again when the module arrives after all. The first effect imports the module, unless `needed` is false.
 *
 * A module that has arrived is there in the first render; on a server and during hydration only a preloaded one is.
 * `part`: what the module is for, as `preload` names it.
 */
export function useLazyModule<T>(module: LazyModule<T>, part: string, needed = true): T | 'missing' | undefined {
  const context = useContext(SurfaceContext)
  const [missing, setMissing] = useState(false)
  const [subscribe] = useState(() => subscribeFor(module, context))
  const value = useSyncExternalStore(subscribe, module.get, module.preloaded)
  const imports = needed && value === undefined
  useEffect(() => {
    if (!imports) return
    let mounted = true
    module().catch((cause: unknown) => {
      if (!mounted) return
      if (context) reportMissing(context.surface, part, cause)
      setMissing(true)
    })
    return () => {
      mounted = false
    }
  }, [imports, module, part, context])
  return value ?? (missing ? 'missing' : undefined)
}

const nothing = (): void => undefined

function subscribeFor(module: LazyModule<unknown>, context: SurfaceContextValue | undefined) {
  return (notify: () => void): (() => void) => {
    if (module.get() !== undefined) return nothing
    return module.subscribe(() => {
      // The press guard listens for `load`, as for pictures: what has arrived may move a control.
      context?.frame.current?.dispatchEvent(new Event('load'))
      notify()
    })
  }
}

function reportMissing(surface: LiveSurface, part: string, cause: unknown): void {
  surface.failed(`\0${part}`, partMissing(part, cause))
}

/** Reported under a key that no component has: components that are sent again do not repeat the report. */
function partMissing(part: string, cause: unknown): SurfaceError {
  const message = `The part "${part}" could not be loaded, so something is drawn without it: ${reasonOf(cause)}`
  const hint =
    'See that the page can fetch the module; it is tried again when next needed, or when the browser is online.'
  return new SurfaceError('RENDER_FAILED', message, { hint }, { severity: 'warning', cause })
}
