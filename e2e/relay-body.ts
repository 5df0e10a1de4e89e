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
  const outlet = createOutlet(answer, options.bytes)
  const spoilt = createSpoiler(options)
  let kept: Buffer[] = []
  let holding = false
  let ended = false

  function pass(bytes: Buffer): void {
    if (holding) {
      kept.push(bytes)
      return
    }
    const wanted = options.wanted()
    const tail = outlet.tail()
    const place = wanted === undefined ? -1 : Buffer.concat([tail, bytes]).indexOf(wanted)
    if (wanted === undefined || place < 0) {
      outlet.send(bytes)
      return
    }
    const middle = Math.max(0, place - tail.length + Math.floor(Buffer.byteLength(wanted) / 2))
    outlet.send(bytes.subarray(0, middle))
    holding = true
    kept.push(bytes.subarray(middle))
    options.onHold()
  }

  return {
    take: (chunk) => pass(options.spoilt ? spoilt(chunk, ended) : chunk),
    end() {
      ended = true
      if (options.spoilt) pass(spoilt(Buffer.alloc(0), ended))
      if (!holding) outlet.end()
    },
    hold() {
      holding = true
    },
    resume() {
      if (!holding) return
      holding = false
      const waiting = kept
      kept = []
      for (const bytes of waiting) outlet.send(bytes)
      if (ended) outlet.end()
    },
    ping: outlet.ping,
    cut() {
      kept = []
      answer.destroy()
    },
  }
}

interface Outlet {
  readonly send: (bytes: Buffer) => void
  /** The last bytes that passed: a wanted text may begin in one chunk and end in the next. */
  readonly tail: () => Buffer
  readonly ping: () => void
  readonly end: () => void
}

/** Writes an answer, and cuts its connection after so many bytes. */
function createOutlet(answer: ServerResponse, bytes = Number.POSITIVE_INFINITY): Outlet {
  let left = bytes
  let atLineStart = true
  let tail = Buffer.alloc(0)
  return {
    send(bytes) {
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
    },
    tail: () => tail,
    ping() {
      if (atLineStart && left > 0) answer.write(': ping\n\n')
    },
    end() {
      if (left > 0) answer.end()
    },
  }
}

/** Bytes that can be spoilt now, spoilt; the others wait for the rest of their line. */
function createSpoiler({ spoil, byLine }: RelayBodyOptions): (chunk: Buffer, ended: boolean) => Buffer {
  let unspoilt = Buffer.alloc(0)
  return (chunk, ended) => {
    unspoilt = Buffer.concat([unspoilt, chunk])
    const end = ended ? unspoilt.length : byLine ? unspoilt.lastIndexOf(newline) + 1 : 0
    const ready = unspoilt.subarray(0, end)
    unspoilt = unspoilt.subarray(end)
    return Buffer.from(spoil(ready.toString()))
  }
}
