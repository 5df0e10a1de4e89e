/** A text that may be Markdown: drawn as a draft until the parser has arrived. */
import type { ReactNode } from 'react'
import { useLazyModule } from '../../react/use-lazy-module.ts'
import { draft } from './draft.tsx'
import { markdown } from './markdown-module.ts'
import type { TextDrawing } from './text-drawing.ts'

export interface MarkdownTextProps {
  readonly draw: (markdown: TextDrawing) => ReactNode
}

export function MarkdownText({ draw }: MarkdownTextProps): ReactNode {
  const module = useLazyModule(markdown, 'markdown')
  return draw(module && module !== 'missing' ? module : draft)
}
