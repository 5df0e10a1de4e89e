/** What bad connections and bad agents do to a stream: the same each time for the same seed. */

export const faultKinds = ['none', 'drop', 'double', 'reorder', 'cut', 'garble'] as const
export type FaultKind = (typeof faultKinds)[number]

/** One line of so many is hit, and one at least. */
const every = 4

/** The lines with faults of one kind. */
export function withFaults(source: string, kind: FaultKind, seed: number): string {
  if (kind === 'none') return source
  const lines = source.split('\n').filter((line) => line.trim() !== '')
  const random = randomOf(seed)
  const hit = new Set<number>()
  // Without its first line a stream shows nothing: it is spared, as long as there are others.
  while (hit.size < Math.max(1, Math.floor(lines.length / every)) && hit.size < lines.length)
    hit.add(lines.length === 1 ? 0 : 1 + Math.floor(random() * (lines.length - 1)))
  return `${faulty(lines, hit, kind, random).join('\n')}\n`
}

function faulty(
  lines: readonly string[],
  hit: ReadonlySet<number>,
  kind: FaultKind,
  random: () => number,
): readonly string[] {
  if (kind === 'reorder') return reordered(lines, hit)
  return lines.flatMap((line, index) => {
    if (!hit.has(index)) return [line]
    if (kind === 'drop') return []
    if (kind === 'double') return [line, line]
    return [kind === 'cut' ? line.slice(0, Math.floor(random() * line.length)) : garbled(line, random)]
  })
}

/** Each line that is hit changes places with the one before it. */
function reordered(lines: readonly string[], hit: ReadonlySet<number>): readonly string[] {
  const next = [...lines]
  for (const index of hit) {
    const [before, line] = [next[index - 1], next[index]]
    if (before !== undefined && line !== undefined) next.splice(index - 1, 2, line, before)
  }
  return next
}

/** Three characters are other ones. */
function garbled(line: string, random: () => number): string {
  const letters = [...line]
  for (let times = 0; times < 3; times++)
    letters[Math.floor(random() * letters.length)] = String.fromCharCode(33 + Math.floor(random() * 90))
  return letters.join('')
}

/** Numbers from 0 to 1 that look random (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
