/** A table of Markdown, in a box of its own: where it is wider than its text, the box scrolls. */
import type { AlignType } from 'mdast'
import { createElement, type ReactNode, useEffect, useId, useRef, useState } from 'react'

interface MarkdownTableProps {
  readonly headings: readonly ReactNode[]
  readonly rows: readonly (readonly ReactNode[])[]
  readonly align: readonly AlignType[]
  /** The text is long: the table is laid out near the viewport only. */
  readonly long: boolean
}

export function MarkdownTable({ headings, rows, align, long }: MarkdownTableProps): ReactNode {
  const box = useRef<HTMLDivElement>(null)
  const scrolls = useScrolls(box)
  const id = useId()
  const row = (tag: 'th' | 'td', cells: readonly ReactNode[]): ReactNode =>
    createElement('tr', undefined, ...cells.map((cell, index) => cellOf(tag, cell, align[index])))
  return (
    // A box that scrolls must be reachable by keyboard; any other box must not be a tab stop.
    <div
      className={long ? 'sf-md-table sf-near' : 'sf-md-table'}
      ref={box}
      {...(scrolls ? { tabIndex: 0, role: 'group', 'aria-labelledby': id } : {})}
    >
      <table>
        <thead id={id}>{row('th', headings)}</thead>
        {createElement('tbody', undefined, ...rows.map((cells) => row('td', cells)))}
      </table>
    </div>
  )
}

function cellOf(tag: 'th' | 'td', cell: ReactNode, align: AlignType | undefined): ReactNode {
  const className = align ? `sf-md-cell--${align}` : undefined
  return createElement(tag, { className, dir: 'auto', scope: tag === 'th' ? 'col' : undefined }, cell)
}

/** Whether the content of the box is wider than the box. */
function useScrolls(box: { readonly current: HTMLElement | null }): boolean {
  const [scrolls, setScrolls] = useState(false)
  useEffect(() => {
    const element = box.current
    // jsdom has no observer and no layout.
    if (!element || typeof ResizeObserver === 'undefined') return undefined
    const observer = new ResizeObserver(() => setScrolls(element.scrollWidth > element.clientWidth))
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    return () => observer.disconnect()
  }, [box])
  return scrolls
}
