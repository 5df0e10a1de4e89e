/** `surface-runtime/renderers/extended`: what draws the catalog for work. */
'use client'

import { preloadFrom } from '../basic/functions/preload.ts'
import { basicRenderers } from '../basic/renderers.ts'
import { elementOf, type RendererOf, type RenderersOf } from '../react/renderer.ts'
import { Avatar } from './badge/Avatar.tsx'
import { Badge } from './badge/Badge.tsx'
import { Chart, charts } from './chart/Chart.tsx'
import { CodeBlock } from './code/CodeBlock.tsx'
import { Stat } from './figures/Stat.tsx'
import { fileUpload } from './files/FileUpload.tsx'
import { Callout } from './notices/Callout.tsx'
import { Accordion } from './process/Accordion.tsx'
import { Approval } from './process/Approval.tsx'
import { Progress } from './process/Progress.tsx'
import { Steps } from './process/Steps.tsx'
import type { WorkCommonProps, WorkProps } from './props.ts'
import { Select } from './select/Select.tsx'
import { Table, tables } from './table/Table.tsx'

export { fileUpload, type TakeFile } from './files/FileUpload.tsx'

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
  // At most 200 rows, and their figures.
  Chart: { control: visible(Chart), nodes: 500, listItems: 0 },
  Callout: visible(Callout),
  Stat: visible(Stat),
  Badge: visible(Badge),
  Progress: visible(Progress),
  Steps: visible(Steps),
  Accordion: { control: visible(Accordion) },
  Avatar: Object.assign(visible(Avatar), { picture: 'url' as const }),
  Approval: { control: visible(Approval), nodes: 20 },
  CodeBlock: { control: visible(CodeBlock) },
  Select: { control: visible(Select), listItems: 100 },
  FileUpload: { control: visible(fileUpload()) },
}

/** `tables`: what sorts, formats and scrolls a `Table`. `charts`: what draws a `Chart`. */
export type WorkPart = 'tables' | 'charts'

const modules = { tables, charts }

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
