/** Loads named modules ahead: before a server renders, before a page hydrates, or while the page is idle. */

import { clip, own } from '../json/value.ts'
import type { LazyModule } from '../live/lazy-module.ts'
import { nearestOf } from '../text/nearest.ts'

export interface LazyModules {
  readonly [name: string]: LazyModule<unknown>
}

/** Resolves when all have arrived, and rejects with the first failure. Rejects with a `TypeError` for an unknown name. */
export async function preloadFrom(
  modules: LazyModules,
  names: readonly string[] = Object.keys(modules),
): Promise<void> {
  await Promise.all(
    names.map((name) => {
      const module = own(modules, name)
      if (module) return module.preload()
      throw new TypeError(`There is no part "${clip(name)}". ${nearestOf(name, Object.keys(modules))}`)
    }),
  )
}
