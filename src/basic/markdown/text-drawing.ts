/** What draws a text that may be Markdown: the parser, or a draft until the parser has arrived. */
import type { ReactNode } from 'react'
import type { MarkdownOptions } from './Markdown.tsx'

export interface DrawnText {
  readonly tag: 'p' | 'div'
  readonly content: ReactNode
}

export interface TextDrawing {
  readonly drawBody: (text: string, options: MarkdownOptions) => DrawnText
  /** A text that stands on one line: inline content only. */
  readonly drawLine: (text: string, options: MarkdownOptions) => ReactNode
}
