/**
 * A text that may be Markdown, before its parser has arrived and after that. Before: the characters of the text, in the room
 * that they will have.
 *
 * Headings, paragraphs and lists without nesting are recognized line by line, and the commonest inline marks are drawn.
 * So in most texts no line moves when the parser arrives. All other marks stay characters, and links are their texts.
 */
import { createElement, Fragment, type ReactNode } from 'react'
import { createLazyModule, type LazyModule } from '../../live/lazy-module.ts'
import { useLazyModule } from '../../react/hooks.ts'
import {
  type DrawnText,
  drawText,
  gap,
  type Heading,
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

/** Draws with the parser, or with the draft until the parser has arrived. */
export function MarkdownText({ draw, loads }: MarkdownTextProps): ReactNode {
  const module = useLazyModule(markdown, 'markdown', loads)
  return draw(module && module !== 'missing' ? module : draft)
}

/** Draws without the parser. */
export const draft: TextDrawing = { drawBody, drawLine, fillGaps }

/** Each group is what is drawn: strong, emphasized, code, the text of a link. */
const inline = /\*\*(?=\S)([^*_`[\]\n]+)\*\*|\*(?=\S)([^*_`[\]\n]+)\*|`([^`\n]+)`|\[([^[\]\n]+)\]\([^()\s]*\)/g

/** The beginning of a heading, or of an item of a list. */
const marker = /^(?:(#{1,6})| {0,3}(?:[-+*]|(\d{1,9})[.)]))\s+(?=\S)/

function drawLine(text: string): ReactNode {
  return text.length > longest ? drawText(text) : phrasesOf(text.replace(/^#{1,6}\s+(?=\S)/, ''))
}

/** As the parser has it: a single line is a paragraph or a heading, and a single paragraph is one element. */
function drawBody(text: string, { headingOffset }: Pick<MarkdownOptions, 'headingOffset'>): DrawnText {
  // Long texts stay characters as a whole.
  if (text.length > longest) return { tag: 'p', content: drawText(text) }
  const body = text.trim()
  const blocks = /\n|^#/.test(body) ? blocksOf(body.split('\n'), headingOffset) : []
  if (blocks.length < 2 && (blocks[0]?.tag ?? 'p') === 'p') return { tag: 'p', content: phrasesOf(body) }
  return { tag: 'div', content: joined(blocks.map(drawBlock)) }
}

/**
 * Only the parser knows which marks have lost what they were written around: until then, of two marks side by side none is
 * shown.
 */
function fillGaps(text: string): string {
  return text.replace(/[*_`]{2,}/g, gap).replace(/ $/gm, ` ${gap}`)
}

interface Block {
  readonly tag: 'p' | 'ul' | 'ol' | Heading
  readonly className: string
  /** The items of a list; else one text. */
  readonly texts: string[]
}

function blocksOf(lines: readonly string[], headingOffset: number): readonly Block[] {
  const blocks: Block[] = []
  let open: Block | undefined
  for (const line of lines) {
    const [mark = '', hashes, number] = marker.exec(line) ?? []
    const tag = number ? 'ol' : 'ul'
    const texts = [line.slice(mark.length)]
    if (line.trim() === '') open = undefined
    else if (hashes) {
      const level = hashes.length
      blocks.push({ tag: headingAt(level, headingOffset), className: headingClass(level), texts })
      open = undefined
    } else if (open && !mark) open.texts.push(`${open.texts.pop()}\n${line.trim()}`)
    else if (open?.tag === tag) open.texts.push(...texts)
    else {
      open = mark ? { tag, className: 'sf-md-list', texts } : { tag: 'p', className: 'sf-md-paragraph', texts }
      blocks.push(open)
    }
  }
  return blocks
}

function drawBlock({ tag, className, texts }: Block): ReactNode {
  const item = tag === 'ul' || tag === 'ol' ? 'li' : Fragment
  return createElement(tag, { className }, ...texts.map((text) => createElement(item, undefined, phrasesOf(text))))
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
