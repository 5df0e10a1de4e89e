/**
 * Cuts long Markdown into pieces that parse in a short time.
 *
 * The parser takes quadratic time: one parse of 100,000 characters of `- - -` or `*a_` would stop the page for minutes.
 * Most texts are one piece.
 */

export type Piece =
  | { readonly kind: 'markdown'; readonly text: string }
  /** The lines between two fences: no character in them is a mark. */
  | { readonly kind: 'code'; readonly text: string }
  /** Text that is not parsed: it has too many marks, or comes after the limit of the whole text. */
  | { readonly kind: 'plain'; readonly text: string }

/** The beginning of a construct. A parse of 300 marks takes some milliseconds at most. */
const mark = /[*_`[\]!<>&\\]|[-=#~+]+|\d[.)]/g
const marksAtMost = 300
const lengthAtMost = 5_000
/** Blocks and marks of a whole text. The text after them is plain. */
const totalAtMost = 4_000

/** Nine nested quotations or lists that begin on one line. */
const nested = /^[ \t]*(?:>[ \t]?|(?:[*+-]|\d{1,9}[.)])[ \t]+){9}/m

/** Whether a text is short enough for one parse. */
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

/** Cuts where a block of the first level begins: after a blank line, at an item of a list, and around code. */
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
    add(text) {
      const own = marksIn(text)
      total += 1 + Math.min(own, marksAtMost)
      const short = text.length <= lengthAtMost && own <= marksAtMost
      if (short && joinLast(text, own)) return
      marks = own
      all.push({ kind: short ? 'markdown' : 'plain', text })
    },
    addCode(text) {
      total++
      all.push({ kind: 'code', text })
    },
  }
}
