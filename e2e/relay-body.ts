// The body of one answer on its way through the relay: spoilt, kept back, or cut.
import type { ServerResponse } from 'node:http'

export interface RelayBody {
  readonly take: (chunk: Buffer) => void
  readonly end: () => void
  /** Keeps back what comes from now on. */
  readonly hold: () => void
  /** Passes what was kept back, and what comes. */
  readonly resume: () => void
  /** Writes a comment of Server-Sent Events, unless the stream stands in the middle of a line. */
  readonly ping: () => void
  readonly cut: () => void
}

export interface RelayBodyOptions {
  /** The connection is cut after so many bytes. */
  readonly bytes: number | undefined
  readonly spoilt: boolean
  readonly spoil: (text: string) => string
  /** Whether `spoil` gets whole lines, or the whole body. */
  readonly byLine: boolean
  /** The text at which the body is to be held. */
  readonly wanted: () => string | undefined
  readonly onHold: () => void
}

const newline = 10

export function createRelayBody(answer: ServerResponse, options: RelayBodyOptions): RelayBody {
  let left = options.bytes ?? Number.POSITIVE_INFINITY
  let unspoilt = Buffer.alloc(0)
  let kept: Buffer[] = []
  let holding = false
  let ended = false
  let atLineStart = true
  /** The last bytes that passed: a wanted text may begin in one chunk and end in the next. */
  let tail = Buffer.alloc(0)

  function send(bytes: Buffer): void {
    if (left <= 0) {
      answer.destroy()
      return
    }
    if (bytes.length === 0) return
    const part = bytes.subarray(0, left)
    left -= part.length
    tail = Buffer.concat([tail, part]).subarray(-1_000)
    atLineStart = part[part.length - 1] === newline
    // The connection ends when its last bytes are on their way.
    answer.write(part, () => left <= 0 && answer.destroy())
  }

  function pass(bytes: Buffer): void {
    if (holding) {
      kept.push(bytes)
      return
    }
    const wanted = options.wanted()
    const place = wanted === undefined ? -1 : Buffer.concat([tail, bytes]).indexOf(wanted)
    if (wanted === undefined || place < 0) {
      send(bytes)
      return
    }
    const middle = Math.max(0, place - tail.length + Math.floor(Buffer.byteLength(wanted) / 2))
    send(bytes.subarray(0, middle))
    holding = true
    kept.push(bytes.subarray(middle))
    options.onHold()
  }

  /** Bytes that can be spoilt now; the others wait for the rest of their line. */
  function ripe(chunk: Buffer): Buffer {
    unspoilt = Buffer.concat([unspoilt, chunk])
    const end = ended ? unspoilt.length : options.byLine ? unspoilt.lastIndexOf(newline) + 1 : 0
    const ready = unspoilt.subarray(0, end)
    unspoilt = unspoilt.subarray(end)
    return Buffer.from(options.spoil(ready.toString()))
  }

  function finish(): void {
    if (ended && !holding && left > 0) answer.end()
  }

  return {
    take: (chunk) => pass(options.spoilt ? ripe(chunk) : chunk),
    end() {
      ended = true
      if (options.spoilt) pass(ripe(Buffer.alloc(0)))
      finish()
    },
    hold() {
      holding = true
    },
    resume() {
      if (!holding) return
      holding = false
      const waiting = kept
      kept = []
      for (const bytes of waiting) send(bytes)
      finish()
    },
    ping() {
      if (atLineStart && left > 0) answer.write(': ping\n\n')
    },
    cut() {
      kept = []
      answer.destroy()
    },
  }
}
