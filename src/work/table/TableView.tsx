/** A table as a whole: sorted, chosen from, scrolled and copied. This file is loaded when the first table is drawn. */
// biome-ignore-all lint/a11y/noRedundantRoles: browsers drop the roles of a table that is drawn as blocks, as cards on a phone are.
// biome-ignore-all lint/a11y/noAriaHiddenOnFocusable: a row is not focusable.
'use client'

import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { toText } from '../../json/coerce.ts'
import { clip } from '../../json/value.ts'
import type { RendererInput, RendererOf } from '../../react/renderer.ts'
import type { TableColumn, TableProps } from '../props.ts'
import { type WorkTexts, workTextsOf } from '../texts.ts'
import { type CellInput, drawCell } from './cells.tsx'
import { formatterOf, isNumeric } from './format.ts'
import { csvOf, namesOf, orderOf, type Row, rowsOf, type Sort, valueAt } from './rows.ts'
import { useScrolledRows } from './scrolled-rows.ts'

type Input = RendererInput<TableProps>

/** Tables of no more cells, and of no more rows, are drawn whole, and their texts may take several lines. */
const [wholeCells, wholeRows] = [2_000, 200]

/** A row with all that its drawing needs; each of these stays the same object while nothing of the row changes. */
interface Shared {
  readonly columns: readonly Column[]
  readonly input: RefObject<Input>
  readonly texts: WorkTexts
  readonly name: string
  readonly actionLabel: string
  readonly choose: (key: string, on: boolean) => void
  readonly press: (row: Row, index: number) => void
}

interface Column extends TableColumn {
  readonly draw: (row: Row, input: CellInput) => ReactNode
  readonly className: string
}

export const TableView: RendererOf<TableProps> = (input) => {
  const { props, label, description, locale, timeZone, busy, failed, frozen } = input
  const { caption, selection, selected = [], loading, narrow, rowKey, rowActionLabel } = props
  const texts = useMemo(() => workTextsOf(input.texts), [input.texts])
  const id = useId()
  const [said, setSaid] = useState('')
  const rows = useMemo(() => rowsOf(props.rows, rowKey), [props.rows, rowKey])
  const [sort, setSort] = useSort(props)
  const order = useMemo(() => orderOf(rows, props.columns, sort, locale), [rows, props.columns, sort, locale])
  const columns = useMemo(
    () => columnsOf(props.columns, rows, locale, timeZone),
    [props.columns, rows, locale, timeZone],
  )
  const chosen = useMemo(() => new Set(selected), [selected])
  const box = useRef<HTMLDivElement>(null)
  const isWhole = rows.length <= wholeRows && rows.length * columns.length <= wholeCells
  const { drawn, gapBefore, gapAfter, scrolls, follow } = useScrolledRows(box, order.length, columns.length, isWhole)
  const [pressed, setPressed] = useState(-1)
  const latest = useRef(input)
  latest.current = input
  const chooses = selection !== 'none'
  const acts = props.rowAction !== undefined
  const hasRows = rows.length > 0
  const arrives = loading || (props.rows === undefined && loading !== false)
  const shared = useMemo<Shared>(() => {
    return {
      columns,
      input: latest,
      texts,
      name: `${id}-row`,
      actionLabel: rowActionLabel || input.texts.open,
      choose(key, on) {
        const { props, enter } = latest.current
        const others = (props.selected ?? []).filter((one) => one !== key)
        enter('selected', props.selection === 'single' ? [key] : on ? [...others, key] : others)
      },
      press(row, index) {
        setPressed(index)
        latest.current.act('rowAction', { key: row.key, row: row.value })
      },
    }
  }, [columns, id, rowActionLabel, input.texts, texts])

  function sortBy(column: number): void {
    const { label: name } = columns[column] as Column
    const next: Sort | undefined =
      sort?.column !== column
        ? { column, descending: false }
        : sort.descending
          ? undefined
          : { column, descending: true }
    setSort(next)
    setSaid(next ? texts.sorted(name, next.descending ? 'descending' : 'ascending') : texts.unsorted)
  }

  async function copy(): Promise<void> {
    const all = order.map((index) => rows[index] as Row)
    try {
      await navigator.clipboard.writeText(csvOf(all, columns))
      setSaid(texts.rowsCopied(all.length))
    } catch {
      setSaid(texts.notCopied)
    }
  }

  const title = caption ? `${id}-caption` : undefined
  const named = label === undefined && title ? { 'aria-labelledby': title } : { 'aria-label': label ?? texts.table }
  const count = columns.length + Number(chooses) + Number(acts)
  return (
    <div
      className={`sf-table${isWhole ? '' : ' sf-table--long'}${narrow === 'cards' && isWhole ? ' sf-table--cards' : ''}`}
    >
      <div className="sf-table__bar">
        {caption && (
          <p className="sf-table__caption" id={title} dir="auto">
            {caption}
          </p>
        )}
        <span className="sf-table__count">
          {chosen.size > 0
            ? texts.selected(chosen.size)
            : hasRows
              ? texts.rows(rows.length, rows.length.toLocaleString(locale))
              : ''}
        </span>
        {hasRows && (
          <button type="button" className="sf-table__copy" onClick={copy}>
            {texts.copyCsv}
          </button>
        )}
      </div>
      {/* A box that scrolls must be reachable by keyboard; any other box must not be a tab stop. */}
      <div className="sf-table__box" ref={box} {...(scrolls ? { tabIndex: 0, role: 'group', ...named } : {})}>
        <table
          className="sf-table__grid"
          role="table"
          {...named}
          aria-description={description}
          aria-busy={arrives || undefined}
          aria-rowcount={isWhole ? undefined : rows.length + 1}
        >
          <thead role="rowgroup">
            <tr role="row" aria-rowindex={isWhole ? undefined : 1}>
              {chooses && (
                <th role="columnheader" scope="col" className="sf-table__head sf-table__head--box">
                  {selection === 'multiple' && hasRows ? (
                    <SelectAll rows={rows} chosen={chosen} input={input} label={texts.selectAll} />
                  ) : (
                    <span className="sf-visually-hidden">{texts.selectAll}</span>
                  )}
                </th>
              )}
              {columns.map((column, index) => (
                <Head
                  // biome-ignore lint/suspicious/noArrayIndexKey: Two columns may have one path.
                  key={index}
                  column={column}
                  sorted={sort?.column === index ? sort : undefined}
                  onSort={() => sortBy(index)}
                />
              ))}
              {acts && (
                <th role="columnheader" scope="col" className="sf-table__head">
                  <span className="sf-visually-hidden">{shared.actionLabel}</span>
                </th>
              )}
            </tr>
          </thead>
          {/* The controls are native; the arrow keys go to the same control of the next row. */}
          <tbody
            role="rowgroup"
            onKeyDown={(event) => moveBetweenRows(event, follow)}
            onFocus={({ target }) => follow(placeOf(target))}
          >
            {drawn.flatMap((place) => {
              const index = order[place] as number
              const row = rows[index] as Row
              const isChosen = chosen.has(row.key)
              return [
                gapBefore(place) > 0 && <Gap key={`gap-${place}`} height={gapBefore(place)} columns={count} />,
                <TableRow
                  key={index}
                  row={row}
                  index={index}
                  place={place}
                  counted={!isWhole}
                  shared={shared}
                  selection={selection}
                  chosen={isChosen}
                  acts={acts}
                  busy={busy && pressed === index}
                  frozen={frozen}
                  drawnFor={columns.some(({ format }) => format === 'link' || format === 'image') ? input : undefined}
                />,
              ]
            })}
            {gapAfter > 0 && <Gap height={gapAfter} columns={count} />}
            {!hasRows &&
              (arrives ? (
                <Bones columns={count} />
              ) : (
                <Nothing columns={count} text={props.emptyText || texts.noRows} />
              ))}
          </tbody>
        </table>
      </div>
      <p className="sf-visually-hidden" role="status">
        {said}
      </p>
      {failed && (
        <p className="sf-table__failed" role="status">
          {input.texts.actionFailed}
        </p>
      )}
    </div>
  )
}

/** The agent's order of sorting until the user chooses another; a new one of the agent's counts again. */
function useSort({
  columns,
  sortBy,
  descending,
}: TableProps): readonly [Sort | undefined, (sort: Sort | undefined) => void] {
  const first = sortBy === undefined ? -1 : columns.findIndex(({ path }) => path === sortBy)
  const sent = `${first} ${descending}`
  const [state, setState] = useState<{ readonly sent: string; readonly sort: Sort | undefined }>()
  const own = useMemo(() => (first < 0 ? undefined : { column: first, descending }), [first, descending])
  const sort = state?.sent === sent ? state.sort : own
  return [sort && sort.column < columns.length ? sort : undefined, (sort) => setState({ sent, sort })]
}

function columnsOf(
  columns: readonly TableColumn[],
  rows: readonly Row[],
  locale: string,
  timeZone: string,
): readonly Column[] {
  return columns.map((column) => {
    const align = column.align ?? (isNumeric(column) ? 'number' : 'start')
    const width = column.width ? ` sf-table__cell--${column.width}` : ''
    const draw = drawCell(column, formatterOf(column, rows, { locale, timeZone }))
    return { ...column, draw, className: `sf-table__cell sf-table__cell--${align}${width}` }
  })
}

interface HeadProps {
  readonly column: Column
  readonly sorted: Sort | undefined
  readonly onSort: () => void
}

function Head({ column, sorted, onSort }: HeadProps): ReactNode {
  const { label, format, sortable = format !== 'image', className } = column
  return (
    <th
      role="columnheader"
      scope="col"
      className={`sf-table__head ${className}`}
      aria-sort={sorted && (sorted.descending ? 'descending' : 'ascending')}
    >
      {sortable ? (
        <button type="button" className="sf-table__sort" onClick={onSort}>
          <span dir="auto">{label || column.path}</span>
          <svg className="sf-table__arrow" viewBox="0 0 12 12" aria-hidden="true">
            <path d={sorted?.descending ? 'M6 10 2.5 5.5h7z' : 'M6 2l3.5 4.5h-7z'} />
          </svg>
        </button>
      ) : (
        <span dir="auto">{label}</span>
      )}
    </th>
  )
}

interface TableRowProps {
  readonly row: Row
  readonly index: number
  /** In the order that is drawn, from 0. */
  readonly place: number
  readonly counted: boolean
  readonly shared: Shared
  readonly selection: TableProps['selection']
  readonly chosen: boolean
  readonly acts: boolean
  readonly busy: boolean
  readonly frozen: boolean
  /** Where cells show addresses: these may wait, and be free later. */
  readonly drawnFor: Input | undefined
}

/** `memo`: a scroll by ten rows draws ten rows, not all that are near. */
const TableRow = memo(function TableRow({
  row,
  index,
  place,
  counted,
  shared,
  selection,
  chosen,
  acts,
  busy,
  frozen,
}: TableRowProps): ReactNode {
  const { columns, input, texts, name, actionLabel, choose, press } = shared
  const head = columns.findIndex(({ format }) => format !== 'image')
  const title = useMemo(() => titleOf(row, columns[head]), [row, columns, head])
  const kind = selection === 'single' ? 'radio' : 'checkbox'
  return (
    <tr
      role="row"
      className={chosen ? 'sf-table__row sf-table__row--chosen' : 'sf-table__row'}
      data-place={place}
      aria-rowindex={counted ? place + 2 : undefined}
      aria-selected={selection === 'none' ? undefined : chosen}
    >
      {selection !== 'none' && (
        <td role="cell" className="sf-table__cell sf-table__cell--box">
          <input
            type={kind}
            name={kind === 'radio' ? name : undefined}
            className={`sf-checkbox__box sf-checkbox__box--${kind}`}
            aria-label={texts.selectRow(title)}
            checked={chosen}
            disabled={frozen}
            onChange={({ target }) => choose(row.key, target.checked)}
          />
        </td>
      )}
      {columns.map((column, at) => {
        const content = column.draw(row, input.current)
        const props = { className: column.className, 'data-label': column.label }
        return at === head ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: Two columns may have one path.
          <th key={at} role="rowheader" scope="row" {...props}>
            {content}
          </th>
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: Two columns may have one path.
          <td key={at} role="cell" {...props}>
            {content}
          </td>
        )
      })}
      {acts && (
        <td role="cell" className="sf-table__cell sf-table__cell--act">
          <button
            type="button"
            className="sf-button sf-button--borderless"
            aria-label={`${actionLabel}: ${title}`}
            aria-busy={busy || undefined}
            aria-disabled={frozen || undefined}
            onClick={() => press(row, index)}
          >
            {actionLabel}
          </button>
        </td>
      )}
    </tr>
  )
})

/** What a row is called by those who do not see it. */
function titleOf(row: Row, column: Column | undefined): string {
  const value = column && valueAt(row.value, namesOf(column.path))
  return (typeof value === 'object' ? '' : clip(toText(value))) || row.key
}

interface SelectAllProps {
  readonly rows: readonly Row[]
  readonly chosen: ReadonlySet<string>
  readonly input: Input
  readonly label: string
}

function SelectAll({ rows, chosen, input, label }: SelectAllProps): ReactNode {
  const box = useRef<HTMLInputElement>(null)
  const all = rows.every(({ key }) => chosen.has(key))
  useEffect(() => {
    if (box.current) box.current.indeterminate = chosen.size > 0 && !all
  })
  return (
    <input
      type="checkbox"
      ref={box}
      className="sf-checkbox__box sf-checkbox__box--checkbox"
      aria-label={label}
      checked={all}
      disabled={input.frozen}
      onChange={() => input.enter('selected', all ? [] : [...new Set(rows.map(({ key }) => key))])}
    />
  )
}

/** The room of rows that are not drawn. The style is set by script, which a strict security policy allows. */
function Gap({ height, columns }: { readonly height: number; readonly columns: number }): ReactNode {
  return (
    <tr aria-hidden="true">
      <td className="sf-table__gap" colSpan={columns} style={{ blockSize: height }} />
    </tr>
  )
}

/** Rows that have not come: still blocks in their room. */
function Bones({ columns }: { readonly columns: number }): ReactNode {
  return [1, 2, 3].map((row) => (
    <tr key={row} aria-hidden="true">
      <td className="sf-table__cell" colSpan={columns}>
        <span className="sf-table__bone" />
      </td>
    </tr>
  ))
}

function Nothing({ columns, text }: { readonly columns: number; readonly text: string }): ReactNode {
  return (
    <tr role="row">
      <td role="cell" className="sf-table__cell sf-table__none" colSpan={columns} dir="auto">
        {text}
      </td>
    </tr>
  )
}

/** The place of the row around an element. */
function placeOf(element: Element): number {
  return Number(element.closest('tr')?.getAttribute('data-place') ?? -1)
}

const steps: { readonly [key: string]: number } = { ArrowDown: 1, ArrowUp: -1 }

/** Radio buttons move by themselves. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>, follow: (place: number, control?: number) => void): void {
  const step = steps[event.key]
  const target = event.target as HTMLElement
  const row = target.closest('tr')
  if (step === undefined || !row || target.matches('[type="radio"]')) return
  const controls = [...row.querySelectorAll('button, input, a')]
  event.preventDefault()
  follow(placeOf(row) + step, controls.indexOf(target))
}
