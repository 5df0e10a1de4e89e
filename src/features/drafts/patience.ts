/** Looks at unfinished lines: every 100 ms at what has come. A fast stream pays nothing and never flickers. */
import type { EndDraft, LineWatcher } from '../../stream/lines.ts'

/** Reads one unfinished line. */
export interface OpenLine {
  /** `text`: all that has come of the line, or its first 64 KiB. */
  read(text: string): void
  readonly endDraft: EndDraft
}

/** Milliseconds from the first piece of a line, or from the last look at it, to the next look. */
const openLineDelayMs = 100

/** UTF-16 units of a line that are kept and looked at. */
const mostCharacters = 65_536

/** `begin`: gives what reads a line. */
export function createPatience(begin: () => OpenLine): LineWatcher {
  let text = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  let reader: OpenLine | undefined

  function look(): void {
    timer = undefined
    reader ??= begin()
    reader.read(text)
  }

  return {
    more(piece) {
      // A server draws what is whole.
      if (text.length >= mostCharacters || typeof document === 'undefined') return
      text += piece.slice(0, mostCharacters - text.length)
      timer ??= setTimeout(look, openLineDelayMs)
    },
    end() {
      const endDraft = reader?.endDraft
      clearTimeout(timer)
      timer = undefined
      reader = undefined
      text = ''
      return endDraft
    },
  }
}
