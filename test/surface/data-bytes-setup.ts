// What tests of bytes of data share: random writes, and a quota without a limit.
import fc from 'fast-check'
import { pointerOf } from '../../src/json/pointer.ts'
import type { JsonValue } from '../../src/json/value.ts'
import type { DataQuota } from '../../src/surface/quota.ts'

const name = fc.constantFrom('a', 'b', 'é', '0', '1', '2', '01', '7')
export const pointers = fc.array(name, { maxLength: 4 }).map((tokens) => pointerOf(tokens))
export const { value: values } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<JsonValue>(null, 0, 'x', 'é€😀', true, [], {}),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
}))
export const written = fc.option(values, { nil: undefined, freq: 3 })

/** Counts without a limit. */
export function count(): DataQuota & { readonly used: () => number; readonly steps: number[] } {
  const steps: number[] = []
  const used = (): number => steps.reduce((sum, step) => sum + step, 0)
  return { steps, used, add: (bytes) => void steps.push(bytes), check: () => undefined, clear: () => undefined }
}

export function tried(write: () => void): void {
  try {
    write()
  } catch {
    // Some random writes have no place.
  }
}
