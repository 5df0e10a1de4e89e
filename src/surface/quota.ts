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
  /** Of nodes: the views that have left something out. They look again when some were given back. */
  readonly waiting?: Set<Look> | undefined
  /** They do so at the end of this task. */
  due?: boolean
}

/** Draws what has room among so many nodes. Returns how many are left then. */
type Look = (left: number) => number

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
    use(shared, owed)
    owed = 0
  })
  return {
    limit: shared.limit,
    waiting: shared.waiting,
    get room() {
      return owes ? Number.POSITIVE_INFINITY : shared.limit - shared.used
    },
    add(count) {
      if (owes) owed += count
      else use(shared, count)
    },
  }
}

/** Within a commit the count is not whole: who waits looks after it, and once for all nodes that go. */
function use(shared: SharedQuota, count: number): void {
  shared.used += count
  const { waiting } = shared
  if (count >= 0 || !waiting?.size || shared.due) return
  shared.due = true
  queueMicrotask(() => {
    shared.due = false
    let left = shared.limit - shared.used
    for (const look of [...waiting]) if (left > 0) left = look(left)
  })
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
