/**
 * How much of something may be there: for one surface, and for all surfaces of a runtime, which share a quota. Of nodes, of bytes
 * of data, of listeners, and of the steps that functions take.
 */

import { SurfaceError } from '../errors/surface-error.ts'
import type { UnsentInput } from './unsent-input.ts'

/** Of all surfaces of a runtime. A plain object: each of 10,000 texts counts here three times. */
export interface SharedQuota {
  readonly limit: number
  used: number
  /** Called once when there may be more room: of nodes, what looks whether something that was left out has room now. */
  readonly waiting?: Set<() => void> | undefined
}

/** What one surface may use of a shared quota. */
export interface Quota {
  readonly limit: number
  /** How much is left. */
  readonly room: number
  /** Counts, whether there is room or not; a negative number gives back. */
  add(count: number): void
  /** Those of the shared quota. */
  readonly waiting?: SharedQuota['waiting']
  /** Gives back what was counted for a rendering that React may have thrown away: called before another one, and at the end. */
  giveBack?: (() => void) | undefined
}

/**
 * The part of one surface. While the surface holds unsent input it counts as it did before: what is left for the other
 * surfaces must not tell what the user typed.
 */
export function partOf(shared: SharedQuota, { held }: Pick<UnsentInput, 'held'>): Quota {
  let owed = 0
  let owes = false
  held.subscribe(() => {
    owes = held.getSnapshot()
    if (owes) return
    shared.used += owed
    owed = 0
    lookAgain(shared)
  })
  return {
    limit: shared.limit,
    waiting: shared.waiting,
    get room() {
      return owes ? Number.POSITIVE_INFINITY : shared.limit - shared.used
    },
    add(count) {
      if (owes) owed += count
      else shared.used += count
    },
  }
}

/** Where there may be more room now. Each node that goes comes here, and 1,000 surfaces may wait. */
export function lookAgain({ waiting }: Pick<SharedQuota, 'waiting'>): void {
  if (!waiting?.size) return
  const looks = [...waiting]
  waiting.clear()
  for (const look of looks) look()
}

/** A quota within another one. */
export function quotaWithin(limit: number, outer: Quota): Pick<Quota, 'room' | 'add'> {
  let used = 0
  return {
    get room() {
      return Math.min(limit - used, outer.room)
    },
    add(count) {
      used += count
      outer.add(count)
    },
  }
}

export interface DataQuota {
  /** Throws `LIMIT_DATA_BYTES` where the agent has no room for so many more bytes. */
  check(bytes: number): void
  /** Counts bytes, whether there is room or not; a negative number gives back. */
  add(bytes: number): void
  /** Gives back all that was counted. */
  clear(): void
}

/** Default: there is no limit. */
export function createDataQuota(limit: number = Number.POSITIVE_INFINITY, shared?: Quota): DataQuota {
  let used = 0
  const add = (bytes: number): void => {
    used += bytes
    shared?.add(bytes)
  }
  return {
    check(bytes) {
      // A write that makes the data smaller is always taken.
      if (bytes <= 0) return
      if (used + bytes > limit) throw full('The data model', limit, 'Remove data that is no longer shown.')
      if (shared && bytes > shared.room)
        throw full('The data models of all surfaces', shared.limit, 'Delete surfaces that are no longer used.')
    },
    add,
    clear: () => add(-used),
  }
}

function full(whose: string, limit: number, hint: string): SurfaceError {
  return new SurfaceError('LIMIT_DATA_BYTES', `${whose} would have more than ${limit} bytes`, { hint })
}

/** Counts steps of about 10 nanoseconds. Returns false and counts nothing if there is no room. */
export type Work = (steps: number) => boolean

export function createWork(limit: number): Work {
  let spent = 0
  return (steps) => {
    // Written so that NaN, from a function of the host, has no room.
    if (!(spent + steps <= limit)) return false
    if (spent === 0)
      queueMicrotask(() => {
        spent = 0
      })
    spent += steps
    return true
  }
}
