/** Windowing: a long list that scrolls draws the rows near its visible part, and the rows that must stay mounted. */
import { type CSSProperties, type RefObject, type SyntheticEvent, useRef, useState } from 'react'
import { countOf } from '../../react/children.ts'
import { useHydrated } from '../../react/hooks.ts'
import type { ChildrenRef, WrapChild } from '../../react/renderer.ts'
import { useLazyModule } from '../../react/use-lazy-module.ts'
import { pinnedRows, useUsedRows, withPinned } from './pinned-rows.ts'
import { numberedRow, plainRow } from './row.tsx'
import { wholeLength } from './row-counts.ts'
import { useOverflow } from './use-overflow.ts'
import { useVirtualRows } from './use-virtual-rows.ts'
import { windowing as windowingModule } from './windowing-module.ts'

export interface WindowingOptions {
  readonly horizontal: boolean
  /** The surface's `windowing`; false: the list is drawn whole. */
  readonly windowing: boolean
}

export interface Windowing {
  /** Whether the list has more content than its box shows. */
  readonly scrolls: boolean
  /** Attributes of the element whose children are the rows. */
  readonly list: {
    readonly style?: CSSProperties
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
  { horizontal, windowing }: WindowingOptions,
): Windowing {
  const long = useHydrated() && windowing && countOf(references) > wholeLength
  const overflow = useOverflow(frame, long)
  const needed = long && overflow === true
  const core = useLazyModule(windowingModule, 'windowing', needed)
  const used = useUsedRows(references)
  const [focused, setFocused] = useState<number>()
  const isPinned = pinnedRows(references, used.keys, focused)
  const active = needed && core !== 'missing' ? core : undefined
  // Rows keep their numbers: the library may read them after it has stopped observing.
  const numbered = useRef(false)
  if (active) numbered.current = true
  const virtual = useVirtualRows(active, frame, references, horizontal, isPinned)
  const whole = !long || overflow === false || core === 'missing'
  const only = virtual?.indices() ?? (whole ? undefined : withPinned(0, wholeLength, references, isPinned))
  const use = (event: SyntheticEvent): void => {
    const index = used.add(event, only)
    if (only) setFocused(index)
  }
  const scrolls = overflow === true
  const list = { onFocus: use, onPointerDown: use }
  if (!virtual) return { scrolls, list, wrap: numbered.current ? numberedRow : plainRow, only }
  return { scrolls, list: { ...list, style: virtual.style(horizontal) }, wrap: virtual.wrap(horizontal), only }
}
