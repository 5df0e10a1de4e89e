/** A lazy module as state of a component. */
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react'
import type { LazyModule } from '../json/lazy-module.ts'

/** What a surface does when a module arrives or fails that one of its components waits for. */
export interface LazyEvents {
  /** Called before the components are drawn again. */
  readonly arrived: () => void
  /** `part`: what the module is for, as `preload` names it. */
  readonly failed: (part: string, cause: unknown) => void
}

const nothing = (): void => undefined

/** Provided by each surface. */
export const LazyContext: React.Context<LazyEvents> = createContext<LazyEvents>({ arrived: nothing, failed: nothing })

/**
 * The module; `undefined` until it has arrived, `'missing'` after an attempt of this component has failed. The component
 * is drawn again when the module arrives after all. The first effect imports the module, unless `needed` is false.
 *
 * A module that has arrived is there in the first render, on a server and during hydration as well.
 */
export function useLazyModule<T>(module: LazyModule<T>, part: string, needed = true): T | 'missing' | undefined {
  const { arrived, failed } = useContext(LazyContext)
  const [missing, setMissing] = useState(false)
  const [subscribe] = useState(() => (notify: () => void) => {
    if (module.get() !== undefined) return nothing
    return module.subscribe(() => {
      arrived()
      notify()
    })
  })
  const value = useSyncExternalStore(subscribe, module.get, module.get)
  const imports = needed && value === undefined
  useEffect(() => {
    if (!imports) return
    let mounted = true
    module().catch((cause: unknown) => {
      if (!mounted) return
      failed(part, cause)
      setMissing(true)
    })
    return () => {
      mounted = false
    }
  }, [imports, module, part, failed])
  return value ?? (missing ? 'missing' : undefined)
}
