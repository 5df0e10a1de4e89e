/** Draws a text that may be Markdown. This file is loaded with the parser when the first such text is drawn. */
import { drawText, longest } from '../text/long-text.tsx'
import { fillGaps } from './fill-gaps.ts'
import { drawBlocks, drawPhrases } from './Markdown.tsx'
import { parseBlocks, parsePhrases } from './parse.ts'
import type { TextDrawing } from './text-drawing.ts'

export function createTextDrawing(): TextDrawing {
  /** The last text that the running code has drawn, and its blocks: a list may name one text 500 times. */
  let last: { readonly text: string; readonly blocks: ReturnType<typeof parseBlocks> } | undefined

  function blocksOf(text: string): ReturnType<typeof parseBlocks> {
    if (last?.text === text) return last.blocks
    // Kept until the running code has ended: a tree takes a hundred times the memory of its text.
    if (!last) queueMicrotask(forget)
    last = { text, blocks: parseBlocks(text) }
    return last.blocks
  }

  function forget(): void {
    last = undefined
  }

  return {
    /** A single paragraph is one element. Several blocks have a container. */
    drawBody(text, options) {
      const blocks = blocksOf(text)
      if (!blocks) return { tag: 'p', content: drawText(text) }
      const [first] = blocks
      if (first?.type === 'paragraph' && blocks.length === 1)
        return { tag: 'p', content: drawPhrases(first.children, options) }
      return { tag: 'div', content: drawBlocks(blocks, { ...options, long: text.length > longest }) }
    },
    drawLine(text, options) {
      const phrases = parsePhrases(text)
      return phrases ? drawPhrases(phrases, options) : drawText(text)
    },
    fillGaps,
  }
}
