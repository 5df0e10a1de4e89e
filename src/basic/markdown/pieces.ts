/**
 * Long Markdown in pieces, each of which is parsed in a short time, or not at all.
 *
 * The parser takes time that grows with the square of what it meets in one go: 100,000 characters of `- - -` or `*a_`
 * would stop the page for minutes. Most texts are one piece.
 */

export type Piece =
  | { readonly kind: 'markdown'; readonly text: string }
  /** What stands between two fences: nothing in it is a mark. */
  | { readonly kind: 'code'; readonly text: string }
  /** Too much to be parsed. */
  | { readonly kind: 'plain'; readonly text: string }

/** What may begin a construct. 300 of them take at most some milliseconds. */
const mark = /[*_`[\]!<>&\\]|[-=#~+]+|\d[.)]/g
const marksAtMost = 300
const lengthAtMost = 5_000
/** Blocks and marks of a whole text. What comes after them is shown as it stands. */
const totalAtMost = 4_000

/** Nine quotations or lists in one another, begun on one line. */
const nested = /^[ \t]*(?:>[ \t]?|(?:[*+-]|\d{1,9}[.)])[ \t]+){9}/m

/** Whether a text can be parsed in one go. */
export function isShort(text: string): boolean {
  return text.length <= lengthAtMost && marksIn(text) <= marksAtMost
}

function marksIn(text: string): number {
  return nested.test(text) ? Number.POSITIVE_INFINITY : (text.match(mark)?.length ?? 0)
}

const fenceOf = (line: string): string | undefined => /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
const isItem = (line: string): boolean => /^ ?(?:[-+*]|\d{1,9}[.)])\s/.test(line)
const isIndented = (line: string): boolean => /^(?: {2}|\t)/.test(line)
const isBlank = (line: string): boolean => line.trim() === ''

/** Cut where a block of the first level begins: after a blank line, at an item of a list, around code. */
export function piecesOf(text: string): readonly Piece[] {
  const pieces = createPieces()
  let open: string[] = []
  let fence: string | undefined

  function close(kind: 'markdown' | 'code'): void {
    const text = open.join('\n')
    open = []
    fence = undefined
    if (kind === 'code') pieces.addCode(text)
    else if (!isBlank(text)) pieces.add(text)
  }

  const lines = text.split('\n')
  for (const [index, line] of lines.entries()) {
    if (pieces.full()) return [...pieces.all, { kind: 'plain', text: [...open, ...lines.slice(index)].join('\n') }]
    if (fence !== undefined) {
      if (line.trim().startsWith(fence)) close('code')
      else open.push(line)
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
}

/** Puts together what is short together: each parse has a price of its own. */
function createPieces(): Pieces {
  const all: Piece[] = []
  let marks = 0
  let total = 0

  /** Whether it went into the last piece. */
  function joins(text: string, more: number): boolean {
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
    add(text) {
      const own = marksIn(text)
      total += 1 + Math.min(own, marksAtMost)
      const short = text.length <= lengthAtMost && own <= marksAtMost
      if (short && joins(text, own)) return
      marks = own
      all.push({ kind: short ? 'markdown' : 'plain', text })
    },
    addCode(text) {
      total++
      all.push({ kind: 'code', text })
    },
  }
}
