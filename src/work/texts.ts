/** The sentences of the components for work. */
import type { Texts } from '../react/texts.ts'

export interface WorkTexts {
  /** On the button that copies a table as comma-separated values. */
  readonly copyCsv: string
  /** Told after the copy; `count` rows. */
  readonly rowsCopied: (count: number) => string
  /** Told after a copy that the browser refused. */
  readonly notCopied: string
  /** Told after a sort; `label` is that of the column. */
  readonly sorted: (label: string, direction: 'ascending' | 'descending') => string
  /** Told when the rows stand as the agent sent them again. */
  readonly unsorted: string
  /** Beside the caption of a table; `written`: the count in the digits of the user. */
  readonly rows: (count: number, written: string) => string
  /** Beside the caption of a table with chosen rows. */
  readonly selected: (count: number) => string
  /** The name of the box that chooses a row; `row` is its first text. */
  readonly selectRow: (row: string) => string
  readonly selectAll: string
  /** In a table without rows. */
  readonly noRows: string
  /** The name of a table that has no caption. */
  readonly table: string
}

export const workTexts: WorkTexts = {
  copyCsv: 'Copy CSV',
  rowsCopied: (count) => `${count === 1 ? '1 row' : `${count} rows`} copied`,
  notCopied: 'The browser did not allow the copy.',
  sorted: (label, direction) => `Sorted by ${label}, ${direction}`,
  unsorted: 'In the original order',
  rows: (count, written) => (count === 1 ? '1 row' : `${written} rows`),
  selected: (count) => `${count} selected`,
  selectRow: (row) => `Select ${row}`,
  selectAll: 'Select all rows',
  noRows: 'No rows',
  table: 'Table',
}

/** The host's sentences come in the view's `texts`, beside those of the basic catalog. */
export function workTextsOf(texts: Texts & Partial<WorkTexts>): WorkTexts {
  return { ...workTexts, ...texts }
}
