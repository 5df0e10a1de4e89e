/** The rows of a long list, once the library that places them has arrived and the list is mounted. */
import { type RefObject, useLayoutEffect, useReducer, useRef, useState } from 'react'
import { countOf, keyAt } from '../../react/children.ts'
import type { ChildrenRef } from '../../react/renderer.ts'
import { type IsPinned, withPinned } from './pinned-rows.ts'
import { overscan } from './row-counts.ts'
import type { RowOptions, VirtualRows } from './virtual-rows.tsx'
import type { WindowingModule } from './windowing-module.ts'

/** `undefined` as long as all rows are drawn, or the first ones. */
export function useVirtualRows(
  core: WindowingModule | undefined,
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
    if (!core || !element) return
    const created = core.createVirtualRows(frame, element, horizontal, latest.current, redraw)
    setVirtual(created)
    return () => {
      created.stop()
      setVirtual(undefined)
    }
  }, [core, frame, horizontal])
  useLayoutEffect(() => virtual?.didCommit())
  return virtual
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
