/** The parts of `surface-runtime` that are loaded when first needed. */
'use client'

import { type FunctionPart, functionModules } from './functions/preload.ts'
import { icons } from './icon/icon-module.ts'
import { windowing } from './list/windowing-module.ts'
import { markdown } from './markdown/markdown-module.ts'
import { type LazyModules, preloadFrom } from './preload-from.ts'

/**
 * `markdown`: texts with Markdown. `icons`: the drawings of icons. `windowing`: long lists that scroll. `dates`: the
 * function `formatDate`, and a `DateTimeInput` whose input cannot show the value as it is, such as an instant. `patterns`:
 * the function `regex`, and `validationRegexp` of a field.
 */
export type LazyPart = 'markdown' | 'icons' | 'windowing' | FunctionPart

const modules: { readonly [name in LazyPart]: LazyModules[string] } = {
  markdown,
  icons,
  windowing,
  ...functionModules,
}

/** The parts that have not arrived, in the order in which most surfaces need them. */
export function missingModules(): readonly LazyModules[string][] {
  return order.map((part) => modules[part]).filter((module) => module.get() === undefined)
}

const order: readonly LazyPart[] = ['markdown', 'icons', 'dates', 'windowing', 'patterns']

/**
 * Loads parts ahead: before a server renders, before a page hydrates what a server has drawn, or whenever the first
 * frame must be the final one. Default: all parts. A part that is there already costs nothing.
 *
 * Call it with the same parts on both sides of a hydration, or on neither: servers draw with the parts that were
 * preloaded, and so do browsers during hydration. With server components, call it in a module for the client. Rejects
 * where a part cannot be loaded, and with a `TypeError` for an unknown name.
 */
export function preload(parts?: readonly LazyPart[]): Promise<void> {
  return preloadFrom(modules, parts)
}
