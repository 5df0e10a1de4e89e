/** The numbers of a slider. */

export interface Range {
  readonly min: number
  readonly max: number
  /** Between two values; the protocol has none, so it follows from the bounds. */
  readonly step: number
  /** Within the bounds. */
  readonly value: number
  /** How far along the value is, 0 to 1. */
  readonly share: number
}

/** Bounds in the wrong order leave one value, the lower bound. */
export function rangeOf({ min, max: last, value }: { readonly [K in 'min' | 'max' | 'value']: number }): Range {
  const max = Math.max(min, last)
  const clamped = Math.min(max, Math.max(min, value))
  // Halves, because the distance between two numbers may be more than the largest one.
  const half = max / 2 - min / 2
  const share = half === 0 ? 0 : (clamped / 2 - min / 2) / half
  return { min, max, step: stepOf(min, max - min, value), value: clamped, share }
}

/** Whole numbers where all that is known is whole and there are at least two steps; else about a hundred steps. */
function stepOf(min: number, span: number, value: number): number {
  if (span === 0) return 1
  if ([min, span, value].every(Number.isInteger) && span > 1) return 1
  return 10 ** Math.max(-323, Math.floor(Math.log10(Math.min(span, Number.MAX_VALUE))) - 2)
}
