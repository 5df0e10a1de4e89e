/** What all components of one mounted surface share. */
import type { ReactNode } from 'react'
import { type Binding, createCell } from '../json/binding.ts'
import type { Pointer } from '../json/pointer.ts'
import type { Surface } from '../surface/surface.ts'
import type { PressGuard } from './press-guard.ts'
import type { Renderers } from './renderer.ts'
import type { Texts } from './texts.ts'

export interface View {
  readonly surface: Surface
  readonly renderers: Renderers
  readonly texts: Texts
  readonly tally: Tally
  /** Whether what the server has drawn may be on the page, and be of other data. */
  readonly served: { current: boolean }
  readonly attempts: Attempts
  /** Levels that headings stand below the first. */
  readonly headingOffset: number
  /** Whether long lists that scroll draw only what is near. */
  readonly windowing: boolean
  /** The name that the host knows the agent by; where there is none, the agent's own counts. */
  readonly agent: string | undefined
  /** The person may read and nothing more. */
  readonly frozen: boolean
  readonly guard: PressGuard
  /** An instance of a component. `scope` is where its relative paths start, `depth` 1 at the root. */
  readonly component: (id: string, scope: Pointer, depth: number, key: string) => ReactNode
}

/** How often the person has tried an action whose checks fail. */
export interface Attempts extends Binding<number> {
  add(): void
}

export function createAttempts(): Attempts {
  const count = createCell(0)
  return { ...count, add: () => count.set(count.getSnapshot() + 1) }
}

/**
 * How many component instances a mounted surface has, so that a few hundred bytes cannot ask for a million.
 *
 * An instance is counted when it is first drawn, because React draws all before it mounts one. Those that React throws
 * away (a render may be begun anew) are forgotten at the next commit, as are those that leave with it; who was refused
 * only because of them looks again after the commit, when the count is right.
 */
export interface Tally {
  /** Counts an instance that is drawn for the first time; false when there are enough. */
  claim(): boolean
  mounted(): void
  unmounted(): void
  /** For one that was refused and is mounted: whether there may be room by the time the commit is over. */
  mayClaimAgain(): boolean
}

export function createTally(limit: number): Tally {
  let mounted = 0
  let pending = 0
  let again = 0
  return {
    claim() {
      again = 0
      if (mounted + pending >= limit) return false
      pending++
      return true
    },
    mounted() {
      mounted++
      pending = 0
    },
    unmounted: () => void mounted--,
    mayClaimAgain() {
      pending = 0
      // As many as there is room for now: parents are mounted after their children, so it may turn out to be less.
      if (mounted + again >= limit) return false
      again++
      return true
    },
  }
}
