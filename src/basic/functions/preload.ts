/** The parts of the catalogs' functions that are loaded when first needed, and how named parts are loaded ahead. */
import { clip, getOwn } from '../../json/value.ts'
import type { LazyModule } from '../../live/lazy-module.ts'
import { nearestOf } from '../../schema/remedy.ts'
import { dates } from './format-date.ts'
import { patterns } from './regex.ts'

/** Modules by the names that hosts use. */
export interface LazyModules {
  readonly [name: string]: LazyModule<unknown>
}

/** The modules of the functions, by the names of their parts. */
const functionModules: { readonly [name in FunctionPart]: LazyModules[string] } = { dates, patterns }

/** `dates`: the function `formatDate`. `patterns`: the function `regex`, and `validationRegexp` of a field. */
export type FunctionPart = 'dates' | 'patterns'

/**
 * Loads parts ahead: the functions that need them then have a value at once. Default: all parts. A part that has
 * arrived costs nothing. Rejects where a part cannot be loaded, and with a `TypeError` for an unknown name.
 *
 * @example
 * await preloadFunctions(['dates'])
 */
export function preloadFunctions(parts?: readonly FunctionPart[]): Promise<void> {
  return preloadFrom(functionModules, parts)
}

/**
 * Loads the modules with these names; by default all. Resolves when all have arrived, and rejects with the first failure.
 * Rejects with a `TypeError` for an unknown name.
 */
export async function preloadFrom(
  modules: LazyModules,
  names: readonly string[] = Object.keys(modules),
): Promise<void> {
  await Promise.all(
    names.map((name) => {
      const module = getOwn(modules, name)
      if (module) return module.preload()
      throw new TypeError(`There is no part "${clip(name)}". ${nearestOf(name, Object.keys(modules)).hint}`)
    }),
  )
}
