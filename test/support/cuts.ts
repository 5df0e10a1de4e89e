// A stream in pieces, and what it comes to.
import { afterEach, beforeEach } from 'vitest'
import type { Chunk, Source } from '../../src/entries/core.ts'
import { seeded } from './random.ts'
import { type Recorder, record } from './recorder.ts'
import { sized } from './soak.ts'
import { plain, stateOf } from './state.ts'

export function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function piece(whole: Chunk, start: number, end: number): Chunk {
  return typeof whole === 'string' ? whole.slice(start, end) : whole.subarray(start, end)
}

/** Pieces of one unit each: a cut at every position there is. */
export function everywhere(whole: Chunk): readonly Chunk[] {
  return Array.from({ length: whole.length }, (_, at) => piece(whole, at, at + 1))
}

/** Two pieces. */
export function cutAt(whole: Chunk, at: number): readonly Chunk[] {
  return [piece(whole, 0, at), piece(whole, at, whole.length)]
}

/** Pieces of up to `most` units, none at all among them. */
export function randomly(whole: Chunk, seed: number, max = 64): readonly Chunk[] {
  const random = seeded(seed)
  const pieces: Chunk[] = []
  for (let at = 0; at < whole.length; ) {
    const size = Math.floor(random() * (max + 1))
    pieces.push(piece(whole, at, at + size))
    at += size
  }
  return pieces
}

/** State and reports after a whole stream, as one text that can be compared cheaply. */
export function outcome(chunks: readonly Chunk[]): string {
  const recorder = record()
  for (const chunk of chunks) recorder.runtime.push(chunk)
  recorder.runtime.end()
  return written(recorder)
}

/** The same by way of `read`. */
export async function outcomeOfRead(source: Source): Promise<string> {
  const recorder = record()
  await recorder.runtime.read(source)
  return written(recorder)
}

function written({ runtime, reports }: Recorder): string {
  return JSON.stringify([stateOf(runtime), reports.map(plain)])
}

/** How many ways of cutting a property test tries: a tenth of them in each run. */
export function ways(count: number): number {
  return sized(count / 10, count * 8, count)
}

/** Errors of the tests of this file collect no stack, which costs more than the rest of an error. Test files share `Error`. */
export function withoutStacks(): void {
  const { stackTraceLimit } = Error
  beforeEach(() => {
    Error.stackTraceLimit = 0
  })
  afterEach(() => {
    Error.stackTraceLimit = stackTraceLimit
  })
}
