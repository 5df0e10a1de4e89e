/**
 * Chunks → lines. Bytes or text may be cut anywhere, inside a UTF-8 character too.
 *
 * Fragments of a line are joined once, when its end is seen: joining at every chunk would cost the square of the
 * line's length when the chunks are small. 1 MiB in 16-character chunks takes about 10 ms.
 */

import { SurfaceError } from '../errors/surface-error.ts'
import { utf8Bytes } from '../json/data-bytes.ts'

export type Chunk = string | Uint8Array

/** A buffer or view is used as bytes, without a copy. `undefined` for a value that is neither text nor bytes. */
export function toChunk(input: unknown): Chunk | undefined {
  if (typeof input === 'string' || input instanceof Uint8Array) return input
  if (ArrayBuffer.isView(input)) return new Uint8Array(input.buffer, input.byteOffset, input.byteLength)
  return input instanceof ArrayBuffer ? new Uint8Array(input) : undefined
}

export interface Line {
  /** 1-based; blank lines count. */
  readonly number: number
  /** The text, or the error if the line cannot be used. */
  readonly text: string | SurfaceError
  /** The stream ended without a newline here: a fault may be due to the cut. */
  readonly unfinished?: true
}

export interface LineSplitter {
  /** The lines that this chunk completes, blank ones left out. Must be iterated to its end. */
  feed(chunk: Chunk): Generator<Line, void>
  /** The last line, when the stream ended without a newline. The splitter is then as new. */
  end(): Line | undefined
}

const newline = 10
const blank = /^[ \t\r]*$/

export function createLineSplitter(limits: { readonly lineBytes: number }): LineSplitter {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let fragments: Chunk[] = []
  let length = 0
  let tooLong = false
  let number = 1

  function keep(fragment: Chunk): void {
    if (fragment.length === 0 || tooLong) return
    fragments.push(fragment)
    length += fragment.length
    // A text's UTF-16 units are at most its bytes, so this never drops a line that would have fitted.
    if (length > limits.lineBytes + 4) drop()
  }

  function drop(): void {
    tooLong = true
    fragments = []
  }

  function take(unfinished: boolean): Line | undefined {
    const parts = fragments
    const long = tooLong
    fragments = []
    length = 0
    tooLong = false
    const text = long ? lineTooLong(limits.lineBytes) : textOf(parts, number === 1, decoder, limits.lineBytes)
    const line = text === undefined ? undefined : { number, text }
    number++
    return line && unfinished ? { ...line, unfinished: true } : line
  }

  return {
    *feed(chunk) {
      let start = 0
      for (let end = endOfLine(chunk, 0); end >= 0; end = endOfLine(chunk, start)) {
        keep(slice(chunk, start, end))
        start = end + 1
        const line = take(false)
        if (line) yield line
      }
      // `slice`, not `subarray`: a byte source may use its buffer again after this call.
      keep(chunk.slice(start))
    },
    end() {
      const line = fragments.length > 0 || tooLong ? take(true) : undefined
      number = 1
      return line
    },
  }
}

function endOfLine(chunk: Chunk, from: number): number {
  return typeof chunk === 'string' ? chunk.indexOf('\n', from) : chunk.indexOf(newline, from)
}

function slice(chunk: Chunk, start: number, end: number): Chunk {
  return typeof chunk === 'string' ? chunk.slice(start, end) : chunk.subarray(start, end)
}

/** The text of a line, or why it cannot be used; `undefined` for a blank line. The first line may begin with a BOM. */
function textOf(
  parts: readonly Chunk[],
  first: boolean,
  decoder: TextDecoder,
  limit: number,
): Line['text'] | undefined {
  const raw = joined(parts, decoder)
  if (raw === undefined) return encodingInvalid()
  const start = first && raw.startsWith('\uFEFF') ? 1 : 0
  const end = raw.endsWith('\r') ? raw.length - 1 : raw.length
  const text = start === 0 && end === raw.length ? raw : raw.slice(start, end)
  // A message begins with a brace, and only what begins otherwise can be blank.
  if (!text.startsWith('{') && blank.test(text)) return undefined
  return fits(text, limit) ? text : lineTooLong(limit)
}

/** The fragments as one text, or `undefined` when their bytes are not UTF-8. */
function joined(parts: readonly Chunk[], decoder: TextDecoder): string | undefined {
  const [only] = parts
  if (parts.length === 1 && typeof only === 'string') return only
  return parts.every((part) => typeof part === 'string') ? parts.join('') : decode(parts, decoder)
}

function decode(parts: readonly Chunk[], decoder: TextDecoder): string | undefined {
  try {
    return decoder.decode(joinBytes(parts))
  } catch {
    return undefined
  }
}

function joinBytes(parts: readonly Chunk[]): Uint8Array {
  const arrays = joinTexts(parts).map((part) => (typeof part === 'string' ? new TextEncoder().encode(part) : part))
  const [first] = arrays
  if (arrays.length === 1 && first) return first
  const whole = new Uint8Array(arrays.reduce((sum, part) => sum + part.length, 0))
  let offset = 0
  for (const part of arrays) {
    whole.set(part, offset)
    offset += part.length
  }
  return whole
}

/** Neighbouring texts joined before they are encoded: a cut may part the two halves of a surrogate pair. */
function joinTexts(parts: readonly Chunk[]): Chunk[] {
  const joined: Chunk[] = []
  let texts: string[] = []
  for (const part of [...parts, undefined]) {
    if (typeof part === 'string') {
      texts.push(part)
      continue
    }
    if (texts.length > 0) joined.push(texts.join(''))
    texts = []
    if (part) joined.push(part)
  }
  return joined
}

/** Measured only if needed: a text that would fit with three bytes per unit is not measured. */
function fits(text: string, limit: number): boolean {
  return text.length * 3 <= limit || utf8Bytes(text) <= limit
}

function lineTooLong(limit: number): SurfaceError {
  return new SurfaceError('LIMIT_LINE_BYTES', `The line is longer than ${limit} bytes`, {
    hint: 'Send the components or the data in several messages.',
  })
}

function encodingInvalid(): SurfaceError {
  return new SurfaceError('ENCODING_INVALID', 'The line is not valid UTF-8', { hint: 'Encode the stream as UTF-8.' })
}
