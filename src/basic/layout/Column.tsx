/** `Column`: children one below the other. */
import type { RendererOf } from '../../react/renderer.ts'
import type { ColumnProps } from '../props.ts'
import { drawFlow, flowLayout } from './flow.tsx'

export const Column: RendererOf<ColumnProps> = (input) => drawFlow('column', input)

export const columnLayout: ReturnType<typeof flowLayout> = flowLayout('column')
