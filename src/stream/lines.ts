/**
 * Chunks → lines. Bytes or text may be cut anywhere, inside a UTF-8 character too.
 *
 * A line grows by `+=`: engines join the pieces when the text is first read, so small chunks do not cost the square of
 * the line's length.
 */

import { SurfaceError } from '../errors/surface-error.ts'
import { utf8Bytes } from '../json/data-bytes.ts'

export type Chunk = string | Uint8Array

/**
 * A buffer or view is used as bytes, without a copy. Lines of a list get the ends that they lack. `undefined` for a value
 * that is neither text, bytes nor such a list.
 */
export function toChunk(input: unknown): Chunk | undefined {
  if (typeof input === 'string' || input instanceof Uint8Array) return input
  if (ArrayBuffer.isView(input)) return new Uint8Array(input.buffer, input.byteOffset, input.byteLength)
  if (input instanceof ArrayBuffer) return new Uint8Array(input)
  const isList = Array.isArray(input) && input.every((line) => typeof line === 'string')
  return isList ? input.map((line) => line.replace(/\n?$/, '\n')).join('') : undefined
}

export interface Line {
  /** 1-based; blank lines count. */
  readonly number: number
  /** The text, or the error if the line cannot be used. */
  readonly text: string | SurfaceError
  /** The stream ended without a newline here: a fault may be due to the cut. */
  readonly unfinished?: true
  /** Part of what is done with the line; see `LineWatcher`. */
  readonly endDraft?: EndDraft | undefined
}

/** `keep`: the stream ended within the line. What was shown of the line stays until more comes; else it goes. */
export type EndDraft = (options: { readonly keep: boolean }) => void

/** Follows the line that is not finished. It is never shown what a chunk finishes, so whole lines cost nothing. */
export interface LineWatcher {
  /** The line goes on with this text, which is not empty, and does not end with it. */
  more(piece: string): void
  /** The line ends. Returns what is to be done before it is applied or refused, if anything of it was shown. */
  end(): EndDraft | undefined
}

export interface LineSplitter {
  /**
   * Gives the lines that this chunk completes, blank ones left out, one for each call and then `undefined`. All must be
   * taken before the next chunk. No generator: for short lines it costs more than finding them.
   */
  feed(chunk: Chunk): () => Line | undefined
  /** The last line, when the stream ended without a newline. The splitter is then as new. */
  end(): Line | undefined
  /** What has come of the line that is not finished. */
  open(): string
}

const newline = 10
const blank = /^[ \t\r]*$/

export function createLineSplitter({ lineBytes }: { readonly lineBytes: number }, watcher?: LineWatcher): LineSplitter {
  let decoder = createDecoder()
  /** Whether the last bytes may have ended inside a character. */
  let open = false
  let text = ''
  let fault: SurfaceError | undefined
  let number = 0

  /** The next piece of the line. Bytes become text at once: a source may use its buffer again after this call. */
  function add(piece: Chunk, last: boolean): void {
    if (fault) return
    const isText = typeof piece === 'string'
    let more = ''
    try {
      if (open && isText) text += decoder.decode()
      open = !isText && !last
      more = isText ? piece : decoder.decode(piece, { stream: open })
      text += more
    } catch {
      const hint = 'Encode the stream as UTF-8.'
      refuse(new SurfaceError('ENCODING_INVALID', 'The line is not valid UTF-8', { hint }))
    }
    // A line has at most as many units of UTF-16 as bytes. A byte order mark and a carriage return do not count.
    if (text.length > lineBytes + 2) refuse(lineTooLong(lineBytes))
    if (more && !last && !fault) watcher?.more(more)
  }

  function refuse(error: SurfaceError): void {
    fault = error
    text = ''
    open = false
    decoder = createDecoder()
  }

  function take(last: Chunk): Line | undefined {
    add(last, true)
    number++
    const found = fault ?? usable(text, number === 1, lineBytes)
    text = ''
    fault = undefined
    const endDraft = watcher?.end()
    return found === undefined ? undefined : { number, text: found, endDraft }
  }

  return {
    feed(chunk) {
      let start = 0
      return () => {
        let line: Line | undefined
        while (!line && start >= 0) {
          const end = typeof chunk === 'string' ? chunk.indexOf('\n', start) : chunk.indexOf(newline, start)
          if (end < 0) add(slice(chunk, start), false)
          else line = take(slice(chunk, start, end))
          start = end < 0 ? end : end + 1
        }
        return line
      }
    },
    end() {
      const line = take('')
      number = 0
      return line && { ...line, unfinished: true }
    },
    open: () => text,
  }
}

function createDecoder(): TextDecoder {
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
}

function slice(chunk: Chunk, start: number, end?: number): Chunk {
  return typeof chunk === 'string' ? chunk.slice(start, end) : chunk.subarray(start, end)
}

/** The text of a line, or why it cannot be used; `undefined` for a blank line. The first line may begin with a BOM. */
function usable(raw: string, first: boolean, limit: number): Line['text'] | undefined {
  const end = raw.length - (raw[raw.length - 1] === '\r' ? 1 : 0)
  const text = raw.slice(first && raw[0] === '\uFEFF' ? 1 : 0, end)
  // A message begins with a brace, and only what begins otherwise can be blank.
  if (text[0] !== '{' && blank.test(text)) return undefined
  // Measured only if needed: a text that would fit with three bytes per unit is not measured.
  return text.length * 3 <= limit || utf8Bytes(text) <= limit ? text : lineTooLong(limit)
}

function lineTooLong(limit: number): SurfaceError {
  return new SurfaceError('LIMIT_LINE_BYTES', `The line is longer than ${limit} bytes`, {
    hint: 'Send the components or the data in several messages.',
  })
}
