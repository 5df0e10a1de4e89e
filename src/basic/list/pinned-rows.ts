/** Rows that stay mounted, wherever the list is scrolled to. */
import { type SyntheticEvent, useRef } from 'react'
import { countOf, keyAt } from '../../react/children.ts'
import type { ChildrenRef } from '../../react/renderer.ts'
import { overscan, wholeLengthAfterInput } from './row-counts.ts'

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

export interface PinnedRows {
  readonly isPinned: IsPinned
  /** Reports the rows of this render, `undefined` for all rows, and whether the list is long. */
  readonly note: (only: readonly number[] | undefined, long: boolean) => void
}

export interface PinnedByPlace {
  /** This many first rows are pinned. */
  readonly first: number
  /** The rows around this one are pinned: the Tab key moves faster than scroll events arrive. */
  readonly focused: number | undefined
}

interface LastRender {
  readonly userInput: boolean
  readonly long: boolean
  readonly keys: readonly string[]
}

/**
 * Pins the rows in `used`. The first input of the user pins the rows that were drawn until then as well. The set of
 * mounted rows then tells nothing about what the user typed, so pictures that the agent changes in them may load.
 */
export function usePinnedRows(
  references: ChildrenRef,
  used: Set<string>,
  { first, focused }: PinnedByPlace,
  userInput: boolean,
): PinnedRows {
  const last = useRef<LastRender>(undefined)
  const firstInput = userInput && last.current !== undefined && !last.current.userInput
  if (firstInput) for (const key of last.current?.keys ?? []) used.add(key)
  return {
    isPinned:
      used.size === 0 && first === 0
        ? undefined
        : (index) =>
            index < first ||
            (focused !== undefined && Math.abs(index - focused) <= overscan) ||
            used.has(keyAt(references, index)),
    note(only, long) {
      // A list that was drawn whole has become long: the rows drawn so far stay.
      if (userInput && long && last.current && !last.current.long) for (const key of last.current.keys) used.add(key)
      const length = Math.min(countOf(references), wholeLengthAfterInput)
      const drawn = only ?? Array.from({ length }, (_, index) => index)
      const keys = userInput && long ? [] : drawn.map((index) => keyAt(references, index))
      last.current = { userInput, long, keys }
    },
  }
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
