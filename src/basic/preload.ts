/** The parts of `surface-runtime` that are loaded when first needed, and how they are loaded ahead. */
'use client'

import { useEffect } from 'react'
import { dates } from './functions/format-date.ts'
import { type FunctionPart, type LazyModules, preloadFrom } from './functions/preload.ts'
import { patterns } from './functions/regex.ts'
import { icons } from './icon/IconSvg.tsx'
import { windowing } from './list/windowing.tsx'
import { markdown } from './markdown/MarkdownText.tsx'

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
  dates,
  patterns,
}

/**
 * Loads parts ahead: before a server renders, before a page hydrates what a server has drawn, or whenever the first
 * frame must be the final one. Default: all parts. A part that has arrived costs nothing.
 *
 * Call it with the same parts on both sides of a hydration, or on neither: servers draw with the parts that were
 * preloaded, and so do browsers during hydration. With server components, call it in a module for the client. Rejects
 * where a part cannot be loaded, and with a `TypeError` for an unknown name.
 *
 * @example
 * await preload(['markdown', 'icons'])
 */
export function preload(parts?: readonly LazyPart[]): Promise<void> {
  return preloadFrom(modules, parts)
}

/**
 * Loads all parts while the page is idle, one after another, so that they are there before they are needed. Nothing is
 * loaded ahead where the user has asked the browser to save data. A part that fails is loaded when needed.
 */
export function useIdlePreload(enabled: boolean): void {
  useEffect(() => {
    if (!enabled) return
    const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } }
    if (connection?.saveData) return
    let mounted = true
    void loadInTurn(() => mounted)
    return () => {
      mounted = false
    }
  }, [enabled])
}

async function loadInTurn(goesOn: () => boolean): Promise<void> {
  for (const load of order) {
    if (load.get() !== undefined) continue
    await idle()
    if (!goesOn()) return
    await load().catch(() => undefined)
  }
}

/** The order in which most surfaces need them. */
const order = [markdown, icons, dates, windowing, patterns]

/** Safari has no idle callbacks: there a timer lets the first frames go first. */
function idle(): Promise<unknown> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(resolve, { timeout: 5_000 })
    else setTimeout(resolve, 200)
  })
}
