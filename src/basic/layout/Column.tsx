/** `Column`: children one below the other. */
import type { RendererOf } from '../../react/renderer.ts'
import type { ColumnProps } from '../props.ts'
import { Flow } from './Flow.tsx'

export const Column: RendererOf<ColumnProps> = (input) => Flow('column', input)
