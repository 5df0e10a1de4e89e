/** Which rows of a long table are drawn: those near the visible part of its box, and the one with the focus. */
import { type RefObject, useRef, useState } from 'react'
import { useBrowserLayoutEffect } from '../../react/hooks.ts'

interface ScrolledRows {
  /** The places of the rows to draw, in order. */
  readonly drawn: readonly number[]
  /** The height of the rows that are left out between a row and the one drawn before it. */
  readonly gapBefore: (place: number) => number
  readonly gapAfter: number
  /** Whether the box has more content than it shows. */
  readonly scrolls: boolean
  /** The row at this place has the focus from now on, or gets it at the control of this index. */
  readonly follow: (place: number, control?: number) => void
}

/** Rows beyond the visible ones, on both sides, and rows before the box was measured, as on a server: fewer of many columns. */
const [mostBeyond, cellsBeyond] = [12, 400]

interface Measured {
  readonly from: number
  readonly to: number
  readonly rowHeight: number
  readonly scrolls: boolean
}

const unmeasured = { from: 0, rowHeight: 0, scrolls: false }

/** Rows of a long table have one height each: their texts take one line. So their places follow from the height of one. */
export function useScrolledRows(
  box: RefObject<HTMLElement | null>,
  count: number,
  columns: number,
  isWhole: boolean,
): ScrolledRows {
  const beyond = Math.max(2, Math.min(mostBeyond, Math.floor(cellsBeyond / columns)))
  const [{ from, to, rowHeight, scrolls }, setMeasured] = useState<Measured>({ ...unmeasured, to: 10 + 2 * beyond })
  const [focused, setFocused] = useState(-1)
  /** The control that gets the focus once its row is drawn. */
  const wanted = useRef<{ readonly place: number; readonly control: number }>(undefined)
  useBrowserLayoutEffect(() => {
    const frame = box.current
    if (!frame) return
    const measure = (): void => setMeasured((before) => measured(frame, count, isWhole ? 0 : beyond, before))
    measure()
    frame.addEventListener('scroll', measure, { passive: true })
    const observer = typeof ResizeObserver === 'undefined' ? undefined : new ResizeObserver(measure)
    observer?.observe(frame)
    for (const child of frame.children) observer?.observe(child)
    return () => {
      frame.removeEventListener('scroll', measure)
      observer?.disconnect()
    }
  }, [box, count, beyond, isWhole])
  useBrowserLayoutEffect(() => {
    const { place, control } = wanted.current ?? { place: -1, control: 0 }
    const row = place < 0 ? null : box.current?.querySelector(`[data-place="${place}"]`)
    if (!row) return
    wanted.current = undefined
    const element = row.querySelectorAll<HTMLElement>('button, input, a')[control]
    element?.focus()
  })
  const last = isWhole ? count : Math.min(to, count)
  const first = isWhole ? 0 : Math.min(from, Math.max(0, last - 1))
  const window = Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index)
  const pinned = focused >= 0 && focused < count ? [focused] : []
  const drawn = [...pinned.filter((place) => place < first), ...window, ...pinned.filter((place) => place >= last)]
  const before = new Map(drawn.map((place, index) => [place, place - (drawn[index - 1] ?? -1) - 1]))
  return {
    drawn,
    gapBefore: (place) => (before.get(place) ?? 0) * rowHeight,
    gapAfter: (count - 1 - (drawn.at(-1) ?? count - 1)) * rowHeight,
    scrolls,
    follow(place, control) {
      if (place < 0 || place >= count) return
      if (control !== undefined) wanted.current = { place, control }
      setFocused(place)
    },
  }
}

/** The same object where nothing is to be drawn anew. `beyond`: 0 where all rows are drawn. */
function measured(frame: HTMLElement, count: number, beyond: number, before: Measured): Measured {
  const { scrollTop, clientHeight, clientWidth, scrollHeight, scrollWidth } = frame
  const scrolls = scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1
  if (beyond === 0) return scrolls === before.scrolls ? before : { ...before, scrolls }
  const rows = frame.querySelectorAll<HTMLElement>('[data-place]')
  // A hidden box has no size: what was measured last stays.
  const rowHeight = rows[rows.length - 1]?.offsetHeight || before.rowHeight
  if (rowHeight === 0) return scrolls === before.scrolls ? before : { ...before, scrolls }
  const top = Math.floor(scrollTop / rowHeight)
  const shown = Math.ceil(clientHeight / rowHeight)
  // Within half of what lies beyond, the rows that are drawn are enough.
  const isNear =
    rowHeight === before.rowHeight &&
    scrolls === before.scrolls &&
    (before.from === 0 || top - before.from >= beyond / 2) &&
    (before.to >= count || before.to - top - shown >= beyond / 2)
  if (isNear) return before
  return { from: Math.max(0, top - beyond), to: Math.min(count, top + shown + beyond), rowHeight, scrolls }
}
