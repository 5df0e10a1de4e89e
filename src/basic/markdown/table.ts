/**
 * Tables in Markdown, as GitHub writes them: a row of headings, a row of dashes, and rows of cells. Read by hand, in time that grows
 * with the text: the parser's own extension takes 200 ms for 100 rows, and seconds for 5,000 characters of pipes.
 */
import type { AlignType } from 'mdast'

/** Cells as they were written. */
export interface TableRows {
  readonly align: readonly AlignType[]
  /** The first one has the headings. All have as many cells. */
  readonly rows: readonly (readonly string[])[]
}

/** The row below the headings. Blanks are matched in one place only: two in a row would take quadratic time. */
const dashes = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*(?:\|[ \t]*)?$/

/** A row with more headings is a text. */
const columnsAtMost = 200

/** A text may have a table. Costs one search. */
export const tableMark: RegExp = /\n {0,3}(?:\|[ \t]*)?:?-+:?[ \t]*\|/

/** The columns of the table that begins with these two lines; `undefined` if none does. */
export function alignmentOf(headings: string, below: string): readonly AlignType[] | undefined {
  if (!below.includes('|') || !headings.includes('|') || !dashes.test(below)) return undefined
  const columns = cellsOf(below)
  const fits = columns.length === cellsOf(headings).length && columns.length <= columnsAtMost
  return fits ? columns.map(alignOf) : undefined
}

function alignOf(dashes: string): AlignType {
  if (dashes.endsWith(':')) return dashes.startsWith(':') ? 'center' : 'right'
  return dashes.startsWith(':') ? 'left' : null
}

/** The cells of a line. A pipe behind a backslash is a character, and so is a backslash at the end. */
export function cellsOf(line: string): readonly string[] {
  const text = line.trim()
  const cells: string[] = []
  let start = text.startsWith('|') ? 1 : 0
  for (let at = start; at <= text.length; at++) {
    if (text[at] === '\\' && at + 1 < text.length) at++
    else if (at === text.length ? start < at : text[at] === '|') {
      cells.push(text.slice(start, at).trim().replaceAll('\\|', '|'))
      start = at + 1
    }
  }
  return cells
}

/** As many cells as there are columns: others are left out or empty. */
export function fitted(cells: readonly string[], { length }: readonly unknown[]): readonly string[] {
  return Array.from({ length }, (_, index) => cells[index] ?? '')
}
