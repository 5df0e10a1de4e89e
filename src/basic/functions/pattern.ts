/**
 * Compiles patterns with RE2, and matches texts. This file is loaded when a component first names `regex`.
 *
 * The cost of a pattern is known before it is compiled. A short pattern may be expensive: `x{1000}`, written 60 times,
 * compiles to 60,000 instructions.
 */
import { RE2JS } from 're2js'
import type { Args, CallContext } from '../../catalog/expression.ts'
import { reasonOf, SurfaceError } from '../../errors/surface-error.ts'
import { toText } from '../../json/coerce.ts'
import { clip } from '../../json/value.ts'
import type { Make } from '../../live/memo.ts'

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

/**
 * Whether the pattern matches anywhere in the text.
 *
 * @throws {SurfaceError} `FUNCTION_FAILED` for an invalid pattern.
 * @throws {RangeError} For a text of more than 10,000 characters.
 */
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

/**
 * An estimate of the instructions of RE2's program for a pattern. The estimate is never much too low. RE2 writes a
 * counted repetition out, so the count multiplies the size of its operand. An invalid pattern gives a number as well.
 */
export function patternSize(pattern: string): number {
  /** Sizes of the open groups; the first is the whole pattern. */
  const open = [0]
  let last = 0
  const add = (size: number): void => {
    last = size
    open[open.length - 1] = (open.at(-1) ?? 0) + size
  }
  for (const [token] of pattern.matchAll(tokens)) {
    const [, from, to] = repetition.exec(token) ?? []
    if (from !== undefined) {
      const more = last * (Math.max(1, Number(to || from)) - 1)
      const whole = last + more
      add(more)
      last = whole
    } else if (token === '(') open.push(0)
    else if (token === ')' && open.length > 1) add(2 + (open.pop() ?? 0))
    // A class, or an escape with braces, may be two instructions.
    else add(token.length > 2 ? 2 : 1)
  }
  return open.reduce((sum, size) => sum + size, 2)
}

/** An escape; a class in brackets; a counted repetition; any other character. */
const tokens = /\\(?:[pPxu]\{[^}]*\}|[\s\S])|\[\^?\]?(?:\\[\s\S]|\[:[^\]]*:\]|[^\]\\])*\]|\{\d+,?\d*\}|[\s\S]/g

const repetition = /^\{(\d+),?(\d*)\}$/

/**
 * Whether a search takes a step or two for each character of the text, however large the program is, as with
 * `^[a-z]{1,1000}$`. Such a pattern begins with `^`, and has no groups, no alternatives and at most one repetition whose
 * count may vary.
 */
export function isLinear(pattern: string): boolean {
  if (!pattern.startsWith('^')) return false
  let open = 0
  for (const [token] of pattern.matchAll(tokens)) {
    if ('()|'.includes(token)) return false
    const [, from, to = ''] = repetition.exec(token) ?? []
    if ('*+?'.includes(token) || (from !== undefined && token.includes(',') && to !== from)) open++
  }
  return open < 2
}
