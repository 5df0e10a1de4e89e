// Chance that can be repeated: the same seed gives the same numbers, on every machine. Each `npm run soak` gives others.
import { soakSeed } from './soak.ts'

/** Numbers from 0 up to 1 (mulberry32). */
export function seeded(seed: number): () => number {
  let state = (seed + soakSeed) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
