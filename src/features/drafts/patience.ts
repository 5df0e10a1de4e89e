/** Which unfinished lines are looked at: those that stay open for a moment. A fast stream pays nothing and never flickers. */
import type { EndDraft, LineWatcher } from '../../stream/lines.ts'

/** Reads one unfinished line. */
export interface OpenLine {
  more(piece: string): void
  readonly endDraft: EndDraft
}

/** Milliseconds for which a line must have been open. */
const openLineDelayMs = 100

/** Of a line no more is kept or handed on: drafts look at less. In UTF-16 units. */
const longest = 100_000

/** `begin`: gives what reads a line. */
export function createPatience(begin: () => OpenLine): LineWatcher {
  /** Of the line that waits. */
  let text = ''
  let number = 0
  let length = 0
  let waiting = false
  let reader: OpenLine | undefined

  /** A line that began meanwhile waits for the whole moment as well. */
  function wait(): void {
    const waited = number
    waiting = true
    setTimeout(() => {
      waiting = false
      if (text && waited !== number) return wait()
      if (!text) return
      const whole = text
      text = ''
      reader = begin()
      reader.more(whole)
    }, openLineDelayMs)
  }

  return {
    more(piece) {
      if (length > longest) return
      length += piece.length
      if (reader) return reader.more(piece)
      text += piece
      // A server draws what is whole.
      if (!waiting && typeof document !== 'undefined') wait()
    },
    end() {
      const endDraft = reader?.endDraft
      reader = undefined
      text = ''
      length = 0
      number++
      return endDraft
    },
  }
}
