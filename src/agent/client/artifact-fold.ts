/** The artifacts of a task, grown by the chunks of its events. A chunk that comes again is left out. */

import { sameJson } from '../protocol/read-value.ts'
import type { Artifact, ArtifactEvent, Part } from '../protocol/types.ts'

interface ArtifactFold {
  /**
   * Takes the artifacts of a snapshot. Returns the parts that were missing, in the order of the artifacts. `exact`: the agent
   * numbers its events, so no event after the snapshot repeats what the snapshot holds.
   */
  catchUp(artifacts: readonly Artifact[], exact: boolean): readonly MissedParts[]
  /** Takes an event. Returns what of it is new, as events. */
  apply(event: ArtifactEvent): readonly ArtifactEvent[]
  /** Whether the event is of a new artifact, and the artifact before it in the task has not come. */
  hasGap(event: ArtifactEvent): boolean
  /** Whether a new chunk was possibly left out because it looked like a repeated one. */
  readonly uncertain: boolean
  /** The artifacts as they are. Empty: there are none. */
  snapshot(): readonly Artifact[]
}

/** Parts that a snapshot has and the fold had not. `index`: the artifact's place in the snapshot. */
type MissedParts = Pick<ArtifactEvent, 'artifact' | 'append'> & { readonly index: number }

/** Parts grow in place: a copy for each chunk would make a long text quadratic. */
interface Grown {
  readonly artifact: Artifact
  readonly parts: Part[]
  last: boolean
}

export function createArtifactFold(): ArtifactFold {
  const grown = new Map<string, Grown>()
  const overlap = createOverlap()

  function put(artifact: Artifact, last = false): void {
    grown.set(artifact.artifactId, { artifact, parts: [...artifact.parts], last })
  }

  function missedOf(snapshot: Artifact, exact: boolean): Pick<ArtifactEvent, 'artifact' | 'append'> | undefined {
    const known = grown.get(snapshot.artifactId)
    const artifact = known ? withoutDoubles(known.parts, snapshot) : snapshot
    const rest = known && restOf(known.parts, artifact.parts)
    if (rest === 'behind') {
      overlap.repeats(artifact.artifactId, known?.parts.slice(artifact.parts.length) ?? [])
      return undefined
    }
    put(artifact, known?.last)
    const fresh = rest?.length ?? artifact.parts.length
    overlap.mayRepeat(artifact.artifactId, artifact.parts, exact ? 0 : fresh)
    if (rest === undefined) return { artifact, append: false }
    return rest.length === 0 ? undefined : { artifact: { ...artifact, parts: rest }, append: true }
  }

  function replace(event: ArtifactEvent): readonly ArtifactEvent[] {
    const { artifact, lastChunk } = event
    const known = grown.get(artifact.artifactId)
    overlap.forget(artifact.artifactId)
    if (known && sameJson(known.parts, artifact.parts)) return []
    put(artifact, lastChunk)
    return [event]
  }

  function append(event: ArtifactEvent): readonly ArtifactEvent[] {
    const known = grown.get(event.artifact.artifactId)
    if (known) return grow(known, event) ? [event] : []
    put(event.artifact, event.lastChunk)
    return [event]
  }

  return {
    catchUp(artifacts, exact) {
      const missed = artifacts.flatMap((artifact, index) => {
        const parts = missedOf(artifact, exact)
        return parts ? [{ ...parts, index }] : []
      })
      const listed = new Set(artifacts.map(({ artifactId }) => artifactId))
      for (const [artifactId, { parts }] of grown) if (!listed.has(artifactId)) overlap.repeats(artifactId, parts)
      return missed
    },
    apply(event) {
      if (event.append !== true) return replace(event)
      return overlap.watches(event.artifact.artifactId) ? overlap.accept(event).flatMap(append) : append(event)
    },
    hasGap: ({ index, artifact }) => index !== undefined && index > grown.size && !grown.has(artifact.artifactId),
    get uncertain() {
      return overlap.uncertain
    },
    snapshot: () => [...grown.values()].map(({ artifact, parts }) => ({ ...artifact, parts: [...parts] })),
  }
}

/** Adds the parts of a chunk. False: the artifact was finished by this very chunk. */
function grow(known: Grown, { artifact, lastChunk = false }: ArtifactEvent): boolean {
  if (known.last && lastChunk && sameJson(known.parts.slice(-artifact.parts.length), artifact.parts)) return false
  for (const part of artifact.parts) known.parts.push(part)
  known.last ||= lastChunk
  return true
}

/**
 * The parts of `now` that follow `known`; `behind` if `now` is a beginning of it, and `undefined` if they differ. An
 * agent may join the chunks of a text, so texts are compared joined.
 */
function restOf(known: readonly Part[], now: readonly Part[]): readonly Part[] | 'behind' | undefined {
  const same = Math.min(known.length, now.length)
  let equal = 0
  while (equal < same && sameJson(known[equal], now[equal])) equal++
  if (equal === known.length) return now.slice(equal)
  if (equal === now.length) return 'behind'
  const [before, after] = [joined(known.slice(equal)), joined(now.slice(equal))]
  if (before !== undefined && after?.startsWith(before))
    return after === before ? [] : [{ text: after.slice(before.length) }]
  return undefined
}

/**
 * A snapshot that has chunks of `known` twice in a row → one that has them once: some agents store a chunk for each stream that reads
 * it. Any other snapshot stays.
 */
function withoutDoubles(known: readonly Part[], snapshot: Artifact): Artifact {
  if (restOf(known, snapshot.parts) !== undefined) return snapshot
  const parts = snapshot.parts.filter((part, i, all) => i === 0 || !sameJson(part, all[i - 1]))
  return known.every((part, i) => sameJson(part, parts[i])) ? { ...snapshot, parts } : snapshot
}

function joined(parts: readonly Part[]): string | undefined {
  return parts.every((part) => part.text !== undefined) ? parts.map((part) => part.text).join('') : undefined
}

/**
 * Chunks of artifacts that come twice. An agent may read a task's snapshot after it has subscribed us, and then sends
 * chunks that the snapshot holds already. Chunks have no numbers, so they are compared with the snapshot's last parts.
 */
interface Overlap {
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

function createOverlap(): Overlap {
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
