/** `Row`: children side by side. */
import type { RendererOf } from '../../react/renderer.ts'
import type { RowProps } from '../props.ts'
import { drawFlow, flowLayout } from './flow.tsx'

export const Row: RendererOf<RowProps> = (input) => drawFlow('row', input)

export const rowLayout: ReturnType<typeof flowLayout> = flowLayout('row')
