// One short stream with everything in it that a cut could harm, parted at each of its positions.
import { describe, expect, it } from 'vitest'
import { bytesOf, cutAt, everywhere, outcome, outcomeOfRead, randomly, ways, withoutStacks } from '../support/cuts.ts'
import { CS, DS, GOOD, lines, T, UC, UD, v08 } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { sized } from '../support/soak.ts'
import { transcripts } from '../support/transcripts.ts'

/** A byte order mark, both newlines, blank lines, characters of one to four bytes, escapes, faults, both versions. */
const stream = [
  '\uFEFF',
  lines(CS('s'), UC('s', [T('root', { path: '/né' })])),
  '\r\n   \n',
  lines(UD('s', '/né', 'e\u0301 👩‍👩‍👧 日本 \u2028 ß')).replace('\n', '\r\n'),
  lines('{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/esc","value":"\\ud83d\\ude00 \\" \\\\ \\n"}}'),
  lines(
    'Sure, here it is: 🎉',
    '{"version":"v0.9","deleteSurface":{"surfaceId":"x"},"deleteSurface":{"surfaceId":"y"}}',
  ),
  lines(v08.SU('o', [v08.T('root', 'öld')]), v08.BR('o'), DS('gone'), ...GOOD),
  JSON.stringify(UC('nobody', [T('root', '…')])),
].join('')

/** The same with a line that is not UTF-8 in the middle. */
const broken = Uint8Array.from([
  ...bytesOf(lines(CS('s'))),
  ...bytesOf('{"a":"'),
  ...[0xf0, 0x9f, 0x98, 0x22, 0x7d, 0x0a],
  ...bytesOf(lines(...GOOD).trimEnd()),
])

/** `npm test` cuts at each fifth place. */
const step = sized(5, 1, 1)

withoutStacks()

describe('a stream in two pieces', () => {
  it.each([
    ['bytes', bytesOf(stream)],
    ['text', stream],
    ['bytes that are not UTF-8', broken],
  ])('[S-1] %s: is what it is in one, wherever it is cut', (_, whole) => {
    const expected = outcome([whole])
    for (let at = 0; at <= whole.length; at += step) expect(outcome(cutAt(whole, at)), `cut at ${at}`).toBe(expected)
    expect(outcome(everywhere(whole)), 'one unit at a time').toBe(expected)
  })

  it('[S-1] text and bytes by turns say what either says alone', () => {
    const expected = outcome([stream])
    for (let at = 0; at <= stream.length; at += step) {
      // A cut between the halves of a surrogate pair is one that only text can have.
      if (/[\uD800-\uDBFF]/.test(stream.charAt(at - 1))) continue
      const [start = '', end = ''] = cutAt(stream, at) as readonly string[]
      expect(outcome([bytesOf(start), end]), `bytes to ${at}`).toBe(expected)
      expect(outcome([start, bytesOf(end)]), `text to ${at}`).toBe(expected)
    }
  })

  it('[S-1] no character is lost or replaced', () => {
    const { runtime, reports } = record()
    for (const byte of everywhere(bytesOf(stream))) runtime.push(byte)
    runtime.end()
    expect(runtime.surface('s')?.data.get('/né')).toBe('e\u0301 👩‍👩‍👧 日本 \u2028 ß')
    expect(runtime.surface('s')?.data.get('/esc')).toBe('😀 " \\ \n')
    expect(reports.map(({ code, place }) => [code, place.line])).toEqual([
      ['JSON_SYNTAX', 7],
      ['JSON_DUPLICATE_KEY', 8],
      ['SURFACE_NOT_FOUND', 14],
      ['ROOT_MISSING', 14],
    ])
  })
})

describe('a source that uses its buffer again', () => {
  it('[S-1] after each chunk leaves what was read as it was', () => {
    const bytes = bytesOf(stream)
    const { runtime, shown } = record()
    const buffer = new Uint8Array(7)
    for (let at = 0; at < bytes.length; at += buffer.length) {
      const part = bytes.subarray(at, at + buffer.length)
      buffer.set(part)
      runtime.push(buffer.subarray(0, part.length))
      buffer.fill(0xff)
    }
    runtime.end()
    expect(shown('s')).toBe('e\u0301 👩‍👩‍👧 日本 \u2028 ß')
    expect(shown('g')).toBe('witness')
  })
})

describe('read', () => {
  it.each(transcripts)('[S-1] %s: comes to what push makes of it, however it is cut', async (_, text) => {
    const expected = outcome([text])
    const count = ways(100)
    for (let seed = 1; seed <= count; seed++) {
      expect(await outcomeOfRead(randomly(bytesOf(text), seed)), `seed ${seed}`).toBe(expected)
    }
  })
})
