/** `Comparison`: things side by side as a table. Its first column stays while the others are swiped; rows that differ are marked. */
import type { ReactNode } from 'react'
import type { ChildrenRef, JsonValue, RendererOf } from 'surface-runtime'

export interface ComparisonProps {
  /** What stands above each column. */
  readonly heads: ChildrenRef
  /** Of each row `label` and `values`, one for each column. */
  readonly rows: JsonValue
  /** What the mark of a row says to those who do not see it. */
  readonly differs: string
}

export const Comparison: RendererOf<ComparisonProps> = ({ props, children, label }) => (
  // A box that scrolls must be reachable by keyboard.
  // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
  <section className="shop-compare" aria-label={label} tabIndex={0}>
    <table className="shop-compare__table">
      <thead>
        <tr>
          <td />
          {children(props.heads, wrap)}
        </tr>
      </thead>
      <tbody>
        {rowsIn(props.rows).map(({ label: name, values }) => (
          <tr key={name} data-differs={new Set(values).size > 1}>
            <th scope="row">
              {new Set(values).size > 1 && (
                <span className="shop-compare__mark" role="img" aria-label={`${props.differs}:`} />
              )}
              <bdi>{name}</bdi>
            </th>
            {values.map((value, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the place is the column
              <td key={index}>
                <bdi>{value}</bdi>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

const wrap = (child: ReactNode, key: string): ReactNode => (
  <th key={key} scope="col">
    {child}
  </th>
)

interface FactRow {
  readonly label: string
  readonly values: readonly string[]
}

function rowsIn(rows: JsonValue): readonly FactRow[] {
  if (!Array.isArray(rows)) return []
  return rows.map((row: JsonValue) => {
    const { label, values } = (row ?? {}) as { readonly label?: JsonValue; readonly values?: JsonValue }
    return { label: String(label ?? ''), values: Array.isArray(values) ? values.map(String) : [] }
  })
}
