/** Rows of a long list at their places. This file is loaded with the library that measures them. */
import {
  elementScroll,
  measureElement,
  observeElementOffset,
  observeElementRect,
  type Range,
  Virtualizer,
} from '@tanstack/virtual-core'
import type { CSSProperties, ReactNode, RefObject } from 'react'
import type { WrapChild } from '../../react/renderer.ts'

type ListVirtualizer = Virtualizer<HTMLElement, HTMLElement>

/** The rows of a list, as they are in one render. */
export interface Rows {
  readonly count: number
  readonly keyAt: (index: number) => string
  /** The indices to draw where those from `from` to `to` without `to` are visible. */
  readonly around: (from: number, to: number) => readonly number[]
}

function optionsOf({ count, keyAt, around }: Rows) {
  return {
    count,
    getItemKey: keyAt,
    rangeExtractor: ({ startIndex, endIndex }: Range) => [...around(startIndex, endIndex + 1)],
  }
}

/** Which rows of a list to draw, and where. */
export interface VirtualRows {
  /** Takes the rows of this render. */
  readonly update: (rows: Rows) => void
  /** After each commit. */
  readonly didCommit: () => void
  /** The rows to draw. */
  readonly indices: () => readonly number[]
  /** Draws a row at its place, in the direction of this render. An object for another direction comes after the commit. */
  readonly wrap: (horizontal: boolean) => WrapChild
  /** The style of the list, likewise. */
  readonly style: (horizontal: boolean) => CSSProperties
  readonly stop: () => void
}

/** `onChange` is called when other rows are to be drawn. */
export function createVirtualRows(
  frame: RefObject<HTMLElement | null>,
  element: HTMLElement,
  horizontal: boolean,
  rows: Rows,
  onChange: () => void,
): VirtualRows {
  const virtualizer = createVirtualizer(frame, element, horizontal, rows, onChange)
  const stop = virtualizer._didMount()
  virtualizer._willUpdate()
  return {
    update: (next) =>
      virtualizer.setOptions({ ...virtualizer.options, ...optionsOf(next), isRtl: isRightToLeft(element) }),
    didCommit: () => virtualizer._willUpdate(),
    indices: () => virtualizer.getVirtualItems().map(({ index }) => index),
    wrap: (across) => placedRow(virtualizer, across),
    style: (across) => trailingRoom(virtualizer, across),
    stop,
  }
}

/**
 * A row at its place, with its position and the number of all rows for screen readers. Rows that are left out before it
 * are its margin.
 */
function placedRow(virtualizer: ListVirtualizer, horizontal: boolean): WrapChild {
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

/** Rows that are left out after the last one are the padding of the list. */
function trailingRoom(virtualizer: ListVirtualizer, horizontal: boolean): CSSProperties {
  const rest = virtualizer.getTotalSize() - (virtualizer.getVirtualItems().at(-1)?.end ?? 0)
  return { [horizontal ? 'paddingInlineEnd' : 'paddingBlockEnd']: rest, overflowAnchor: 'none' }
}

function createVirtualizer(
  frame: RefObject<HTMLElement | null>,
  element: HTMLElement,
  horizontal: boolean,
  rows: Rows,
  onChange: () => void,
): ListVirtualizer {
  const created: ListVirtualizer = new Virtualizer<HTMLElement, HTMLElement>({
    ...optionsOf(rows),
    ...measuresOf(element, horizontal),
    horizontal,
    getScrollElement: () => frame.current,
    // A hidden list has no size. It keeps its last size until it is shown again.
    observeElementRect: (instance, notify) =>
      observeElementRect(instance, (rect) => {
        if (rect.width > 0 || rect.height > 0) notify(rect)
      }),
    measureElement: (row, entry, instance) =>
      measureElement(row, entry, instance) || sizeOf(instance, instance.indexFromElement(row)),
    // A hidden list reads 0 as its offset. The library reads the offset 150 ms after the last scroll event, and
    // browsers send no event when they restore it.
    observeElementOffset: (instance, notify) =>
      observeElementOffset(instance, (offset, isScrolling) =>
        notify(isHidden(element) ? (instance.scrollOffset ?? 0) : offset, isScrolling),
      ),
    scrollToFn: elementScroll,
    onChange,
  })
  // No correction while the user scrolls forward: it would stop the browser's own movement.
  created.shouldAdjustScrollPositionOnItemSizeChange = ({ start }, _by, { scrollDirection, scrollOffset }) =>
    scrollDirection !== 'forward' && start < (scrollOffset ?? 0)
  return created
}

interface Measures {
  readonly estimateSize: () => number
  readonly gap: number
  readonly isRtl: boolean
  readonly initialOffset: number
}

/** Measures the rows that are drawn already. The estimate for a further row is their average. */
function measuresOf(element: HTMLElement, horizontal: boolean): Measures {
  const list = element.firstElementChild as HTMLElement
  const { rowGap, columnGap } = getComputedStyle(list)
  const gap = Number.parseFloat(horizontal ? columnGap : rowGap) || 0
  const rows = [...list.children] as HTMLElement[]
  const lengths = rows.map((row) => (horizontal ? row.offsetWidth : row.offsetHeight))
  const average = Math.max(1, Math.round(lengths.reduce((sum, length) => sum + length, 0) / rows.length))
  const isRtl = isRightToLeft(element)
  const initialOffset = Math.abs(horizontal ? element.scrollLeft : element.scrollTop)
  return { estimateSize: () => average, gap, isRtl, initialOffset }
}

/** Not shared with `Tabs`: a bundler would make a chunk of it that pages load first. */
function isRightToLeft(element: Element): boolean {
  return getComputedStyle(element).direction === 'rtl'
}

function isHidden(element: HTMLElement): boolean {
  return element.getClientRects().length === 0
}

function sizeOf(virtualizer: ListVirtualizer, index: number): number {
  return virtualizer.measurementsCache[index]?.size ?? virtualizer.options.estimateSize(index)
}
