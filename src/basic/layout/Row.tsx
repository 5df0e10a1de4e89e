/** `Row`: children side by side. */
import type { RendererOf } from '../../react/renderer.ts'
import type { RowProps } from '../props.ts'
import { Flow } from './Flow.tsx'

export const Row: RendererOf<RowProps> = (input) => Flow('row', input)
