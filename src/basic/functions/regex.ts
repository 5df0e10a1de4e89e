/**
 * `regex`: whether a text matches a pattern.
 *
 * The pattern is foreign, and the browser's engine takes exponential time for some: `^(a+)+$` can stop a page for hours.
 * RE2 takes linear time for all. It is large, so it is fetched when a surface first asks.
 */
import type { RE2JS } from 're2js'
import type { FunctionDefinition } from '../../catalog/function.ts'
import { toText } from '../../json/coerce.ts'
import { SurfaceError } from '../../json/errors.ts'
import type { Limits } from '../../json/limits.ts'
import type { Make } from '../../json/memo.ts'
import { clip } from '../../json/value.ts'
import { isLinear, patternSize } from './pattern-size.ts'

/** UTF-16 units of a text. Linear time is still time, and this runs at every keystroke. */
const longestText = 10_000

/** A compiled pattern. */
interface Pattern {
  /** Whether the pattern matches anywhere in a text. */
  readonly matches: (text: string) => boolean
  /** Instructions of its program. */
  readonly size: number
  /** Instructions that may be alive at each character. */
  readonly alive: number
  /** The last text and whether it matched: a field and its button ask for the same. */
  last?: { readonly text: string; readonly matched: boolean }
}

/** Steps for each instruction: to compile it, and to run it on one character. */
const steps = { compile: 200, run: 2 }

/** UTF-16 units of a text whose result is kept. */
const longestKept = 2_000

/** What an instruction holds, with the room that running needs. */
const bytesOfInstruction = 160

/** Matches anywhere in the text, as in JavaScript, and has no flags but those of RE2, such as `(?i)`. */
export const regex: FunctionDefinition<Make<[pattern: string], Pattern>> = {
  async load() {
    const { RE2JS } = await import('re2js')
    return Object.assign((pattern: string) => compile(RE2JS, pattern), {
      cost: (pattern: string) => steps.compile * patternSize(pattern),
      bytes: ({ size }: Pattern) => bytesOfInstruction * size + 2 * longestKept,
    })
  },
  expand({ pattern }, _parse, limits) {
    if (pattern?.kind === 'literal') refuseLong(toText(pattern.value), '/pattern', limits)
    return undefined
  },
  run({ value, pattern }, { loaded, memo, spend }) {
    const text = toText(value)
    if (text.length > longestText) throw new RangeError(`a text of more than ${longestText} characters is not matched`)
    const compiled = memo(loaded, toText(pattern))
    if (compiled.last?.text !== text) {
      spend(steps.run * compiled.alive * (text.length + 1))
      const matched = compiled.matches(text)
      if (text.length > longestKept) return matched
      compiled.last = { text, matched }
    }
    return compiled.last.matched
  },
}

/** Throws `VALIDATION_FAILED` for a pattern over the limit. */
export function refuseLong(pattern: string, at: string, { patternLength }: Pick<Limits, 'patternLength'>): void {
  if (pattern.length <= patternLength) return
  const message = `A pattern may have ${patternLength} characters, not ${pattern.length}`
  throw new SurfaceError('VALIDATION_FAILED', message, { hint: 'Write a shorter one, or several checks.', at })
}

/** JavaScript's way to write a pattern becomes RE2's: named groups, `\uXXXX`, `\/`. */
function compile(engine: typeof RE2JS, pattern: string): Pattern {
  try {
    if (namedReference.test(pattern)) throw new SyntaxError('a reference to a group')
    const compiled = engine.compile(engine.translateRegExp(pattern))
    // Not `test`: it builds an automaton as it goes, whose states it keeps: 3 MB for some patterns of 22 characters.
    const size = compiled.matcher('').programSize()
    return { matches: (text) => compiled.matcher(text).find(), size, alive: isLinear(pattern) ? 2 : size }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    const hint = beyondLinear.test(pattern)
      ? 'Lookaround and references to groups are not supported; write several checks instead.'
      : 'Correct the pattern. Its syntax is that of RE2.'
    throw new SurfaceError('FUNCTION_FAILED', `"${clip(pattern, 40)}" is no pattern: ${clip(reason)}`, { hint })
  }
}

/** The translation would take `\k` for the letter. */
const namedReference = /(?:^|[^\\])(?:\\\\)*\\k</

/** `(?=`, `(?!`, `(?<=`, `(?<!`, `\1`, `\k<name>`. */
const beyondLinear = /\(\?<?[=!]|\\[1-9]|\\k</
