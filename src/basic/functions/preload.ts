/** The parts of the catalogs' functions that are loaded when first needed. */
import { type LazyModules, preloadFrom } from '../preload-from.ts'
import { dates } from './format-date.ts'
import { patterns } from './regex.ts'

export const functionModules: { readonly [name in FunctionPart]: LazyModules[string] } = { dates, patterns }

/** `dates`: the function `formatDate`. `patterns`: the function `regex`, and `validationRegexp` of a field. */
export type FunctionPart = 'dates' | 'patterns'

/**
 * Loads parts ahead: the functions that need them then have a value at once. Default: all parts. A part that is there
 * already costs nothing. Rejects where a part cannot be loaded, and with a `TypeError` for an unknown name.
 */
export function preloadFunctions(parts?: readonly FunctionPart[]): Promise<void> {
  return preloadFrom(functionModules, parts)
}
