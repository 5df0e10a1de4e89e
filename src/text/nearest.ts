/** The closest known name, for "Did you mean …?". */

/** Names that no spelling leads to, or to the wrong one, each with the one that is meant. They hold both ways. */
const synonyms =
  ',usageHint variant,checked value,dataBinding path,updateSurface updateComponents,updateSurface surfaceUpdate,'

/** The number of names that one search compares: a chat may have 1,000 surfaces, and a stream 1,000 wrong ids. */
const maxCompared = 100

/**
 * A known name that means the same, or the one with the smallest edit distance (case aside), or `undefined` if more than a
 * third of the name would have to change. A comparison costs length² per known name: long names are not compared, and only the first known
 * names are.
 */
export function nearest(name: string, known: Iterable<string>, max: number = maxCompared): string | undefined {
  if (name.length > 64) return undefined
  const wanted = name.toLowerCase()
  let best: string | undefined
  // Of a single letter nothing would be left.
  let bestDistance = Math.min(wanted.length, Math.max(1, Math.floor(wanted.length / 3)) + 1)
  let left = max
  for (const candidate of known) {
    if (--left < 0) break
    if (synonyms.includes(`,${name} ${candidate},`) || synonyms.includes(`,${candidate} ${name},`)) return candidate
    if (Math.abs(candidate.length - wanted.length) >= bestDistance) continue
    const distance = editDistance(wanted, candidate.toLowerCase())
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance]
  }
  return best
}

/** `Did you mean "x"?` if a known name is close, else the fallback sentence. */
export function didYouMean(name: string, known: Iterable<string>, otherwise: string): string {
  const closest = nearest(name, known)
  return closest === undefined ? otherwise : meant(closest)
}

/** The same, with all known names as the fallback. */
export function nearestOf(name: string, known: readonly string[]): string {
  return didYouMean(name, known, `Known: ${known.join(', ') || 'none'}.`)
}

export function meant(name: string): string {
  return `Did you mean "${name}"?`
}

/** Optimal string alignment: insert, delete, substitute, or swap two neighbours. */
function editDistance(a: string, b: string): number {
  let before: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min((previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previous[j - 1] ?? 0) + (same ? 0 : 1))
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (swapped) cost = Math.min(cost, (before[j - 2] ?? 0) + 1)
      row.push(cost)
    }
    before = previous
    previous = row
  }
  return previous[b.length] ?? 0
}
