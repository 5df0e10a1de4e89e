/** Compiles patterns with RE2. This file is loaded when a surface first calls `regex`. */
import { RE2JS } from 're2js'
import { SurfaceError } from '../../errors/surface-error.ts'
import { clip } from '../../json/value.ts'
import type { Make } from '../../live/memo.ts'
import { isLinear, patternSize } from './pattern-size.ts'

/** A compiled pattern. */
export interface Pattern {
  /** Whether the pattern matches anywhere in a text. */
  readonly matches: (text: string) => boolean
  /** Instructions of its program. */
  readonly size: number
  /** Instructions that may run at each character. */
  readonly active: number
  /** The last text and its result: a field and its button check the same text. */
  last?: { readonly text: string; readonly matched: boolean }
}

/** Steps to compile an instruction. */
const stepsOfInstruction = 200

/** Bound of a text whose result is cached, in UTF-16 units. */
export const longestCached = 2_000

/** Memory of an instruction, including the memory of a run. */
const bytesOfInstruction = 160

/** For `memo`. Throws `FUNCTION_FAILED` for an invalid pattern. */
export const compilePattern: Make<[pattern: string], Pattern> = Object.assign(compile, {
  cost: (pattern: string) => stepsOfInstruction * patternSize(pattern),
  bytes: ({ size }: Pattern) => bytesOfInstruction * size + 2 * longestCached,
})

/** Translates JavaScript's syntax to that of RE2: named groups, `\uXXXX`, `\/`. */
function compile(pattern: string): Pattern {
  try {
    if (namedReference.test(pattern)) throw new SyntaxError('a reference to a group')
    const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern))
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
