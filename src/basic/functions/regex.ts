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
  run: (args, context) => context.loaded.matchPattern(args, context),
}

/** Throws `VALIDATION_FAILED` for a pattern over the limit. */
export function refuseLong(pattern: string, at: string, { patternLength }: Pick<Limits, 'patternLength'>): void {
  if (pattern.length <= patternLength) return
  const message = `A pattern may have at most ${patternLength} characters, not ${pattern.length}`
  throw new SurfaceError('VALIDATION_FAILED', message, { hint: 'Write a shorter one, or several checks.', at })
}
