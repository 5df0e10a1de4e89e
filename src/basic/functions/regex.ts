/**
 * `regex`: whether a text matches a pattern.
 *
 * The pattern comes from the agent. The browser's engine takes exponential time for some patterns: `^(a+)+$` can stop a
 * page for hours. RE2 takes linear time for all patterns. RE2 is large, so it is loaded when a surface first needs it.
 */
import type { FunctionDefinition } from '../../catalog/expression.ts'
import type { Limits } from '../../errors/limits.ts'
import { SurfaceError } from '../../errors/surface-error.ts'
import { toText } from '../../json/coerce.ts'
import { createLazyModule, type LazyModule } from '../../live/lazy-module.ts'
import type { Pattern } from './pattern.ts'

/** Bound of a text, in UTF-16 units: the function runs at every keystroke. */
const longestText = 10_000

/** Steps to run an instruction on one character. */
const stepsOfCharacter = 2

type Patterns = typeof import('./pattern.ts')

/** RE2, and the code that compiles a pattern with it. */
export const patterns: LazyModule<Patterns> = createLazyModule(() => import('./pattern.ts'))

/** Matches anywhere in the text, as in JavaScript. Flags are those of RE2 within the pattern, such as `(?i)`. */
export const regex: FunctionDefinition<Patterns> = {
  load: patterns,
  expand({ pattern }, _parse, limits) {
    if (pattern?.kind === 'literal') refuseLong(toText(pattern.value), '/pattern', limits)
    return undefined
  },
  run({ value, pattern }, { loaded, memo, spend }) {
    const text = toText(value)
    if (text.length > longestText) throw new RangeError(`a text of more than ${longestText} characters is not matched`)
    const compiled: Pattern = memo(loaded.compilePattern, toText(pattern))
    if (compiled.last?.text !== text) {
      spend(stepsOfCharacter * compiled.active * (text.length + 1))
      const matched = compiled.matches(text)
      if (text.length > loaded.longestCached) return matched
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
