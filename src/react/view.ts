/** What all components of one mounted surface share. */
import type { Surface } from '../surface/surface.ts'
import type { Renderers } from './renderer.ts'
import type { Texts } from './texts.ts'

export interface View {
  readonly surface: Surface
  readonly renderers: Renderers
  readonly texts: Texts
  readonly tally: Tally
}

/**
 * How many component instances a mounted surface has, so that a few hundred bytes cannot ask for a million.
 *
 * Instances are counted when they are made, because React makes all before it mounts one. Those that React throws away
 * (StrictMode makes each twice; a render may be begun anew) are forgotten at the next commit; an instance that was
 * refused only because of them looks again when it is mounted.
 */
export interface Tally {
  /** Counts an instance that is being made; false when there are enough. */
  claim(): boolean
  mounted(): void
  unmounted(): void
  /** Whether there is room for one more, all commits considered. */
  hasRoom(): boolean
}

export function createTally(limit: number): Tally {
  let mounted = 0
  let pending = 0
  return {
    claim() {
      if (mounted + pending >= limit) return false
      pending++
      return true
    },
    mounted() {
      mounted++
      pending = 0
    },
    unmounted: () => void mounted--,
    hasRoom: () => mounted < limit,
  }
}
