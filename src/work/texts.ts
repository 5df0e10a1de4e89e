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
  /** Told of a step that is behind. */
  readonly done: string
  /** On the buttons of an approval that names none. */
  readonly approve: string
  readonly decline: string
  /** Below an approval that was answered; `time` is when, if it was here. */
  readonly receipt: (approved: boolean, time: string | undefined) => string
  /** On the button that copies code, and what is told after it. */
  readonly copy: string
  readonly copied: string
  /** The names of what has no title or label. */
  readonly code: string
  readonly chart: string
  readonly select: string
  readonly file: string
  /** In the empty field of a `Select`. */
  readonly search: string
  /** Below a list of options of which `hidden` are not drawn. */
  readonly narrow: (hidden: number) => string
  /** On what unfolds the figures of a chart. */
  readonly showTable: string
  /** Below a chart of which `hidden` rows are not drawn. */
  readonly notDrawn: (hidden: number) => string
  /** Below an upload where the host takes no files. */
  readonly noFiles: string
  /** Below an upload; `size` is the most that a file may have. */
  readonly fileTooLarge: (size: string) => string
  readonly sending: string
  readonly sent: string
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
  done: 'done',
  approve: 'Approve',
  decline: 'Decline',
  receipt: (approved, time) => `${approved ? 'Approved' : 'Declined'}${time === undefined ? '' : ` at ${time}`}`,
  copy: 'Copy',
  copied: 'Copied',
  code: 'Code',
  chart: 'Chart',
  select: 'Choice',
  file: 'File',
  search: 'Search',
  narrow: (hidden) => `${hidden} more: type to narrow`,
  showTable: 'Show as a table',
  notDrawn: (hidden) => `${hidden} more rows are not drawn.`,
  noFiles: 'Files cannot be sent from here.',
  fileTooLarge: (size) => `A file may have at most ${size}.`,
  sending: 'Sending',
  sent: 'Sent',
}

/** The host's sentences come in the view's `texts`, beside those of the basic catalog. */
export function workTextsOf(texts: Texts & Partial<WorkTexts>): WorkTexts {
  return { ...workTexts, ...texts }
}
