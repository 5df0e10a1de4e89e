/** `Column`: children one below the other. */
import type { RendererOf } from '../../react/renderer.ts'
import type { ColumnProps } from '../props.ts'
import { drawFlow } from './flow.tsx'

export const Column: RendererOf<ColumnProps> = (input) => drawFlow('column', input)
