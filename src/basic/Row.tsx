/** `Row`: children side by side. */
import type { RendererOf } from '../react/renderer.ts'
import { Flow } from './Flow.tsx'
import type { RowProps } from './props.ts'

export const Row: RendererOf<RowProps> = (input) => Flow('row', input)
