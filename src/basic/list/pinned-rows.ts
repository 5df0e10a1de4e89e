/** Rows that stay mounted, wherever the list is scrolled to. */
import { type SyntheticEvent, useRef } from 'react'
import { countOf, keyAt } from '../../react/children.ts'
import type { ChildrenRef } from '../../react/renderer.ts'
import { overscan } from './row-counts.ts'

/** Whether the row at an index stays mounted; `undefined` where no row does. */
export type IsPinned = ((index: number) => boolean) | undefined

/** The rows from `from` to `to` without `to`, and the pinned rows before and after them. */
export function withPinned(from: number, to: number, references: ChildrenRef, isPinned: IsPinned): readonly number[] {
  const window = Array.from({ length: to - from }, (_, position) => from + position)
  if (!isPinned) return window
  const before = Array.from({ length: from }, (_, index) => index).filter(isPinned)
  const after = Array.from({ length: countOf(references) - to }, (_, position) => to + position).filter(isPinned)
  return [...before, ...window, ...after]
}

/** Pins the rows in `used`, and those around `focused`: the Tab key moves faster than scroll events arrive. */
export function pinnedRows(references: ChildrenRef, used: Set<string>, focused: number | undefined): IsPinned {
  if (used.size === 0) return undefined
  return (index) =>
    (focused !== undefined && Math.abs(index - focused) <= overscan) || used.has(keyAt(references, index))
}

export interface UsedRows {
  /** Keys of the rows that the user pressed or focused. */
  readonly keys: Set<string>
  /** Adds the row of an event and returns its index. `only`: the indices of the drawn rows; `undefined`: all rows. */
  readonly add: (event: SyntheticEvent, only: readonly number[] | undefined) => number | undefined
}

export function useUsedRows(references: ChildrenRef): UsedRows {
  const keys = useRef(new Set<string>()).current
  return {
    keys,
    add({ target, currentTarget }, only) {
      const position = [...currentTarget.children].findIndex((row) => row.contains(target as Node))
      const index = only ? only[position] : position
      if (index === undefined || index < 0 || index >= countOf(references)) return undefined
      keys.add(keyAt(references, index))
      return index
    },
  }
}
