/** The rows of a list as elements, and the room of rows that are not drawn. */
import type { CSSProperties, ReactNode } from 'react'
import type { WrapChild } from '../../react/renderer.ts'
import type { ListVirtualizer } from './virtual-core.ts'

export const plainRow: WrapChild = (child, key) => (
  <li className="sf-list__item" key={key}>
    {child}
  </li>
)

/** The library reads `data-index`, sometimes after it has stopped observing a row. */
export const numberedRow: WrapChild = (child, key, index) => (
  <li className="sf-list__item" key={key} data-index={index}>
    {child}
  </li>
)

/**
 * A row at its place, with its position and the number of all rows for screen readers. Rows that are left out before it
 * are its margin.
 */
export function placedRow(virtualizer: ListVirtualizer, horizontal: boolean): WrapChild {
  const { count, gap } = virtualizer.options
  const drawn = virtualizer.getVirtualItems()
  const margins = new Map(
    drawn.map(({ index, start }, at) => [index, start - (at > 0 ? (drawn[at - 1]?.end ?? 0) + gap : 0)]),
  )
  return (child, key, index): ReactNode => (
    <li
      className="sf-list__item"
      key={key}
      ref={virtualizer.measureElement}
      data-index={index}
      aria-setsize={count}
      aria-posinset={index + 1}
      style={{ [horizontal ? 'marginInlineStart' : 'marginBlockStart']: margins.get(index) || undefined }}
    >
      {child}
    </li>
  )
}

/** The style of the list: rows that are left out after the last one are its padding. */
export function trailingRoom(virtualizer: ListVirtualizer, horizontal: boolean): CSSProperties {
  const rest = virtualizer.getTotalSize() - (virtualizer.getVirtualItems().at(-1)?.end ?? 0)
  return { [horizontal ? 'paddingInlineEnd' : 'paddingBlockEnd']: rest, overflowAnchor: 'none' }
}
