/** Slips of the pen in words of the grammar: “teh frist one”, “cheper”, “sooo”. Other words may be names, and stay. */
import { isColour } from './search-words.ts'
import { grammarWords, isGrammar } from './word-classes.ts'

/** Where one of six letters is wrong, the word is still clear. */
const longWord = 6

/**
 * A word with letters drawn out, two swapped, or one wrong in a long word.
 *
 * @param known More words that may be meant, and are none by mistake.
 */
export function mended(word: string, known: ReadonlySet<string>): string {
  if (word.length < 3 || isGrammar(word) || isColour(word) || known.has(word)) return word
  const short = word.replace(/(\p{L})\1+/gu, '$1')
  if (isGrammar(short)) return short
  return [...grammarWords, ...known].find((right) => isSlip(word, right)) ?? word
}

function isSlip(word: string, right: string): boolean {
  const at = [...right].findIndex((letter, index) => word[index] !== letter)
  const isLong = Math.max(word.length, right.length) >= longWord
  // All of the right word is there.
  if (at < 0) return isLong && word.length === right.length + 1
  const [left, wanted] = [word.slice(at), right.slice(at)]
  const isSwapped = left[0] === wanted[1] && left[1] === wanted[0] && left.slice(2) === wanted.slice(2)
  const oneMore = left.slice(1) === wanted
  const oneLess = left === wanted.slice(1)
  const oneWrong = left.slice(1) === wanted.slice(1)
  return isSwapped || (isLong && at > 0 && (oneMore || oneLess || oneWrong))
}
