/** The text of a transcript, how far it was pushed, and what waits for a place in it. It knows no time. */

export interface TapeProgress {
  /** What has been pushed so far. */
  readonly sent: string
  /** Whole lines among it. */
  readonly line: number
  /** Lines in all, answers included. */
  readonly lines: number
  /** UTF-16 units in all. */
  readonly size: number
}

export interface Tape {
  readonly progress: () => TapeProgress
  readonly isOver: () => boolean
  /** Pushes the next token. */
  readonly advance: () => void
  /** Pushes to the end of the line that comes next. */
  readonly advanceLine: () => void
  /** Pushes to the end of the line of this number, from 1. */
  readonly advanceToLine: (line: number) => void
  /** Pushes up to this place, in chunks. */
  readonly advanceTo: (goal: number) => void
  /** Pushes all that is left, in chunks. */
  readonly finish: () => void
  /** Puts lines in right after the current one, never inside it. */
  readonly insert: (lines: string) => Insertion
  /** Resolves what waits for inserted lines. */
  readonly release: () => void
}

export interface Insertion {
  /** Where the inserted lines end. */
  readonly goal: number
  /** Resolves when they have been pushed. */
  readonly arrival: Promise<void>
}

export interface TapeOptions {
  /** JSON Lines. */
  readonly source: string
  readonly push: (chunk: string) => void
  /** The stream is over. Called again after each answer that comes later. */
  readonly end: () => void
}

export function createTape({ source, push, end }: TapeOptions): Tape {
  let text = source.endsWith('\n') ? source : `${source}\n`
  let at = 0
  let chunks = 0
  let waiting: { goal: number; readonly resolve: () => void }[] = []

  /** Tokens of this JSON have four characters on average. */
  function nextToken(): number {
    chunks++
    return Math.min(text.length, at + 2 + ((chunks * 37) % 5))
  }

  /** Sizes look random and are the same in every run, so that a screenshot can be taken twice. */
  function nextCut(): number {
    chunks++
    return Math.min(text.length, at + 16 + ((chunks * 37) % 80))
  }

  function moveTo(place: number): void {
    push(text.slice(at, place))
    at = place
    const arrived = waiting.filter(({ goal }) => goal <= at)
    waiting = waiting.filter(({ goal }) => goal > at)
    if (at === text.length) end()
    for (const { resolve } of arrived) resolve()
  }

  function advanceTo(goal: number): void {
    while (at < goal) moveTo(Math.min(goal, nextCut()))
  }

  return {
    progress() {
      const sent = text.slice(0, at)
      return { sent, line: countLines(sent), lines: countLines(text), size: text.length }
    },
    isOver: () => at === text.length,
    advance: () => moveTo(nextToken()),
    advanceLine: () => advanceTo(endOfLine(text, at)),
    advanceToLine: (line) => advanceTo(endOfNumber(text, line)),
    advanceTo,
    finish: () => advanceTo(text.length),
    insert(lines) {
      const cut = at === 0 || text[at - 1] === '\n' ? at : endOfLine(text, at)
      text = text.slice(0, cut) + lines + text.slice(cut)
      const goal = cut + lines.length
      // An answer that is still on its way moves back by this one.
      for (const other of waiting) if (other.goal > cut) other.goal += lines.length
      return { goal, arrival: new Promise<void>((resolve) => waiting.push({ goal, resolve })) }
    },
    release() {
      for (const { resolve } of waiting) resolve()
      waiting = []
    },
  }
}

function countLines(text: string): number {
  return text.split('\n').length - 1
}

/** 0 for no line; the end of the text where there are fewer. */
function endOfNumber(text: string, line: number): number {
  let end = 0
  for (let number = 0; number < line; number++) end = endOfLine(text, end)
  return end
}

function endOfLine(text: string, from: number): number {
  const newline = text.indexOf('\n', from)
  return newline < 0 ? text.length : newline + 1
}
