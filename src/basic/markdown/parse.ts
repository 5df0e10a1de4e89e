/**
 * Parses simple Markdown: the text of an agent → a syntax tree, or `undefined` for plain text.
 *
 * The parser takes quadratic time: one parse of 100,000 characters of `- - -` or `*a_` would stop the page for minutes. So
 * long Markdown is cut into pieces that parse in a short time. Most texts are one piece.
 */
import type { PhrasingContent, RootContent } from 'mdast'
import { fromMarkdown, type Options } from 'mdast-util-from-markdown'
import { decodedReferences, references } from './character-reference.ts'
import { alignmentOf, cellsOf, fitted, type TableRows, tableMark } from './table.ts'
import { anyMark, blockMark, inlineMark, mayBeMarkdown } from './text-drawing.tsx'

/** Constructs that are off: HTML, indented code and definitions stay plain characters. References have a construct of ours. */
const never = ['htmlFlow', 'htmlText', 'codeIndented', 'definition', 'characterReference']

function without(more: readonly string[]): Options {
  return { extensions: [{ disable: { null: [...never, ...more] } }, references], mdastExtensions: [decodedReferences] }
}

const blocks = without([])
/** In one line, lists, rules, quotations, headings and fences are off as well. */
const phrases = without(['list', 'thematicBreak', 'blockQuote', 'headingAtx', 'codeFenced'])

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
  if (!mayBeMarkdown(text)) return undefined
  return isShort(text) && !tableMark.test(text)
    ? fromMarkdown(text, blocks).children
    : joined(piecesOf(text).flatMap(blocksOf))
}

function blocksOf(piece: Piece): readonly RootContent[] {
  if (piece.kind === 'table') return [tableOf(piece)]
  const { kind, text } = piece
  if (kind === 'markdown' && (anyMark.test(text) || blockMark.test(text))) return fromMarkdown(text, blocks).children
  return [kind === 'code' ? { type: 'code', value: text } : paragraphOf(text)]
}

function paragraphOf(text: string): RootContent {
  return { type: 'paragraph', children: [{ type: 'text', value: text.trim() }] }
}

function tableOf({ align, rows }: TableRows): RootContent {
  const children = rows.map((cells) => ({
    type: 'tableRow' as const,
    children: contentsOf(cells).map((content) => ({ type: 'tableCell' as const, children: [...content] })),
  }))
  return { type: 'table', align: [...align], children }
}

/** A row has as many marks as one piece: the cells of others are plain. */
function contentsOf(cells: readonly string[]): readonly (readonly PhrasingContent[])[] {
  const fits = marksIn(cells.join(' ')) <= marksAtMost
  return cells.map((cell) => (fits ? phrasesIn(cell) : undefined) ?? [{ type: 'text', value: cell }])
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
  if (heading !== undefined && !mayHavePhrases(line)) return [{ type: 'text', value: line }]
  return phrasesIn(line)
}

function mayHavePhrases(line: string): boolean {
  return inlineMark.test(line) && isShort(line)
}

/** The inline content of a line in which no mark of a block counts. */
function phrasesIn(line: string): readonly PhrasingContent[] | undefined {
  if (!mayHavePhrases(line)) return undefined
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

/** What a long text is cut into. */
type Piece =
  | { readonly kind: 'markdown'; readonly text: string }
  /** The lines between two fences: no character in them is a mark. */
  | { readonly kind: 'code'; readonly text: string }
  /** Text that is not parsed: it has too many marks, or comes after the limit of the whole text. */
  | { readonly kind: 'plain'; readonly text: string }
  | ({ readonly kind: 'table' } & TableRows)

/** The beginning of a construct. A parse of 300 marks takes some milliseconds at most. */
const mark = /[*_`[\]!<>&\\]|[-=#~+]+|\d[.)]/g
const marksAtMost = 300
const lengthAtMost = 5_000
/** Blocks and marks of a whole text. The text after them is plain. */
const totalAtMost = 4_000

/** Nine nested quotations or lists that begin on one line. */
const nested = /^[ \t]*(?:>[ \t]?|(?:[*+-]|\d{1,9}[.)])[ \t]+){9}/m

/** Whether a text is short enough for one parse. */
function isShort(text: string): boolean {
  return text.length <= lengthAtMost && marksIn(text) <= marksAtMost
}

function marksIn(text: string): number {
  return nested.test(text) ? Number.POSITIVE_INFINITY : (text.match(mark)?.length ?? 0)
}

const fenceOf = (line: string): string | undefined => /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
const isItem = (line: string): boolean => /^ ?(?:[-+*]|\d{1,9}[.)])\s/.test(line)
const isIndented = (line: string): boolean => /^(?: {2}|\t)/.test(line)
const isBlank = (line: string): boolean => line.trim() === ''

/** Ends a table: a blank line, or the beginning of another block. */
const endsTable = (line: string): boolean =>
  isBlank(line) || isItem(line) || fenceOf(line) !== undefined || /^ {0,3}(?:>|#{1,6}\s)/.test(line)

/** Cuts where a block of the first level begins: after a blank line, at an item of a list, and around code and tables. */
function piecesOf(text: string): readonly Piece[] {
  const pieces = createPieces()
  let open: string[] = []
  let fence: string | undefined
  /** The lines before this one are read. */
  let next = 0

  function close(kind: 'markdown' | 'code'): void {
    const text = open.join('\n')
    open = []
    fence = undefined
    if (kind === 'code') pieces.addCode(text)
    else if (!isBlank(text)) pieces.add(text)
  }

  /** Reads the table whose row of dashes is this line. Its headings are the last line before. */
  function takeTable(align: TableRows['align'], at: number): void {
    const rows: (readonly string[])[] = []
    let cost = 0
    function add(line: string): void {
      const cells = fitted(cellsOf(line), align)
      cost += cells.length + Math.min(marksIn(cells.join(' ')), marksAtMost)
      rows.push(cells)
    }

    add(open.pop() as string)
    close('markdown')
    for (next = at + 1; next < lines.length && !endsTable(lines[next] as string) && pieces.hasRoom(cost); next++)
      add(lines[next] as string)
    pieces.addTable({ align, rows }, cost)
  }

  const lines = text.split('\n')
  for (const [index, line] of lines.entries()) {
    if (index < next) continue
    if (pieces.full()) return [...pieces.all, { kind: 'plain', text: [...open, ...lines.slice(index)].join('\n') }]
    if (fence !== undefined) {
      if (line.trim().startsWith(fence)) close('code')
      else open.push(line)
      continue
    }
    const above = open.at(-1) ?? ''
    const align = endsTable(above) ? undefined : alignmentOf(above, line)
    if (align) {
      takeTable(align, index)
      continue
    }
    const opening = fenceOf(line)
    if (opening !== undefined || isItem(line) || (isBlank(open.at(-1) ?? 'x') && !isIndented(line))) close('markdown')
    if (opening === undefined) open.push(line)
    fence = opening
  }
  close(fence === undefined ? 'markdown' : 'code')
  return pieces.all
}

interface Pieces {
  readonly all: readonly Piece[]
  full(): boolean
  add(text: string): void
  addCode(text: string): void
  /** Whether so many blocks and marks more are read. */
  hasRoom(more: number): boolean
  /** `cost`: its cells and marks. */
  addTable(table: TableRows, cost: number): void
}

/** Joins short pieces: each parse has a fixed cost. */
function createPieces(): Pieces {
  const all: Piece[] = []
  let marks = 0
  let total = 0

  /** Adds a text to the last piece. False where the piece has no room. */
  function joinLast(text: string, more: number): boolean {
    const last = all.at(-1)
    if (last?.kind !== 'markdown' || marks + more > marksAtMost) return false
    if (last.text.length + text.length >= lengthAtMost) return false
    marks += more
    all[all.length - 1] = { kind: 'markdown', text: `${last.text}\n${text}` }
    return true
  }

  return {
    all,
    full: () => total > totalAtMost,
    hasRoom: (more) => total + more <= totalAtMost,
    add(text) {
      const more = marksIn(text)
      total += 1 + Math.min(more, marksAtMost)
      const short = text.length <= lengthAtMost && more <= marksAtMost
      if (short && joinLast(text, more)) return
      marks = more
      all.push({ kind: short ? 'markdown' : 'plain', text })
    },
    addCode(text) {
      total++
      all.push({ kind: 'code', text })
    },
    addTable({ align, rows }, cost) {
      total += cost
      all.push({ kind: 'table', align, rows })
    },
  }
}
