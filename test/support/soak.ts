// How long the tests of endurance run.

/** `npm run soak` sets it. */
export const soaking = process.env['SOAK'] !== undefined

/** `npm run test:all` sets it. */
const thorough = soaking || process.env['TEST_SIZE'] === 'all'

/** A short form for each run of the tests, one for `npm run test:all`, and a long one for `npm run soak`. */
export function sized(short: number, long: number, all = short): number {
  if (soaking) return long
  return thorough ? all : short
}

/** `npm run soak` draws it, prints it, and takes it as `--seed`. */
export const soakSeed = Number(process.env['SOAK_SEED'] ?? 0)

/** The same cases in each run of the tests, others in each `npm run soak`. */
export function seedOf(seed: number): { readonly seed: number } {
  return { seed: seed + soakSeed }
}
