/** A value with faults → one that its schema accepts, fault by fault. */
import type { Findings, Validator } from './validator.ts'

/** The most faults of one value that are mended, because each costs a check of the schema. */
export const maxFaults = 32

/** `mend` gives the value without the fault at hand. `undefined`: a fault cannot be mended, or there are too many. */
export function repairUntilValid<T>(
  value: T,
  validate: Validator | undefined,
  mend: (current: T, found: Findings) => T | undefined,
): T | undefined {
  let current: T | undefined = value
  for (let left = maxFaults; current !== undefined; left--) {
    const found = validate?.(current)
    if (!found) return current
    const next = mend(current, found)
    current = left > 0 ? next : undefined
  }
  return undefined
}
