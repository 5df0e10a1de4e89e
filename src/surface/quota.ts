/** How much of something may be there: for one surface, and for all surfaces of a runtime, which share a quota. */
import type { UnsentInput } from './unsent-input.ts'

export interface Quota {
  readonly limit: number
  /** How much is left. */
  readonly room: number
  /** Counts, whether there is room or not; a negative number gives back. */
  add(count: number): void
}

/** `outer`: has to have room as well. */
export function createQuota(limit: number, outer?: Quota): Quota {
  let used = 0
  return {
    limit,
    get room() {
      return Math.min(limit - used, outer ? outer.room : limit)
    },
    add(count) {
      used += count
      outer?.add(count)
    },
  }
}

/**
 * The part of one surface. While the surface holds unsent input it counts as it did before: what is left for the other
 * surfaces must not tell what the user typed.
 */
export function partOf(shared: Quota, { held }: Pick<UnsentInput, 'held'>): Quota {
  let owed = 0
  held.subscribe(() => {
    if (held.getSnapshot()) return
    shared.add(owed)
    owed = 0
  })
  return {
    limit: shared.limit,
    get room() {
      return held.getSnapshot() ? Number.POSITIVE_INFINITY : shared.room
    },
    add(count) {
      if (held.getSnapshot()) owed += count
      else shared.add(count)
    },
  }
}
