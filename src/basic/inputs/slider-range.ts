/** The bounds, step and value of a slider. */

export interface Range {
  readonly min: number
  readonly max: number
  /** Distance between two values. The protocol has no step, so it follows from the bounds. */
  readonly step: number
  /** Within the bounds. */
  readonly value: number
  /** Place of the value between the bounds, from 0 to 1. */
  readonly share: number
}

/** With bounds in the wrong order, the only value is `min`. */
export function rangeOf({ min, max: last, value }: { readonly [K in 'min' | 'max' | 'value']: number }): Range {
  const max = Math.max(min, last)
  const clamped = Math.min(max, Math.max(min, value))
  // Halves: the distance between two numbers may be larger than the largest number.
  const half = max / 2 - min / 2
  const share = half === 0 ? 0 : (clamped / 2 - min / 2) / half
  return { min, max, step: stepOf(min, max - min, value), value: clamped, share }
}

/**
 * 1 where the bounds and the value are whole numbers and the span is above 1; else a power of ten, 100 to 1,000 steps.
 */
function stepOf(min: number, span: number, value: number): number {
  if (span === 0) return 1
  if ([min, span, value].every(Number.isInteger) && span > 1) return 1
  return 10 ** Math.max(-323, Math.floor(Math.log10(Math.min(span, Number.MAX_VALUE))) - 2)
}
