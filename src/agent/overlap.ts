/**
 * Chunks of artifacts that come twice. An agent may read a task's snapshot after it has subscribed us, and then sends
 * chunks that the snapshot holds already. Chunks have no numbers, so they are compared with the snapshot's last parts.
 */
import type { ArtifactEvent, Part } from './types.ts'
import { sameJson } from './value.ts'

export interface Overlap {
  /** A snapshot brought parts. Chunks of its last `fresh` parts may come again. */
  mayRepeat(artifactId: string, parts: readonly Part[], fresh: number): void
  /** A snapshot lacks parts that came before. Chunks with exactly these parts come again. */
  repeats(artifactId: string, parts: readonly Part[]): void
  forget(artifactId: string): void
  /** Whether chunks of the artifact may be repeated. */
  watches(artifactId: string): boolean
  /** A chunk → the chunks to apply. Chunks that look repeated are held until the next chunks decide. */
  accept(event: ArtifactEvent): readonly ArtifactEvent[]
  /** Whether a chunk was dropped that may have been a new one. */
  readonly uncertain: boolean
}

interface Watched {
  readonly fresh: readonly Part[]
  /** Places in `fresh` at which the chunks held so far may have begun. Empty: none has come. */
  starts: readonly number[]
  held: readonly ArtifactEvent[]
  count: number
  /** Chunks are known to follow; otherwise an equal one may be new. */
  readonly sure: boolean
}

export function createOverlap(): Overlap {
  const watched = new Map<string, Watched>()
  let uncertain = false

  function watch(artifactId: string, fresh: readonly Part[], sure: boolean): void {
    const starts = sure ? [0] : [...fresh.keys()]
    if (fresh.length > 0) watched.set(artifactId, { fresh, starts, held: [], count: 0, sure })
    else watched.delete(artifactId)
  }

  return {
    mayRepeat(artifactId, parts, fresh) {
      watch(artifactId, fresh === 0 ? [] : parts.slice(-fresh), false)
    },
    repeats: (artifactId, parts) => watch(artifactId, [...parts], true),
    forget: (artifactId) => void watched.delete(artifactId),
    watches: (artifactId) => watched.has(artifactId),
    accept(event) {
      const { artifactId, parts } = event.artifact
      const known = watched.get(artifactId)
      if (!known) return [event]
      const { fresh, held, count } = known
      const fits = (start: number): boolean => parts.every((part, i) => sameJson(fresh[start + count + i], part))
      known.starts = known.starts.filter(fits)
      if (known.starts.length === 0) {
        // Not a repetition: what was held is new as well.
        watched.delete(artifactId)
        return [...held, event]
      }
      known.held = [...held, event]
      known.count = count + parts.length
      if (!known.starts.some((start) => start + known.count === fresh.length)) return []
      // The repetition has reached the end of the snapshot, so what follows is new.
      uncertain ||= !known.sure
      watched.delete(artifactId)
      return []
    },
    get uncertain() {
      return uncertain || [...watched.values()].some(({ held }) => held.length > 0)
    },
  }
}
