/**
 * A text that may be Markdown, before its parser has arrived and after that. Before: the characters of the text, in the room
 * that they will have.
 *
 * Marks of headings, lists and phrases are stripped; lines stay, each with the room that it will have. So in most texts no line
 * moves when the parser arrives. Marks that a search does not find stay characters, and links are their texts.
 */
import { createElement, type ReactNode } from 'react'
import { createLazyModule, type LazyModule } from '../../live/lazy-module.ts'
import { useLazyModule } from '../../react/hooks.ts'
import {
  type DrawnText,
  drawText,
  headingAt,
  headingClass,
  joined,
  longest,
  type MarkdownOptions,
  type TextDrawing,
} from './text-drawing.tsx'

/** The parser of Markdown and what draws its result. They are loaded when the first text that may be Markdown is drawn. */
export const markdown: LazyModule<TextDrawing> = createLazyModule(async () =>
  (await import('./draw-markdown.tsx')).createTextDrawing(),
)

interface MarkdownTextProps {
  readonly draw: (markdown: TextDrawing) => ReactNode
  /** Whether the parser may be loaded for this text. */
  readonly loads: boolean
}

/** Draws with the parser, or without it until it has arrived. */
export function MarkdownText({ draw, loads }: MarkdownTextProps): ReactNode {
  const module = useLazyModule(markdown, 'markdown', loads)
  return draw(module && module !== 'missing' ? module : fallback)
}

/** Draws without the parser. */
export const fallback: TextDrawing = { drawBody, drawLine }

/** Each group is what is drawn: strong, emphasized, code, the text of a link. */
const inline = /\*\*(?=\S)([^*_`[\]\n]+)\*\*|\*(?=\S)([^*_`[\]\n]+)\*|`([^`\n]+)`|\[([^[\]\n]+)\]\([^()\s]*\)/g

/** The marks at the beginning of a heading, and of an item of a list. */
const heading = /^(#{1,6})\s+(?=\S)/
const item = /^ {0,3}(?:[-+*]|\d{1,9}[.)])\s+(?=\S)/m

/** Blocks end at a blank line, and before and after a heading. */
const blockEnd = /\n\s*\n|\n(?=#{1,6}\s)|(?<=^#{1,6}\s.*)\n/m

function drawLine(text: string): ReactNode {
  return text.length > longest ? drawText(text) : phrasesOf(text.replace(heading, ''))
}

/** As the parser has it: a single line is a paragraph or a heading, and a single paragraph is one element. */
function drawBody(text: string, { headingOffset }: Pick<MarkdownOptions, 'headingOffset'>): DrawnText {
  // Long texts stay characters as a whole.
  if (text.length > longest) return { tag: 'p', content: drawText(text) }
  const body = text.trim()
  const blocks = body.split(blockEnd)
  const hasList = body.includes('\n') && item.test(body)
  if (blocks.length === 1 && !hasList && !heading.test(body)) return { tag: 'p', content: phrasesOf(body) }
  return { tag: 'div', content: joined(blocks.map((block) => drawBlock(block, headingOffset))) }
}

/** A heading; or a paragraph, the items of a list after it, or both. */
function drawBlock(block: string, headingOffset: number): ReactNode {
  const [mark, hashes] = heading.exec(block) ?? []
  if (mark && hashes) {
    const { length: level } = hashes
    const className = headingClass(level)
    return createElement(headingAt(level, headingOffset), { className }, phrasesOf(block.slice(mark.length)))
  }
  const [before = '', ...texts] = block.split(item)
  const list = /^ *\d/.test(item.exec(block)?.[0] ?? '') ? 'ol' : 'ul'
  const items = texts.map((text) => createElement('li', undefined, phrasesOf(text.trimEnd())))
  return (
    <>
      {before && <p className="sf-md-paragraph">{phrasesOf(before.trimEnd())}</p>}
      {items[0] && createElement(list, { className: 'sf-md-list' }, ...items)}
    </>
  )
}

/** `split` gives the text before a mark, and then the four groups of the mark. */
function phrasesOf(text: string): ReactNode {
  return joined(text.split(inline).map((phrase, index) => phrase && drawPhrase(phrase, index % 5)))
}

/** What draws the groups of `inline`; the text of a link is drawn as it stands. */
const tags = ['strong', 'em', 'code'] as const

function drawPhrase(phrase: string, group: number): ReactNode {
  const tag = tags[group - 1]
  return tag ? createElement(tag, { className: tag === 'code' ? 'sf-md-inline-code' : undefined }, phrase) : phrase
}
