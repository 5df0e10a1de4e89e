/** The virtualizer of a list: it measures rows and says which of them to draw. */
import { type RefObject, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { countOf, keyAt } from '../../react/children.ts'
import type { ChildrenRef } from '../../react/renderer.ts'
import { isRightToLeft } from '../text-direction.ts'
import { type IsPinned, withPinned } from './pinned-rows.ts'
import { overscan } from './row-counts.ts'
import type { ListVirtualizer, RowOptions } from './virtual-rows.tsx'
import type { WindowingModule } from './windowing-module.ts'

/** `undefined` as long as all rows are drawn, or the first ones. */
export function useVirtualizer(
  core: WindowingModule | undefined,
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
    if (!core || !element) return
    const created = core.createVirtualizer(frame, element, horizontal, latest.current, redraw)
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

function rowsOf(references: ChildrenRef, isPinned: IsPinned): RowOptions {
  return {
    count: countOf(references),
    getItemKey: (index) => keyAt(references, index),
    rangeExtractor: ({ startIndex, endIndex, count }) => [
      ...withPinned(Math.max(0, startIndex - overscan), Math.min(count, endIndex + 1 + overscan), references, isPinned),
    ],
  }
}
