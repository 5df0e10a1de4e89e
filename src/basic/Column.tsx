/** `Column`: children one below the other. */
import type { RendererOf } from '../react/renderer.ts'
import { Flow } from './Flow.tsx'
import type { ColumnProps } from './props.ts'

export const Column: RendererOf<ColumnProps> = (input) => Flow('column', input)
