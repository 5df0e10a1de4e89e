/**
 * Markdown before its parser has arrived: the characters of the text, in the room that they will have.
 *
 * Headings, paragraphs and flat lists are told apart line by line, and the commonest inline marks are drawn. So in most
 * texts no line moves when the parser arrives. All other marks stay characters, and links are their texts.
 */
import { createElement, Fragment, type ReactNode } from 'react'
import { drawText, longest } from '../text/long-text.tsx'
import { type Heading, headingAt } from './heading.ts'
import type { MarkdownOptions } from './Markdown.tsx'
import { type DrawnText, gap, type TextDrawing } from './text-drawing.ts'

/** Each group is what is drawn: strong, emphasized, code, the text of a link. */
const inline = /\*\*(?=\S)([^*_`[\]\n]+)\*\*|\*(?=\S)([^*_`[\]\n]+)\*|`([^`\n]+)`|\[([^[\]\n]+)\]\([^()\s]*\)/g

export const draft: TextDrawing = { drawBody, drawLine, fillGaps }

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

/** Only the parser knows which marks have lost what they were written around: until then none of two signs is shown. */
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
      const className = `sf-md-heading sf-text--h${Math.min(hashes.length + 1, 5)}`
      blocks.push({ tag: headingAt(hashes.length, headingOffset), className, texts })
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
  const part = tag === 'ul' || tag === 'ol' ? 'li' : Fragment
  return createElement(tag, { className }, ...texts.map((text) => createElement(part, undefined, phrasesOf(text))))
}

/** `split` gives the text before a mark, and then the four groups of the mark. */
function phrasesOf(text: string): ReactNode {
  return joined(text.split(inline).map((part, index) => part && drawPart(part, index % 5)))
}

/** What draws the groups of `inline`; the text of a link is drawn as it stands. */
const tags = ['strong', 'em', 'code'] as const

function drawPart(part: string, group: number): ReactNode {
  const tag = tags[group - 1]
  return tag ? createElement(tag, { className: tag === 'code' ? 'sf-md-inline-code' : undefined }, part) : part
}

/** Without keys: a changed text is drawn as a whole. */
function joined(nodes: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, undefined, ...nodes)
}
