/** Parses simple Markdown: the text of an agent → a syntax tree, or `undefined` for plain text. */
import type { PhrasingContent, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { anyMark, blockMark, inlineMark } from './marks.ts'
import { isShort, type Piece, piecesOf } from './pieces.ts'

/** Constructs that are off: HTML, indented code and definitions stay plain characters. */
const never = ['htmlFlow', 'htmlText', 'codeIndented', 'definition']
const blocks = { extensions: [{ disable: { null: never } }] }
/** In one line, lists, rules, quotations, headings and fences are off as well. */
const phrases = {
  extensions: [{ disable: { null: [...never, 'list', 'thematicBreak', 'blockQuote', 'headingAtx', 'codeFenced'] } }],
}

/**
 * The blocks of a text; `undefined` for plain text. Most texts are plain: they cost two searches and no parse.
 *
 * A single line is a paragraph or a heading. `-`, `+`, `* tax` and `1.` are labels there, not lists of one item.
 */
export function parseBlocks(text: string): readonly RootContent[] | undefined {
  if (!anyMark.test(text)) return undefined
  const line = text.trim()
  if (!line.includes('\n')) {
    const content = parsePhrases(line)
    const depth = /^#{1,6}(?=\s)/.exec(line)?.[0].length as 1 | 2 | 3 | 4 | 5 | 6 | undefined
    if (!content) return undefined
    return [depth ? { type: 'heading', depth, children: [...content] } : { type: 'paragraph', children: [...content] }]
  }
  if (!inlineMark.test(text) && !blockMark.test(text) && !text.includes('\n\n')) return undefined
  return isShort(text) ? fromMarkdown(text, blocks).children : joined(piecesOf(text).flatMap(blocksOf))
}

function blocksOf({ kind, text }: Piece): readonly RootContent[] {
  if (kind === 'markdown' && (anyMark.test(text) || blockMark.test(text))) return fromMarkdown(text, blocks).children
  return [kind === 'code' ? { type: 'code', value: text } : paragraphOf(text)]
}

function paragraphOf(text: string): RootContent {
  return { type: 'paragraph', children: [{ type: 'text', value: text.trim() }] }
}

/** Joins neighbouring lists: the items of a long list are in several pieces. */
function joined(pieces: readonly RootContent[]): readonly RootContent[] {
  const all: RootContent[] = []
  for (const block of pieces) {
    const last = all.at(-1)
    if (block.type === 'list' && last?.type === 'list' && last.ordered === block.ordered)
      last.children.push(...block.children)
    else all.push(block)
  }
  return all
}

/** The inline content of one line, without the marks of a heading; `undefined` for plain text. */
export function parsePhrases(text: string): readonly PhrasingContent[] | undefined {
  if (!anyMark.test(text)) return undefined
  const heading = headingOf(text)
  const line = heading ?? text
  if (!inlineMark.test(line) || !isShort(line))
    return heading === undefined ? undefined : [{ type: 'text', value: line }]
  const [paragraph, ...more] = fromMarkdown(line, phrases).children
  return paragraph?.type === 'paragraph' && more.length === 0 ? paragraph.children : undefined
}

/**
 * The text between the marks of a heading. Written without a pattern, which would take quadratic time for many blanks.
 */
function headingOf(text: string): string | undefined {
  const opening = /^#{1,6}\s+(?=\S)/.exec(text)?.[0]
  if (opening === undefined) return undefined
  const content = text.slice(opening.length).trimEnd()
  if (content.includes('\n')) return undefined
  let end = content.length
  while (content[end - 1] === '#') end--
  const closed = end > 0 && end < content.length && content.slice(0, end) !== content.slice(0, end).trimEnd()
  return closed ? content.slice(0, end).trimEnd() : content
}
