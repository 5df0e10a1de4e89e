/**
 * Markdown before its parser has arrived: the characters of the text, in the room that they will have.
 *
 * Headings, paragraphs and flat lists are told apart line by line, and the commonest inline marks are drawn. So in most
 * texts no line moves when the parser arrives. All other marks stay characters, and links are their texts.
 */
import { createElement, Fragment, type ReactNode } from 'react'
import { headingAt } from './heading.ts'
import type { MarkdownOptions } from './Markdown.tsx'
import type { DrawnText, TextDrawing } from './text-drawing.ts'

/** Longer texts stay characters as a whole. */
const lengthAtMost = 5_000

/** Each group is what is drawn: strong, emphasized, code, the text of a link. */
const inline = /\*\*(?=\S)([^*_`[\]\n]+)\*\*|\*(?=\S)([^*_`[\]\n]+)\*|`([^`\n]+)`|\[([^[\]\n]+)\]\([^()\s]*\)/g

export const draft: TextDrawing = { drawBody, drawLine }

const heading = /^(#{1,6})\s+(?=\S)/
const item = /^ {0,3}(?:[-+*]|(\d{1,9})[.)])\s+(?=\S)/

function drawLine(text: string): ReactNode {
  return text.length > lengthAtMost ? text : phrasesOf(text.replace(heading, ''))
}

/** As the parser has it: a single line is a paragraph or a heading. */
function drawBody(text: string, options: Pick<MarkdownOptions, 'headingOffset'>): DrawnText {
  if (text.length > lengthAtMost) return { tag: 'p', content: text }
  const lines = text.trim().split('\n')
  const whole = lines.length === 1 ? !heading.test(text.trim()) : !lines.some(beginsBlock)
  if (whole) return { tag: 'p', content: phrasesOf(text.trim()) }
  return { tag: 'div', content: joined(blocksOf(lines, options.headingOffset)) }
}

function beginsBlock(line: string): boolean {
  return line.trim() === '' || heading.test(line) || item.test(line)
}

interface Block {
  readonly kind: 'paragraph' | 'ul' | 'ol'
  readonly lines: string[]
}

function blocksOf(lines: readonly string[], headingOffset: number): readonly ReactNode[] {
  const drawn: ReactNode[] = []
  let open: Block | undefined
  const close = (): void => {
    if (open) drawn.push(drawBlock(open))
    open = undefined
  }
  for (const line of lines) {
    const depth = heading.exec(line)?.[1]?.length
    const marker = item.exec(line)
    const kind = marker ? (marker[1] === undefined ? 'ul' : 'ol') : (open?.kind ?? 'paragraph')
    if (depth !== undefined || line.trim() === '' || (open && open.kind !== kind)) close()
    if (depth !== undefined) drawn.push(drawHeading(line, depth, headingOffset))
    else if (line.trim() !== '') {
      open ??= { kind, lines: [] }
      if (marker || open.kind === 'paragraph') open.lines.push(marker ? line.slice(marker[0].length) : line)
      else open.lines[open.lines.length - 1] += `\n${line.trim()}`
    }
  }
  close()
  return drawn
}

function drawHeading(line: string, depth: number, headingOffset: number): ReactNode {
  return createElement(
    headingAt(depth, headingOffset),
    { className: `sf-md-heading sf-text--h${Math.min(depth + 1, 5)}` },
    phrasesOf(line.replace(heading, '')),
  )
}

function drawBlock({ kind, lines }: Block): ReactNode {
  if (kind === 'paragraph') return <p className="sf-md-paragraph">{phrasesOf(lines.join('\n'))}</p>
  const items = lines.map((line) => createElement('li', undefined, phrasesOf(line)))
  return createElement(kind, { className: 'sf-md-list' }, ...items)
}

function phrasesOf(text: string): ReactNode {
  const drawn: ReactNode[] = []
  let end = 0
  for (const { 0: whole, 1: strong, 2: emphasis, 3: code, 4: link, index } of text.matchAll(inline)) {
    drawn.push(text.slice(end, index))
    if (strong !== undefined) drawn.push(<strong>{strong}</strong>)
    else if (emphasis !== undefined) drawn.push(<em>{emphasis}</em>)
    else drawn.push(code === undefined ? link : <code className="sf-md-inline-code">{code}</code>)
    end = index + whole.length
  }
  return end === 0 ? text : joined([...drawn, text.slice(end)])
}

/** Without keys: a changed text is drawn as a whole. */
function joined(nodes: readonly ReactNode[]): ReactNode {
  return createElement(Fragment, undefined, ...nodes)
}
