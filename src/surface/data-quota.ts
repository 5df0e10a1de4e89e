/** The quota of data bytes: of one surface, and of all surfaces of a runtime. */
import { SurfaceError } from '../errors/surface-error.ts'
import { createQuota, type Quota } from './quota.ts'

export interface DataQuota {
  /** Throws `LIMIT_DATA_BYTES` where the agent has no room for so many more bytes. */
  check(bytes: number): void
  /** Counts bytes, whether there is room or not; a negative number gives back. */
  add(bytes: number): void
  /** Gives back all that was counted. */
  clear(): void
}

/** Default: there is no limit. */
export function createDataQuota(
  limit: number = Number.POSITIVE_INFINITY,
  shared: Quota = createQuota(Number.POSITIVE_INFINITY),
): DataQuota {
  let used = 0
  const add = (bytes: number): void => {
    used += bytes
    shared.add(bytes)
  }
  return {
    check(bytes) {
      // A write that makes the data smaller is always taken.
      if (bytes <= 0) return
      if (used + bytes > limit) throw full('The data model', limit, 'Remove data that is no longer shown.')
      if (bytes > shared.room)
        throw full('The data models of all surfaces', shared.limit, 'Delete surfaces that are no longer used.')
    },
    add,
    clear: () => add(-used),
  }
}

function full(whose: string, limit: number, hint: string): SurfaceError {
  return new SurfaceError('LIMIT_DATA_BYTES', `${whose} would have more than ${limit} bytes`, { hint })
}
