// How long the tests of endurance run.

/** `npm run soak` sets it. */
export const soaking = process.env['SOAK'] !== undefined

/** A short form for each run of the tests, a long one for `npm run soak`. */
export function times(short: number, long: number): number {
  return soaking ? long : short
}

/** The same cases in each run of the tests, others in each `npm run soak`. */
export function seedOf(seed: number): { readonly seed?: number } {
  return soaking ? {} : { seed }
}
