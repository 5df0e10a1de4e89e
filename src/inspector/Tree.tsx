/** A tree by the WAI-ARIA pattern: one stop in the tab order, arrow keys, Home and End; Enter acts on a row. */
'use client'

import { type KeyboardEvent, memo, type ReactNode, useEffect, useRef } from 'react'

interface TreeRow {
  readonly key: string
  /** 1 at the top. */
  readonly level: number
  /** `undefined`: nothing is below it. */
  readonly open: boolean | undefined
  readonly content: ReactNode
  /** What `content` is made of: a row is drawn again when one of these is another. */
  readonly stamp: readonly unknown[]
}

export interface TreeProps {
  readonly label: string
  readonly rows: readonly TreeRow[]
  readonly selected: string | undefined
  /** Handlers may be those of an earlier render: they find the newest state by themselves. */
  readonly onSelect: (key: string) => void
  readonly onToggle: (key: string) => void
  readonly onEnter?: (key: string) => void
  /** The row below the pointer, and none. */
  readonly onPoint?: ((key: string | undefined) => void) | undefined
}

export function Tree({ label, rows, selected, onSelect, onToggle, onEnter, onPoint }: TreeProps): ReactNode {
  const list = useRef<HTMLDivElement>(null)
  const focusing = useRef(false)
  const at = Math.max(
    0,
    rows.findIndex(({ key }) => key === selected),
  )

  useEffect(() => {
    const row = list.current?.querySelector<HTMLElement>('[aria-selected="true"]')
    if (focusing.current) row?.focus()
    if (selected !== undefined) row?.scrollIntoView({ block: 'nearest' })
    focusing.current = false
  }, [selected])

  function go(index: number): void {
    const row = rows[Math.min(rows.length - 1, Math.max(0, index))]
    if (!row) return
    focusing.current = row.key !== selected
    onSelect(row.key)
  }

  function press(event: KeyboardEvent): void {
    const row = rows[at]
    // An input within a row has its keys for itself.
    if (!row || event.target !== event.currentTarget.querySelector('[tabindex="0"]')) return
    const steps: { readonly [key: string]: () => void } = {
      ArrowDown: () => go(at + 1),
      ArrowUp: () => go(at - 1),
      Home: () => go(0),
      End: () => go(rows.length - 1),
      ArrowRight: () => (row.open === false ? onToggle(row.key) : row.open && go(at + 1)),
      ArrowLeft: () =>
        row.open ? onToggle(row.key) : go(rows.findLastIndex(({ level }, index) => index < at && level < row.level)),
      Enter: () => (onEnter ? onEnter(row.key) : row.open !== undefined && onToggle(row.key)),
    }
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    step()
  }

  return (
    <div
      className="sf-i-tree"
      role="tree"
      aria-label={label}
      ref={list}
      onKeyDown={press}
      onPointerLeave={() => onPoint?.(undefined)}
    >
      {rows.map((row, index) => (
        <Row
          {...row}
          key={row.key}
          name={row.key}
          selected={row.key === selected}
          stop={index === at}
          onSelect={onSelect}
          onToggle={onToggle}
          onPoint={onPoint}
        />
      ))}
    </div>
  )
}

interface RowProps extends Omit<TreeRow, 'key'>, Pick<TreeProps, 'onSelect' | 'onToggle' | 'onPoint'> {
  readonly name: string
  readonly selected: boolean
  /** The one row that the Tab key stops at. */
  readonly stop: boolean
}

const Row = memo(
  function Row({ name, level, open, content, selected, stop, onSelect, onToggle, onPoint }: RowProps): ReactNode {
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the tree takes the keys of all rows
      <div
        role="treeitem"
        className="sf-i-row"
        aria-level={level}
        aria-expanded={open}
        aria-selected={selected}
        tabIndex={stop ? 0 : -1}
        // A strict policy forbids `style` attributes in served HTML; this one is set by script.
        ref={(element) => element?.style.setProperty('--_level', String(level))}
        onClick={() => onSelect(name)}
        onPointerEnter={() => onPoint?.(name)}
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys do the same */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the arrow keys do the same */}
        <span className="sf-i-row__mark" data-open={open} onClick={() => open !== undefined && onToggle(name)} />
        {content}
      </div>
    )
  },
  (one, other) =>
    one.selected === other.selected &&
    one.stop === other.stop &&
    one.open === other.open &&
    one.stamp.every((part, index) => Object.is(part, other.stamp[index])),
)
