import { describe, expect, it } from 'vitest'
import type { Chunk } from '../../src/entries/core.ts'
import { cpuTimer } from '../support/cpu-timer.ts'
import { bytesOf } from '../support/cuts.ts'
import { CS, lines, UD } from '../support/messages.ts'
import { record } from '../support/recorder.ts'

// Long enough that the garbage collector has to move the pieces of both lines: of 256 KiB it moves none, and then eight times
// the length takes twelve to twenty times as long. Of 512 KiB the ratio is four to seven.
const short = 512 * 1024
const factor = 8

/** One valid line of about `length` characters, in pieces of 16. */
function pieces(length: number, form: (text: string) => Chunk): readonly Chunk[] {
  const values = Array.from({ length: length / 16 }, () => 'x'.repeat(13))
  const line = form(lines(UD('s', '/n', values)))
  return Array.from({ length: Math.ceil(line.length / 16) }, (_, at) => line.slice(at * 16, (at + 1) * 16))
}

/** How much work the runtime has with them; the line must have arrived. */
function timeOf(chunks: readonly Chunk[]): number {
  const { runtime, send, codes } = record({ limits: { lineBytes: 2 * short * factor } })
  send(CS('s'))
  const spent = cpuTimer()
  for (const chunk of chunks) runtime.push(chunk)
  const time = spent()
  if (codes().length > 0 || runtime.surface('s')?.data.get('/n/0') === undefined) throw new Error(codes().join())
  return time
}

describe('a long line in chunks of 16', () => {
  it.each([
    ['text', (text: string) => text],
    ['bytes', bytesOf],
  ])('[S-7] as %s: eight times the length takes about eight times as long, not sixty-four', (_, form) => {
    const [few, many] = [pieces(short, form), pieces(short * factor, form)]
    const rounds = Array.from({ length: 5 }, () => [timeOf(few), timeOf(many)] as const).slice(1)
    // The fastest of each: what else the machine does only ever adds.
    const ratio = Math.min(...rounds.map(([, long]) => long)) / Math.min(...rounds.map(([brief]) => brief))
    expect(ratio).toBeLessThan(3 * factor)
  })
})
