/** `Table`: rows in columns. What sorts, formats and scrolls them comes late; until then the first rows are there as they are. */
import type { ReactNode } from 'react'
import { toText } from '../../json/coerce.ts'
import { createLazyModule, type LazyModule } from '../../live/lazy-module.ts'
import { useLazyModule } from '../../react/hooks.ts'
import { elementOf, type RendererOf } from '../../react/renderer.ts'
import type { TableProps } from '../props.ts'
import { namesOf, type Row, rowsOf, valueAt } from './rows.ts'

/** What draws a table whole. It is loaded when the first table is drawn. */
export const tables: LazyModule<typeof import('./TableView.tsx')> = createLazyModule(() => import('./TableView.tsx'))

/** Rows that are drawn without the module. */
const firstRows = 50

export const Table: RendererOf<TableProps> = (input) => {
  const module = useLazyModule(tables, 'tables', !input.draft)
  if (module && module !== 'missing') return elementOf(module.TableView, input)
  const { caption, columns, rows, rowKey } = input.props
  return (
    <div className="sf-table">
      {caption && (
        <p className="sf-table__caption" dir="auto">
          {caption}
        </p>
      )}
      <div className="sf-table__box">
        <table className="sf-table__grid" aria-label={input.label ?? (caption || undefined)}>
          <thead>
            <tr>
              {columns.map(({ label }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: Two columns may have one path.
                <th key={index} className="sf-table__head" scope="col" dir="auto">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{rowsOf(rows, rowKey).slice(0, firstRows).map(drawRow, columns)}</tbody>
        </table>
      </div>
    </div>
  )
}

function drawRow(this: TableProps['columns'], { value }: Row, index: number): ReactNode {
  return (
    <tr key={index}>
      {this.map(({ path, format }, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: Two columns may have one path.
        <td key={column} className="sf-table__cell" dir="auto">
          {/* An address of a picture is nothing to read. */}
          {format === 'image' ? '' : toText(valueAt(value, namesOf(path)))}
        </td>
      ))}
    </tr>
  )
}
