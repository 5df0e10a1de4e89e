/**
 * The cost of a pattern before it is compiled.
 *
 * A short pattern may be expensive: `x{1000}`, written 60 times, compiles to 60,000 instructions.
 */

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
