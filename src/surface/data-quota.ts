/** The quota of data bytes that agents may write: of one surface, and of all surfaces of a runtime. */
import { SurfaceError } from '../errors/surface-error.ts'

export interface DataQuota {
  /**
   * Adds bytes to the count; a negative number subtracts. Throws `LIMIT_DATA_BYTES` and counts nothing if there is no
   * room.
   */
  add(bytes: number): void
  /** Throws as `add` does, and counts nothing. */
  check(bytes: number): void
  /** Resets the count, and subtracts it from `outer`. */
  clear(): void
}

/** Default: there is no limit. `outer`: a larger quota that must have room as well. */
export function createDataQuota(limit: number = Number.POSITIVE_INFINITY, outer?: DataQuota): DataQuota {
  let used = 0
  const check = (bytes: number): void => {
    // A write that makes the data smaller is always taken.
    if (bytes <= 0) return
    if (used + bytes > limit) throw full(limit, outer === undefined)
    outer?.check(bytes)
  }
  return {
    check,
    add(bytes) {
      if (bytes === 0) return
      check(bytes)
      outer?.add(bytes)
      used += bytes
    },
    clear() {
      outer?.add(-used)
      used = 0
    },
  }
}

function full(limit: number, all: boolean): SurfaceError {
  const [whose, hint] = all
    ? ['The data models of all surfaces', 'Delete surfaces that are no longer used.']
    : ['The data model', 'Remove data that is no longer shown.']
  return new SurfaceError('LIMIT_DATA_BYTES', `${whose} would have more than ${limit} bytes`, { hint })
}
