/**
 * `regex`: whether a text matches a pattern.
 *
 * The pattern comes from the agent. The browser's engine takes exponential time for some patterns: `^(a+)+$` can stop a
 * page for hours. RE2 takes linear time for all patterns. RE2 is large, so it is loaded when a surface first needs it.
 */
import type { RE2JS } from 're2js'
import type { FunctionDefinition } from '../../catalog/function.ts'
import { toText } from '../../json/coerce.ts'
import { SurfaceError } from '../../json/errors.ts'
import type { Limits } from '../../json/limits.ts'
import type { Make } from '../../json/memo.ts'
import { clip } from '../../json/value.ts'
import { isLinear, patternSize } from './pattern-size.ts'

/** Bound of a text, in UTF-16 units: the function runs at every keystroke. */
const longestText = 10_000

/** A compiled pattern. */
interface Pattern {
  /** Whether the pattern matches anywhere in a text. */
  readonly matches: (text: string) => boolean
  /** Instructions of its program. */
  readonly size: number
  /** Instructions that may run at each character. */
  readonly active: number
  /** The last text and its result: a field and its button check the same text. */
  last?: { readonly text: string; readonly matched: boolean }
}

/** Steps for each instruction: to compile it, and to run it on one character. */
const steps = { compile: 200, run: 2 }

/** Bound of a text whose result is cached, in UTF-16 units. */
const longestCached = 2_000

/** Memory of an instruction, including the memory of a run. */
const bytesOfInstruction = 160

/** Matches anywhere in the text, as in JavaScript. Flags are those of RE2 within the pattern, such as `(?i)`. */
export const regex: FunctionDefinition<Make<[pattern: string], Pattern>> = {
  async load() {
    const { RE2JS } = await import('re2js')
    return Object.assign((pattern: string) => compile(RE2JS, pattern), {
      cost: (pattern: string) => steps.compile * patternSize(pattern),
      bytes: ({ size }: Pattern) => bytesOfInstruction * size + 2 * longestCached,
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
      spend(steps.run * compiled.active * (text.length + 1))
      const matched = compiled.matches(text)
      if (text.length > longestCached) return matched
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

/** Translates JavaScript's syntax to that of RE2: named groups, `\uXXXX`, `\/`. */
function compile(engine: typeof RE2JS, pattern: string): Pattern {
  try {
    if (namedReference.test(pattern)) throw new SyntaxError('a reference to a group')
    const compiled = engine.compile(engine.translateRegExp(pattern))
    // Not `test`, which keeps the states of an automaton: 3 MB for some patterns of 22 characters.
    const size = compiled.matcher('').programSize()
    return { matches: (text) => compiled.matcher(text).find(), size, active: isLinear(pattern) ? 2 : size }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    const hint = beyondLinear.test(pattern)
      ? 'Lookaround and references to groups are not supported; write several checks instead.'
      : 'Correct the pattern. Its syntax is that of RE2.'
    throw new SurfaceError('FUNCTION_FAILED', `"${clip(pattern, 40)}" is no pattern: ${clip(reason)}`, { hint })
  }
}

/** RE2's translation reads `\k` as the letter k. */
const namedReference = /(?:^|[^\\])(?:\\\\)*\\k</

/** `(?=`, `(?!`, `(?<=`, `(?<!`, `\1`, `\k<name>`. */
const beyondLinear = /\(\?<?[=!]|\\[1-9]|\\k</
