// Thousands of ways of cutting one stream, compared with the stream in one piece.
import { expect } from 'vitest'
import type { Chunk } from '../../src/entries/core.ts'
import { defaultLimits } from '../../src/errors/limits.ts'
import { createLineSplitter, type Line, type LineSplitter } from '../../src/stream/lines.ts'
import { outcome, randomly } from './cuts.ts'
import { soaking } from './soak.ts'
import { plain } from './state.ts'

/** Every fiftieth cut runs the whole runtime even if an earlier one gave it the same input. */
const sample = soaking ? 1 : 50

/** Every hundredth cut is made of larger pieces: up to this much of the stream, so that one chunk completes several lines. */
const large = { each: 100, share: 1 / 3 }

/**
 * Cuts `whole` in `count` ways, and expects the same state and reports of each.
 *
 * What comes behind the line splitter learns two things of a cut: the lines, and which lines one chunk completes. So the
 * lines of every cut are compared with the lines of the whole, and the runtime runs once for each grouping of the lines.
 * Two cuts with the same lines and the same grouping give the runtime the same input. The 5,000 cuts of a demo's transcript
 * in small pieces have at most four groupings. The sample guards what the argument rests on; a soak runs all cuts whole.
 */
export function expectSameOfRandomCuts(whole: Chunk, count: number): void {
  const lines = groupsOf([whole]).flat()
  const expected = outcome([whole])
  const groupings = new Set<string>()
  for (let seed = 1; seed <= count; seed++) {
    const cut = seed % large.each === 0 ? randomly(whole, seed, whole.length * large.share) : randomly(whole, seed)
    const groups = groupsOf(cut)
    expectLines(groups.flat(), lines, seed)
    const grouping = groups.map(({ length }) => length).join()
    if (groupings.has(grouping) && seed % sample !== 0) continue
    groupings.add(grouping)
    const made = outcome(cut)
    if (made !== expected) expect(made, `seed ${seed}`).toBe(expected)
  }
}

/** Lines that one chunk completes, for each chunk that completes some, and the one that the end of the stream completes. */
function groupsOf(chunks: readonly Chunk[]): readonly (readonly Line[])[] {
  const splitter = createLineSplitter(defaultLimits)
  const groups: (readonly Line[])[] = []
  for (const chunk of chunks) {
    const lines = linesOf(splitter, chunk)
    if (lines.length > 0) groups.push(lines)
  }
  const last = splitter.end()
  return last ? [...groups, [last]] : groups
}

/** The lines that a chunk completes. */
export function linesOf(splitter: LineSplitter, chunk: Chunk): readonly Line[] {
  const next = splitter.feed(chunk)
  const lines: Line[] = []
  for (let line = next(); line; line = next()) lines.push(line)
  return lines
}

/** `===` first: `toEqual` for each of a million lines takes minutes. */
function expectLines(lines: readonly Line[], expected: readonly Line[], seed: number): void {
  const same = lines.length === expected.length && lines.every((line, index) => isSame(line, expected[index]))
  if (!same) expect(lines.map(plainLine), `lines, seed ${seed}`).toEqual(expected.map(plainLine))
}

function isSame({ number, text, unfinished }: Line, other: Line | undefined): boolean {
  return number === other?.number && text === other.text && unfinished === other.unfinished
}

function plainLine({ text, ...line }: Line): unknown {
  return { ...line, text: typeof text === 'string' ? text : plain(text) }
}
