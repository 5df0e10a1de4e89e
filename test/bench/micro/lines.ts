/** The line splitter. */
import { defaultLimits } from '../../../src/errors/limits.ts'
import { type Chunk, createLineSplitter } from '../../../src/stream/lines.ts'
import { lines, UD } from '../../support/messages.ts'
import type { Case } from './measure.ts'

export function lineCases(): readonly Case[] {
  const text = lines(...Array.from({ length: 10_000 }, (_, index) => UD('s', `/rows/${index}/name`, `guest ${index}`)))
  const bytes = new TextEncoder().encode(text)
  const amount = { of: 'MB', count: bytes.length / 1e6 }
  const whole = { group: 'lines', yardstick: () => text.split('\n'), against: "text.split('\\n')", amount }
  return [
    { ...whole, name: 'text in chunks of 16 characters', ours: feeding(cut(text, 16)) },
    { ...whole, name: 'text in chunks of 1 KiB', ours: feeding(cut(text, 1024)) },
    { ...whole, name: 'text in one chunk', ours: feeding([text]) },
    {
      ...whole,
      name: 'bytes in chunks of 16 KiB',
      ours: feeding(cut(bytes, 16_384)),
      yardstick: () => new TextDecoder().decode(bytes).split('\n'),
      against: 'decode, then split',
    },
  ]
}

function cut<C extends Chunk>(whole: C, length: number): readonly C[] {
  const count = Math.ceil(whole.length / length)
  return Array.from({ length: count }, (_, index) => whole.slice(index * length, (index + 1) * length) as C)
}

function feeding(chunks: readonly Chunk[]): () => number {
  return () => {
    const splitter = createLineSplitter(defaultLimits)
    let count = 0
    for (const chunk of chunks) {
      const next = splitter.feed(chunk)
      while (next()) count++
    }
    return count
  }
}
