/** What hints say in the same words everywhere, as a sentence and as data. */
import type { Remedy } from '../errors/surface-error.ts'
import { clip } from '../json/value.ts'
import { meant, nearest } from '../text/nearest.ts'

/** `Did you mean "x"?` if a known name is close, else what is to be done otherwise. */
export function nearestOr(name: string, known: Iterable<string>, otherwise: Remedy): Remedy {
  const closest = nearest(name, known)
  return closest === undefined ? otherwise : { hint: meant(closest), expected: { words: [closest], as: 'near' } }
}

/** The same, with all known names as the fallback. */
export function nearestOf(name: string, known: readonly string[]): Remedy {
  return nearestOr(name, known, listed('Known', known))
}

/** Says all words. `what`: what they are. */
export function listed(what: string, words: readonly string[]): Remedy {
  return { hint: `${what}: ${words.join(', ') || 'none'}.`, expected: { words } }
}

/** Of a hint that is a sentence alone, too. */
export function remedyOf(remedy: string | Remedy): Remedy {
  return typeof remedy === 'string' ? { hint: remedy } : remedy
}

/** What is right but for its name. */
export function toRename(from: string, to: string): Remedy {
  return { hint: `Rename "${clip(from)}" to "${clip(to)}".`, expected: { words: [to], as: 'name' } }
}
