/** What a pattern costs, known before it is compiled: `x{1000}`, written sixty times, is short and compiles to 60,000 instructions. */

/**
 * Instructions of RE2's program for a pattern, as an estimate that is never much too low. A counted repetition is written out,
 * so it multiplies what it repeats. A pattern that is no pattern gives some number too.
 */
export function patternSize(pattern: string): number {
  /** Sizes of the groups that are open, the whole pattern first. */
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
    else add(token.length > 2 ? 2 : 1)
  }
  return open.reduce((sum, size) => sum + size, 2)
}

/** An escape; a class; a counted repetition; any other character. */
const tokens = /\\(?:[pPxu]\{[^}]*\}|[\s\S])|\[\^?\]?(?:\\[\s\S]|\[:[^\]]*:\]|[^\]\\])*\]|\{\d+,?\d*\}|[\s\S]/g

const repetition = /^\{(\d+),?(\d*)\}$/

/**
 * Whether a pattern is tried at one place of the text and in one way, so that a character costs a step or two however large
 * the program is: `^[a-z]{1,1000}$`. It begins with `^`, has no groups and alternatives, and one repetition of unknown length.
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
