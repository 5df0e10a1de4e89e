/** Markdown in which calls have no result yet: without it `**${formatDate(…)}**` would show four stars until then. */
import { gap } from './text-drawing.tsx'

const marks = /\*+|_+|`+/g
/** Texts with more runs of marks are drawn as they stand. */
const mostRuns = 500
/** A heading or an item without text. */
const emptyBlock = /^( {0,3}(?:#{1,6}|[-+*]|\d{1,9}[.)]))[ \t]+$/gm

/**
 * The text with a gap at each mark that has lost what it was written around. A text of marks alone is one gap. A mark that
 * stands by itself for another reason, as in `2 * 3`, stays.
 */
export function fillGaps(text: string): string {
  if (!/[^\s*_`]/.test(text)) return gap
  const filled = text.replace(emptyBlock, `$1 ${gap}`)
  const runs = [...filled.matchAll(marks)]
  // Each run is compared with all later ones.
  if (runs.length > mostRuns) return text
  const found = runs.map(({ 0: run, index }) => runAt(filled, run, index))
  const open = new Set<string>()
  let result = ''
  let end = 0
  for (const [position, one] of found.entries()) {
    result += filled.slice(end, one.index) + fillRun(one, found.slice(position + 1), open)
    end = one.index + one.run.length
  }
  return result + filled.slice(end)
}

/** Equal marks side by side, and what stands next to them. */
interface Run {
  readonly run: string
  readonly index: number
  readonly afterSpace: boolean
  /** White space, the end, or a character that ends a sentence follows. */
  readonly beforeSpace: boolean
  /** Begins an item of a list. */
  readonly bullet: boolean
}

function runAt(text: string, run: string, index: number): Run {
  const after = text[index + run.length] ?? ' '
  return {
    run,
    index,
    afterSpace: /\s/.test(text[index - 1] ?? ' '),
    beforeSpace: /[\s.,;:!?)]/.test(after),
    bullet: run === '*' && after === ' ' && /(?:^|\n) {0,3}$/.test(text.slice(Math.max(0, index - 4), index)),
  }
}

/** `open`: the runs that have begun and not ended. */
function fillRun({ run, afterSpace, beforeSpace, bullet }: Run, later: readonly Run[], open: Set<string>): string {
  const equal = later.filter((other) => other.run === run)
  if (isPair(run) || (run === '``' && equal.length === 0 && !open.has(run))) return inHalves(run)
  if (bullet) return run
  if (!afterSpace) open.delete(run)
  else if (!beforeSpace) open.add(run)
  else if (open.delete(run)) return `${gap}${run}`
  else if (equal.some((other) => !other.afterSpace)) {
    open.add(run)
    return `${run}${gap}`
  } else if (run.length === 2) return inHalves(run)
  return run
}

/** Two marks that had something between them: no mark of Markdown is as long. */
function isPair(run: string): boolean {
  return run.length >= 4 && run.length % 2 === 0
}

/** With stars: two underscores within a word are no marks. */
function inHalves(run: string): string {
  const half = run.slice(run.length / 2).replaceAll('_', '*')
  return `${half}${gap}${half}`
}
