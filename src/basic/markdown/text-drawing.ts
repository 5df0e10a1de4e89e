/** What draws a text that may be Markdown: the parser, or a draft until the parser has arrived. */
import type { ReactNode } from 'react'
import type { MarkdownOptions } from './Markdown.tsx'

export interface DrawnText {
  readonly tag: 'p' | 'div'
  readonly content: ReactNode
}

/** Stands where a value has not come: it has the height of a line and no width. For Markdown U+200B is a letter. */
export const gap = '\u200B'

export interface TextDrawing {
  readonly drawBody: (text: string, options: MarkdownOptions) => DrawnText
  /** A text that stands on one line: inline content only. */
  readonly drawLine: (text: string, options: MarkdownOptions) => ReactNode
  /** The text of calls that have no result yet, without the marks around what is missing. */
  readonly fillGaps: (text: string) => string
}
