/** Windowing: a long list that scrolls draws the rows near its visible part, and the rows that must stay mounted. */
import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react'
import { createLazyModule, type LazyModule } from '../../live/lazy-module.ts'
import { countOf, keyAt } from '../../react/children.ts'
import { useBrowserLayoutEffect, useHydrated, useLazyModule } from '../../react/hooks.ts'
import type { ChildrenRef, WrapChild } from '../../react/renderer.ts'
import type { Rows, VirtualRows } from './virtual-rows.tsx'

type VirtualRowsModule = typeof import('./virtual-rows.tsx')

/** The code that computes where the rows of a long list lie. It is loaded when a page first has such a list. */
export const windowing: LazyModule<VirtualRowsModule> = createLazyModule(() => import('./virtual-rows.tsx'))

/** Lists up to this length are drawn whole. A longer list draws this many rows until its visible part is known. */
const wholeLength = 50

/** Rows drawn on either side of the visible rows. */
const overscan = 8

interface WindowingOptions {
  readonly horizontal: boolean
  /** The surface's `windowing`; false: the list is drawn whole. */
  readonly windowing: boolean
  /** Whether the library may be loaded for this list. */
  readonly loads: boolean
}

/** What a list draws now. */
interface Windowing {
  /** Whether the list has more content than its box shows. */
  readonly scrolls: boolean
  /** Attributes of the element whose children are the rows. */
  readonly list: {
    readonly style?: CSSProperties | undefined
    readonly onFocus: (event: SyntheticEvent) => void
    readonly onPointerDown: (event: SyntheticEvent) => void
  }
  /** Draws a child as a row. */
  readonly wrap: WrapChild
  /** The indices of the children to draw; `undefined`: all children. */
  readonly only: readonly number[] | undefined
}

/**
 * A row that the user pressed or focused stays mounted: what was typed or unfolded there must be there on the way back.
 *
 * A library computes where the rows lie. It is loaded when a page first has a long list that scrolls; until it arrives
 * the first rows are drawn.
 */
export function useWindowing(
  frame: RefObject<HTMLElement | null>,
  references: ChildrenRef,
  { horizontal, windowing: enabled, loads }: WindowingOptions,
): Windowing {
  const long = useHydrated() && enabled && countOf(references) > wholeLength
  const overflow = useOverflow(frame, long)
  const needed = long && overflow === true
  const module = useLazyModule(windowing, 'windowing', needed && loads)
  /** Keys of the rows that the user pressed or focused. */
  const used = useRef(new Set<string>()).current
  const [focused, setFocused] = useState<number>()
  const isPinned = pinnedRows(references, used, focused)
  const active = needed && module !== 'missing' ? module : undefined
  // Rows keep their numbers: the library may read them after it has stopped observing.
  const numbered = useRef(false)
  if (active) numbered.current = true
  const virtual = useVirtualRows(active, frame, references, horizontal, isPinned)
  const whole = !long || overflow === false || module === 'missing'
  const only = virtual?.indices() ?? (whole ? undefined : withPinned(0, wholeLength, references, isPinned))
  const use = ({ target, currentTarget }: SyntheticEvent): void => {
    const position = [...currentTarget.children].findIndex((row) => row.contains(target as Node))
    const at = only ? only[position] : position
    const index = at !== undefined && at >= 0 && at < countOf(references) ? at : undefined
    if (index !== undefined) used.add(keyAt(references, index))
    if (only) setFocused(index)
  }
  const scrolls = overflow === true
  const list = { onFocus: use, onPointerDown: use }
  const wrap = virtual?.wrap(horizontal) ?? (numbered.current ? row : plainRow)
  return { scrolls, list: { ...list, style: virtual?.style(horizontal) }, wrap, only }
}

const plainRow: WrapChild = (child, key) => row(child, key)

/** `index`: the library reads it, sometimes after it has stopped observing a row. */
const row = (child: ReactNode, key: string, index?: number): ReactNode => (
  <li className="sf-list__item" key={key} data-index={index}>
    {child}
  </li>
)

/** Whether the row at an index stays mounted; `undefined` where no row does. */
type IsPinned = ((index: number) => boolean) | undefined

/** The rows from `from` to `to` without `to`, and the pinned rows before and after them. */
function withPinned(from: number, to: number, references: ChildrenRef, isPinned: IsPinned): readonly number[] {
  const window = Array.from({ length: to - from }, (_, position) => from + position)
  if (!isPinned) return window
  const before = Array.from({ length: from }, (_, index) => index).filter(isPinned)
  const after = Array.from({ length: countOf(references) - to }, (_, position) => to + position).filter(isPinned)
  return [...before, ...window, ...after]
}

/** Pins the rows in `used`, and those around `focused`: the Tab key moves faster than scroll events arrive. */
function pinnedRows(references: ChildrenRef, used: Set<string>, focused: number | undefined): IsPinned {
  if (used.size === 0) return undefined
  return (index) =>
    (focused !== undefined && Math.abs(index - focused) <= overscan) || used.has(keyAt(references, index))
}

/**
 * The rows of a long list, once the library that places them has arrived and the list is mounted; `undefined` as long as all
 * rows are drawn, or the first ones.
 */
function useVirtualRows(
  module: VirtualRowsModule | undefined,
  frame: RefObject<HTMLElement | null>,
  references: ChildrenRef,
  horizontal: boolean,
  isPinned: IsPinned,
): VirtualRows | undefined {
  const [virtual, setVirtual] = useState<VirtualRows>()
  const [, redraw] = useReducer((times: number) => times + 1, 0)
  const rows = rowsOf(references, isPinned)
  const latest = useRef(rows)
  latest.current = rows
  virtual?.update(rows)
  useLayoutEffect(() => {
    const element = frame.current
    if (!module || !element) return
    const created = module.createVirtualRows(frame, element, horizontal, latest.current, redraw)
    setVirtual(created)
    return () => {
      created.stop()
      setVirtual(undefined)
    }
  }, [module, frame, horizontal])
  useLayoutEffect(() => virtual?.didCommit())
  return virtual
}

function rowsOf(references: ChildrenRef, isPinned: IsPinned): Rows {
  const count = countOf(references)
  return {
    count,
    keyAt: (index) => keyAt(references, index),
    around: (from, to) =>
      withPinned(Math.max(0, from - overscan), Math.min(count, to + overscan), references, isPinned),
  }
}

/**
 * Whether the content of an element is larger than the element; `undefined` until it was measured. `atOnce`: the first
 * measurement comes before the browser paints, which forces a layout of the page; without it, the resize observer measures.
 */
function useOverflow(frame: RefObject<HTMLElement | null>, atOnce: boolean): boolean | undefined {
  const [overflows, setOverflows] = useState<boolean>()
  useBrowserLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    if (typeof ResizeObserver === 'undefined') {
      setOverflows(false)
      return
    }
    const measure = (): void => {
      // Fast path without a layout: without the stylesheet, or with the host's own, a list may grow without a limit.
      if (getComputedStyle(element).overflow === 'visible') {
        setOverflows(false)
        return
      }
      const { clientWidth, clientHeight, scrollWidth, scrollHeight } = element
      // A hidden element has no size: the last result stays.
      if (clientWidth > 0 || clientHeight > 0)
        setOverflows(scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1)
    }
    if (atOnce) measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    for (const list of element.children) observer.observe(list)
    return () => observer.disconnect()
  }, [frame, atOnce])
  return overflows
}
