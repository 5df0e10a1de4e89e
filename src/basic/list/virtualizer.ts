/** The virtualizer of a list: it measures rows and says which of them to draw. */
import type { Range } from '@tanstack/virtual-core'
import { type RefObject, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { countOf, keyAt } from '../../react/children.ts'
import type { ChildrenRef } from '../../react/renderer.ts'
import { isRightToLeft } from '../text-direction.ts'
import { type IsPinned, withPinned } from './pinned-rows.ts'
import { overscan } from './row-counts.ts'
import type { ListVirtualizer, VirtualCore } from './virtual-core.ts'

/** `undefined` as long as all rows are drawn, or the first ones. */
export function useVirtualizer(
  core: VirtualCore | 'missing' | undefined,
  frame: RefObject<HTMLElement | null>,
  references: ChildrenRef,
  horizontal: boolean,
  isPinned: IsPinned,
): ListVirtualizer | undefined {
  const [virtualizer, setVirtualizer] = useState<ListVirtualizer>()
  const [, redraw] = useReducer((times: number) => times + 1, 0)
  const rows = rowsOf(references, isPinned)
  const latest = useRef(rows)
  latest.current = rows
  if (virtualizer) {
    const isRtl = isRightToLeft(virtualizer.scrollElement)
    virtualizer.setOptions({ ...virtualizer.options, ...rows, isRtl })
  }
  useLayoutEffect(() => {
    const element = frame.current
    if (!core || core === 'missing' || !element) return
    const created = createVirtualizer(core, frame, element, horizontal, latest.current, redraw)
    const stop = created._didMount()
    created._willUpdate()
    setVirtualizer(created)
    return () => {
      stop()
      setVirtualizer(undefined)
    }
  }, [core, frame, horizontal])
  useLayoutEffect(() => virtualizer?._willUpdate())
  return virtualizer
}

/** The options that change from render to render. */
interface RowOptions {
  readonly count: number
  readonly getItemKey: (index: number) => string
  readonly rangeExtractor: (range: Range) => number[]
}

function rowsOf(references: ChildrenRef, isPinned: IsPinned): RowOptions {
  return {
    count: countOf(references),
    getItemKey: (index) => keyAt(references, index),
    rangeExtractor: ({ startIndex, endIndex, count }) => [
      ...withPinned(Math.max(0, startIndex - overscan), Math.min(count, endIndex + 1 + overscan), references, isPinned),
    ],
  }
}

function createVirtualizer(
  core: VirtualCore,
  frame: RefObject<HTMLElement | null>,
  element: HTMLElement,
  horizontal: boolean,
  rows: RowOptions,
  onChange: () => void,
): ListVirtualizer {
  const created: ListVirtualizer = new core.Virtualizer<HTMLElement, HTMLElement>({
    ...rows,
    ...measuresOf(element, horizontal),
    horizontal,
    getScrollElement: () => frame.current,
    // A hidden list has no size. It keeps its last size until it is shown again.
    observeElementRect: (instance, notify) =>
      core.observeElementRect(instance, (rect) => {
        if (rect.width > 0 || rect.height > 0) notify(rect)
      }),
    measureElement: (row, entry, instance) =>
      core.measureElement(row, entry, instance) || sizeOf(instance, instance.indexFromElement(row)),
    // A hidden list reads 0 as its offset. The library reads the offset 150 ms after the last scroll event, and
    // browsers send no event when they restore it.
    observeElementOffset: (instance, notify) =>
      core.observeElementOffset(instance, (offset, isScrolling) =>
        notify(isHidden(element) ? (instance.scrollOffset ?? 0) : offset, isScrolling),
      ),
    scrollToFn: core.elementScroll,
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

function isHidden(element: HTMLElement): boolean {
  return element.getClientRects().length === 0
}

function sizeOf(virtualizer: ListVirtualizer, index: number): number {
  return virtualizer.measurementsCache[index]?.size ?? virtualizer.options.estimateSize(index)
}
