/** Compiles patterns with RE2, and matches texts. This file is loaded when a component first names `regex`. */
import { RE2JS } from 're2js'
import type { Args, CallContext } from '../../catalog/expression.ts'
import { reasonOf, SurfaceError } from '../../errors/surface-error.ts'
import { toText } from '../../json/coerce.ts'
import { clip } from '../../json/value.ts'
import type { Make } from '../../live/memo.ts'
import { isLinear, patternSize } from './pattern-size.ts'

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

/** Bound of a text, in UTF-16 units: the function runs at every keystroke. */
const longestText = 10_000

/** Steps to run an instruction on one character. */
const stepsOfCharacter = 2

/** Steps to compile an instruction. */
const stepsOfInstruction = 200

/** Bound of a text whose result is cached, in UTF-16 units. */
const longestCached = 2_000

/** Memory of an instruction, including the memory of a run. */
const bytesOfInstruction = 160

/** Whether the pattern matches anywhere in the text. Throws `FUNCTION_FAILED` for an invalid pattern. */
export function matchPattern({ value, pattern }: Args, { memo, spend }: Pick<CallContext, 'memo' | 'spend'>): boolean {
  const text = toText(value)
  if (text.length > longestText) throw new RangeError(`a text of more than ${longestText} characters is not matched`)
  const compiled = memo(compilePattern, toText(pattern))
  if (compiled.last?.text === text) return compiled.last.matched
  spend(stepsOfCharacter * compiled.active * (text.length + 1))
  const matched = compiled.matches(text)
  if (text.length <= longestCached) compiled.last = { text, matched }
  return matched
}

/** For `memo`. */
const compilePattern: Make<[pattern: string], Pattern> = Object.assign(compile, {
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
    const hint = beyondLinear.test(pattern)
      ? 'Lookaround and references to groups are not supported; write several checks instead.'
      : 'Correct the pattern; its syntax is that of RE2.'
    throw new SurfaceError('FUNCTION_FAILED', `"${clip(pattern, 40)}" is no pattern: ${clip(reasonOf(cause))}`, {
      hint,
    })
  }
}

/** RE2's translation reads `\k` as the letter k. */
const namedReference = /(?:^|[^\\])(?:\\\\)*\\k</

/** `(?=`, `(?!`, `(?<=`, `(?<!`, `\1`, `\k<name>`. */
const beyondLinear = /\(\?<?[=!]|\\[1-9]|\\k</
