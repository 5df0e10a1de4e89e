/** The events of one reader as the text of Server-Sent Events, in pieces of the size of one write. */
import type { LogEntry, ReadStep } from './event-log.ts'
import type { EventReader } from './event-reader.ts'

export interface EventTextOptions {
  /** The JSON of an event, shared by all its readers. */
  readonly json: (entry: LogEntry) => string
  /** What the binding writes before and after an event. */
  readonly frame: readonly [before: string, after: string]
}

/** The text of the events that a reader can have now. */
export interface EventText {
  /** Up to the size of one write. Empty: nothing is there now. */
  readonly take: () => string
  /** The last result of `read`. */
  readonly step: () => ReadStep
}

/** UTF-16 units that are written at once: a longer event is written in pieces, so that no reader holds a copy of it. */
const maxInOneWrite = 16_384

export function createEventText(reader: EventReader, { json, frame }: EventTextOptions): EventText {
  /** Texts to write, and the place in the first one. */
  const pending: string[] = []
  let at = 0
  let step: ReadStep = 'wait'

  function put(entry: LogEntry): void {
    const text = json(entry)
    const [before, after] = frame
    // A long text stays by itself: joined with others it would be copied.
    if (text.length > maxInOneWrite) pending.push(`data: ${before}`, text, `${after}\n\n`)
    else pending.push(`data: ${before}${text}${after}\n\n`)
  }

  return {
    step: () => step,
    // One write for all that is there is a fifth of the work of one for each event.
    take() {
      let text = ''
      while (text.length < maxInOneWrite) {
        const [piece] = pending
        if (piece === undefined) {
          step = reader.read()
          if (typeof step === 'string') break
          put(step)
          continue
        }
        const end = cutOf(piece, at + maxInOneWrite - text.length)
        text += piece.slice(at, end)
        at = end < piece.length ? end : 0
        if (at === 0) pending.shift()
      }
      return text
    },
  }
}

/** The place to cut a text, not between the halves of a surrogate pair. */
function cutOf(text: string, wanted: number): number {
  const unit = text.charCodeAt(wanted - 1)
  return wanted < text.length && unit >= 0xd800 && unit <= 0xdbff ? wanted + 1 : Math.min(wanted, text.length)
}
