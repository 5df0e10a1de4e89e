/**
 * Which rows of a long list that scrolls are drawn: those near what is seen of it, and those that the person has used,
 * since what was typed there or unfolded must still be there on the way back.
 *
 * Where each row lies is worked out by a library, which is fetched when a page first has such a list; until then the first
 * rows are drawn. The rows left out between two that are drawn are a margin, those after the last one are padding.
 */
import type { Range, Virtualizer } from '@tanstack/virtual-core'
import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react'
import { countOf, keyAt } from '../../react/children.ts'
import { useHydrated } from '../../react/hooks.ts'
import type { ChildrenRef, WrapChild } from '../../react/renderer.ts'

type Core = typeof import('@tanstack/virtual-core')
type Rows = Virtualizer<HTMLElement, HTMLElement>

/** Lists up to this length are drawn whole; of a longer one, so many rows until it is known how much is seen of it. */
const few = 50

/**
 * The same once the user has entered something: rows that come and go then say what sizes the page has, so as many as are drawn
 * of a template at first stay.
 */
const manyAfterInput = 200

/** Rows drawn on either side of those that are seen. */
const overscan = 8

export interface Near {
  /** Whether the list has more than its box shows. */
  readonly scrolls: boolean
  /** Attributes of the element whose children are the rows. */
  readonly list: {
    readonly style?: CSSProperties
    readonly onFocus: (event: SyntheticEvent) => void
    readonly onPointerDown: (event: SyntheticEvent) => void
  }
  /** Makes the rows of the children. */
  readonly wrap: WrapChild
  /** The children to draw; `undefined`: all. */
  readonly only: readonly number[] | undefined
  /** So many of the first are drawn whatever the sizes in the page. */
  readonly certain: number
}

export function useNear(
  frame: RefObject<HTMLElement | null>,
  references: ChildrenRef,
  horizontal: boolean,
  windowing: boolean,
  userInput: boolean,
): Near {
  const long = useHydrated() && windowing && countOf(references) > (userInput ? manyAfterInput : few)
  const overflow = useOverflow(frame, long)
  const core = useCore(long && overflow === true, frame)
  const used = useUsed(references)
  const first = userInput ? few : 0
  const [focused, setFocused] = useState<number>()
  const kept = useKept(references, used.keys, { first, focused }, userInput)
  const rows = useRows(long && overflow === true ? core : undefined, frame, references, horizontal, kept.isKept)
  const whole = !long || overflow === false || core === 'missing'
  const some = rows?.getVirtualItems().map(({ index }) => index)
  const only = some ?? (whole ? undefined : withKept(0, few, references, kept.isKept))
  const plain = core ? asNumberedRow : asRow
  const touch = (event: SyntheticEvent): void => {
    const index = used.add(event, only)
    if (only) setFocused(index)
  }
  const scrolls = overflow === true
  kept.note(only, long)
  const certain = long ? few : Number.POSITIVE_INFINITY
  const list = { onFocus: touch, onPointerDown: touch }
  if (!rows) return { scrolls, list, wrap: plain, only, certain }
  const style = tailOf(rows, horizontal)
  return { scrolls, list: { ...list, style }, wrap: placed(rows, horizontal), only, certain }
}

const asRow: WrapChild = (child, key) => (
  <li className="sf-list__item" key={key}>
    {child}
  </li>
)

/** Its place is read by the library, which may look at a row after it was told to look no more. */
const asNumberedRow: WrapChild = (child, key, index) => (
  <li className="sf-list__item" key={key} data-index={index}>
    {child}
  </li>
)

/** Rows that are told how many there are, and where they stand. */
function placed(rows: Rows, horizontal: boolean): WrapChild {
  const { count, gap } = rows.options
  const near = rows.getVirtualItems()
  const before = new Map(
    near.map(({ index, start }, at) => [index, start - (at > 0 ? (near[at - 1]?.end ?? 0) + gap : 0)]),
  )
  return (child, key, index): ReactNode => (
    <li
      className="sf-list__item"
      key={key}
      ref={rows.measureElement}
      data-index={index}
      aria-setsize={count}
      aria-posinset={index + 1}
      style={{ [horizontal ? 'marginInlineStart' : 'marginBlockStart']: before.get(index) || undefined }}
    >
      {child}
    </li>
  )
}

function tailOf(rows: Rows, horizontal: boolean): CSSProperties {
  const rest = rows.getTotalSize() - (rows.getVirtualItems().at(-1)?.end ?? 0)
  return { [horizontal ? 'paddingInlineEnd' : 'paddingBlockEnd']: rest, overflowAnchor: 'none' }
}

/** What works out where the rows lie; `undefined` as long as all of them are drawn. */
function useRows(
  core: Core | 'missing' | undefined,
  frame: RefObject<HTMLElement | null>,
  references: ChildrenRef,
  horizontal: boolean,
  isKept: ((index: number) => boolean) | undefined,
): Rows | undefined {
  const [rows, setRows] = useState<Rows>()
  const [, redraw] = useReducer((times: number) => times + 1, 0)
  const changing = {
    count: countOf(references),
    getItemKey: (index: number): string => keyAt(references, index),
    rangeExtractor: ({ startIndex, endIndex, count }: Range): number[] => [
      ...withKept(Math.max(0, startIndex - overscan), Math.min(count, endIndex + 1 + overscan), references, isKept),
    ],
  }
  const latest = useRef(changing)
  latest.current = changing
  if (rows) rows.setOptions({ ...rows.options, ...changing, isRtl: isRightToLeft(rows.scrollElement) })
  useLayoutEffect(() => {
    const element = frame.current
    if (!core || core === 'missing' || !element) return
    const made: Rows = new core.Virtualizer<HTMLElement, HTMLElement>({
      ...latest.current,
      ...measuresOf(element, horizontal),
      horizontal,
      getScrollElement: () => frame.current,
      // What is hidden has no size, and is as it was when it is shown again.
      observeElementRect: (instance, tell) =>
        core.observeElementRect(instance, (rect) => {
          if (rect.width > 0 || rect.height > 0) tell(rect)
        }),
      measureElement: (row, entry, instance) =>
        core.measureElement(row, entry, instance) || sizeOf(instance, instance.indexFromElement(row)),
      // What is hidden reads 0 for its offset. The library reads it 150 ms after the last scroll event, and browsers send no
      // event when they restore the offset.
      observeElementOffset: (instance, tell) =>
        core.observeElementOffset(instance, (offset, isScrolling) =>
          tell(isHidden(element) ? (instance.scrollOffset ?? 0) : offset, isScrolling),
        ),
      scrollToFn: core.elementScroll,
      onChange: redraw,
    })
    const stop = made._didMount()
    // A correction while the person scrolls on would stop the browser's own movement.
    made.shouldAdjustScrollPositionOnItemSizeChange = ({ start }, _by, { scrollDirection, scrollOffset }) =>
      scrollDirection !== 'forward' && start < (scrollOffset ?? 0)
    made._willUpdate()
    setRows(made)
    return () => {
      stop()
      setRows(undefined)
    }
  }, [core, frame, horizontal])
  useLayoutEffect(() => rows?._willUpdate())
  return rows
}

/** What can be seen of the rows that are drawn already. */
function measuresOf(
  element: HTMLElement,
  horizontal: boolean,
): { estimateSize: () => number; gap: number; isRtl: boolean; initialOffset: number } {
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

function isRightToLeft(element: HTMLElement | null): boolean {
  return element !== null && getComputedStyle(element).direction === 'rtl'
}

function sizeOf(rows: Rows, index: number): number {
  return rows.measurementsCache[index]?.size ?? rows.options.estimateSize(index)
}

/** The rows from `from` to `to`, and before and after them those that are kept. */
function withKept(
  from: number,
  to: number,
  references: ChildrenRef,
  isKept: ((index: number) => boolean) | undefined,
): readonly number[] {
  const near = Array.from({ length: to - from }, (_, position) => from + position)
  if (!isKept) return near
  const before = Array.from({ length: from }, (_, index) => index).filter(isKept)
  const after = Array.from({ length: countOf(references) - to }, (_, position) => to + position).filter(isKept)
  return [...before, ...near, ...after]
}

interface Kept {
  /** Whether a row is drawn wherever it lies; `undefined` where none is. */
  readonly isKept: ((index: number) => boolean) | undefined
  /** What this render draws; `undefined`: all. */
  readonly note: (only: readonly number[] | undefined, long: boolean) => void
}

/** Rows that are drawn for another reason than that they are seen. */
interface AlwaysDrawn {
  /** So many of the first. */
  readonly first: number
  /** Rows around this one: the Tab key is quicker than the event that tells of the scrolling. */
  readonly focused: number | undefined
}

/**
 * Rows that stay: those that the user has used and, from the first input of the user on, those that were drawn until then and the
 * first ones. Which rows are there then says nothing of what was typed, so what the agent changes in them may be loaded.
 */
function useKept(
  references: ChildrenRef,
  used: Set<string>,
  { first, focused }: AlwaysDrawn,
  userInput: boolean,
): Kept {
  const last = useRef<{ readonly userInput: boolean; readonly long: boolean; readonly keys: readonly string[] }>(
    undefined,
  )
  const begins = userInput && last.current !== undefined && !last.current.userInput
  if (begins) for (const key of last.current?.keys ?? []) used.add(key)
  return {
    isKept:
      used.size === 0 && first === 0
        ? undefined
        : (index) =>
            index < first ||
            (focused !== undefined && Math.abs(index - focused) <= overscan) ||
            used.has(keyAt(references, index)),
    note(only, long) {
      // A list that was whole becomes long: what was drawn of it stays, too.
      if (userInput && long && last.current && !last.current.long) for (const key of last.current.keys) used.add(key)
      const all = only ?? Array.from({ length: Math.min(countOf(references), manyAfterInput) }, (_, index) => index)
      const keys = userInput && long ? [] : all.map((index) => keyAt(references, index))
      last.current = { userInput, long, keys }
    },
  }
}

/** The keys of the rows that the person has pressed or had the focus in. */
function useUsed(references: ChildrenRef): {
  readonly keys: Set<string>
  /** Returns the place of the row. `only`: what is drawn, where that is not all. */
  readonly add: (event: SyntheticEvent, only: readonly number[] | undefined) => number | undefined
} {
  const keys = useRef(new Set<string>()).current
  return {
    keys,
    add({ target, currentTarget }, only) {
      const at = [...currentTarget.children].findIndex((row) => row.contains(target as Node))
      const index = only ? only[at] : at
      if (index === undefined || index < 0 || index >= countOf(references)) return undefined
      keys.add(keyAt(references, index))
      return index
    },
  }
}

/**
 * The library, fetched when it is first needed. Its arrival may move rows under a pointer that rests: `load`, as a picture
 * has it, tells that to the guard of presses.
 */
function useCore(needed: boolean, frame: RefObject<HTMLElement | null>): Core | 'missing' | undefined {
  const [core, setCore] = useState<Core | 'missing'>()
  useEffect(() => {
    if (!needed || core) return
    let here = true
    import('@tanstack/virtual-core')
      .catch(() => 'missing' as const)
      .then((loaded) => {
        if (!here) return
        frame.current?.dispatchEvent(new Event('load'))
        setCore(loaded)
      })
    return () => {
      here = false
    }
  }, [needed, core, frame])
  return core
}

/**
 * Whether the content of an element is larger than the element; `undefined` until that was looked at. `atOnce`: before the
 * frame is drawn, for what depends on it; that has the browser lay out the page, and a page may have many lists.
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
    const look = (): void => {
      // Costs no layout: without the stylesheet, or with a host's own, lists may be as long as they like.
      if (getComputedStyle(element).overflow === 'visible') {
        setOverflows(false)
        return
      }
      const { clientWidth, clientHeight, scrollWidth, scrollHeight } = element
      // What is hidden says nothing about that.
      if (clientWidth > 0 || clientHeight > 0)
        setOverflows(scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1)
    }
    if (atOnce) look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    return () => observer.disconnect()
  }, [frame, atOnce])
  return overflows
}

/** React complains of layout effects on the server. */
const useBrowserLayoutEffect = typeof document === 'undefined' ? useEffect : useLayoutEffect
