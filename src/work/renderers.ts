/** `surface-runtime/renderers/extended`: what draws the catalog for work. */
'use client'

import { preloadFrom } from '../basic/functions/preload.ts'
import { basicRenderers } from '../basic/renderers.ts'
import { elementOf, type RendererOf, type RenderersOf } from '../react/renderer.ts'
import type { WorkCommonProps, WorkProps } from './props.ts'
import { Table, tables } from './table/Table.tsx'

export type { TableColumn, TableProps, Tone, WorkProps } from './props.ts'
export { type WorkTexts, workTexts } from './texts.ts'

/** A renderer for each component type of the catalog for work. */
export type WorkRenderers = RenderersOf<WorkProps>

/** Draws nothing while the agent's condition does not hold. */
function visible<Props extends WorkCommonProps>(renderer: RendererOf<Props>): RendererOf<Props> {
  return (input) => (input.props.visible === false ? null : elementOf(renderer, input))
}

/**
 * What draws the catalog for work. Its stylesheet is `surface-runtime/extended.css`, beside `surface-runtime/styles.css`.
 *
 * @example
 * <SurfaceList runtime={runtime} renderers={workRenderers} />
 */
export const workRenderers: WorkRenderers = {
  ...basicRenderers,
  // Some 40 rows are near the visible part, fewer of many columns. A cell draws at most 500 characters.
  Table: { control: visible(Table), nodes: 500, listItems: 0 },
}

/** `tables`: what sorts, formats and scrolls a `Table`. */
export type WorkPart = 'tables'

const modules = { tables }

/**
 * Loads parts ahead, as `preload` does for the basic components: before a server renders, and before a page hydrates what a server
 * has drawn. Default: all parts. Rejects where a part cannot be loaded, and with a `TypeError` for an unknown name.
 *
 * @example
 * await preloadWork(['tables'])
 */
export function preloadWork(parts?: readonly WorkPart[]): Promise<void> {
  return preloadFrom(modules, parts)
}
