// Faults of the stream as it arrives: cuts, bytes, lines without end, prose between the lines. What one layer alone sees of
// them is in test/stream and test/json; what needs a page is in e2e/stream.spec.ts.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import type { Chunk } from '../../src/entries/core.ts'
import { between } from '../support/between.ts'
import { bytesOf } from '../support/cuts.ts'
import { CS, GOOD, lines, T, UC, UD } from '../support/messages.ts'
import { type Recorder, record } from '../support/recorder.ts'

function reported({ reports }: Recorder): readonly unknown[] {
  return reports.map(({ code, place }) => [code, place.line])
}

describe('the stream ends without a newline', () => {
  it('[S-4] the last line is applied at the end, not before', () => {
    const recorder = record()
    recorder.runtime.push(lines(...GOOD, CS('s')).trimEnd())
    expect(recorder.runtime.surface('s')).toBeUndefined()
    recorder.runtime.end()
    expect(recorder.runtime.surface('s')).toBeDefined()
  })

  it('[S-4] a last line that is cut is told as cut off, whatever it lacks; earlier lines stay', () => {
    const line = JSON.stringify(CS('s'))
    for (let length = 1; length < line.length; length++) {
      const recorder = record()
      recorder.runtime.push(lines(...GOOD) + line.slice(0, length))
      recorder.runtime.end()
      expect(reported(recorder), line.slice(0, length)).toEqual([['STREAM_TRUNCATED', 3]])
      expect(recorder.shown('g')).toBe('witness')
    }
  })

  it('[S-4] a last line that is whole has its own fault, not that of the cut', () => {
    for (const [line, code] of [
      ['{"version":"v0.9"}', 'ENVELOPE_NO_KIND'],
      ['[1e999]', 'NUMBER_RANGE'],
      [JSON.stringify(UD('nobody', '/n', 1)), 'SURFACE_NOT_FOUND'],
    ]) {
      const recorder = record()
      recorder.runtime.push(lines(...GOOD) + line)
      recorder.runtime.end()
      expect(reported(recorder)[0]).toEqual([code, 3])
      expect(recorder.codes()).not.toContain('STREAM_TRUNCATED')
    }
  })

  it('[S-4] keeps what was wrong as the cause', () => {
    const { runtime, reports } = record()
    runtime.push('{"a":')
    runtime.end()
    expect(reports[0]?.cause).toMatchObject({ code: 'JSON_SYNTAX' })
  })

  it('[S-4] ending twice says nothing more', () => {
    const recorder = record()
    recorder.runtime.push('{"a":')
    recorder.runtime.end()
    recorder.runtime.end()
    expect(reported(recorder)).toEqual([['STREAM_TRUNCATED', 1]])
  })
})

describe('the connection is lost in the middle of a line', () => {
  it('[S-4] the line comes again from its start: half and whole do not join', () => {
    const line = lines(UC('s', [T('root', 'whole')]))
    for (let length = 1; length < line.length - 1; length++) {
      const recorder = record()
      recorder.runtime.push(lines(CS('s'), UC('s', [T('root', 'old')])) + line.slice(0, length))
      recorder.runtime.end()
      recorder.runtime.push(line)
      expect(reported(recorder), line.slice(0, length)).toEqual([['STREAM_TRUNCATED', 3]])
      expect(recorder.shown('s')).toBe('whole')
    }
  })
})

describe('newlines, blanks and byte order marks', () => {
  const message = JSON.stringify(UC('s', [T('root', 'one\rtwo')]))

  it.each([
    ['CRLF', `${message}\r\n`, []],
    ['blank lines around it', `\n\r\n${message}\n\n`, []],
    ['lines of blanks around it', `   \n\t\r\n${message}\n \t \n`, []],
    ['a byte order mark before it, not at the start of the stream', `\uFEFF${message}\n`, [['JSON_SYNTAX', 2]]],
    ['a byte order mark behind it', `${message}\uFEFF\n`, [['JSON_SYNTAX', 2]]],
    ['a lone carriage return instead of a newline', `${message}\r${message}\n`, [['JSON_SYNTAX', 2]]],
  ])('[S-2] [S-3] %s', (_, text, expected) => {
    for (const form of [text, bytesOf(text)]) {
      const recorder = record()
      recorder.send(CS('s'))
      recorder.runtime.push(form)
      recorder.send(...GOOD)
      expect(reported(recorder)).toEqual(expected)
      expect(recorder.shown('s')).toBe(expected.length === 0 ? 'one\rtwo' : undefined)
      expect(recorder.shown('g')).toBe('witness')
    }
  })

  it('[S-3] a byte order mark at the very start is no fault', () => {
    const text = `\uFEFF${lines(...GOOD)}`
    for (const form of [text, bytesOf(text)]) {
      const recorder = record()
      recorder.runtime.push(form)
      expect([reported(recorder), recorder.shown('g')]).toEqual([[], 'witness'])
    }
  })
})

describe('U+2028 and U+2029 in a text', () => {
  it('[S-2] end no line', () => {
    const { runtime, codes } = between([UD('s', '/n', 'a\u2028b\u2029c')])
    expect([codes(), runtime.surface('s')?.data.get('/n')]).toEqual([[], 'a\u2028b\u2029c'])
  })
})

describe('a line without end', () => {
  const limit = 1_048_576
  const pieces = 64 * 64

  /**
   * Bytes in use. Twice, because the memory of buffers is given back only when the next collection begins. Once: no less than that,
   * in half the time.
   */
  function used(collect: () => void, times = 2): number {
    for (let time = 0; time < times; time++) collect()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return heapUsed + arrayBuffers
  }

  const bytes = new Uint8Array(16 * 1024).fill(0x78)

  it.each<readonly [string, () => Chunk]>([
    ['bytes', () => bytes],
    // A text of its own each time: one that is kept a thousand times would take no room.
    ['text', () => new TextDecoder().decode(bytes)],
  ])('[S-6] of 64 MiB in %s is refused once, and not kept @all', (_, chunkOf) => {
    setFlagsFromString('--expose-gc')
    const collect: () => void = runInNewContext('gc')
    // What the engine compiles for such a line, and keeps, is there before anything is counted.
    const warm = record()
    for (let piece = 0; piece < 128; piece++) warm.runtime.push(chunkOf())
    const recorder = record()
    recorder.send(CS('s'), UC('s', [T('root', 'before')]))
    const before = used(collect)
    let max = 0
    for (let piece = 0; piece < pieces; piece++) {
      recorder.runtime.push(chunkOf())
      if (piece % 512 === 0 || (piece < 128 && piece % 16 === 0)) max = Math.max(max, used(collect, 1) - before)
    }
    expect(max).toBeLessThan(3 * limit)
    expect(used(collect) - before, 'once it is refused').toBeLessThan(limit / 2)
    recorder.runtime.push('\n')
    recorder.send(...GOOD)
    expect(reported(recorder)).toEqual([['LIMIT_LINE_BYTES', 3]])
    expect([recorder.shown('s'), recorder.shown('g')]).toEqual(['before', 'witness'])
  })

  it('[S-6] at the end of the stream is too long, not cut off', () => {
    const recorder = record({ limits: { lineBytes: 100 } })
    recorder.runtime.push('x'.repeat(200))
    recorder.runtime.end()
    expect(reported(recorder)).toEqual([['LIMIT_LINE_BYTES', 1]])
  })

  it('[S-6] a message of exactly the limit is taken, one byte more is not', () => {
    const messageOf = (bytes: number): string => {
      const rest = bytes - JSON.stringify(UD('s', '/n', [''])).length
      return JSON.stringify(UD('s', '/n', [''])).replace('[""]', `[""${' '.repeat(rest)}]`)
    }
    const recorder = between([messageOf(limit), messageOf(limit + 1)])
    expect(reported(recorder)).toEqual([['LIMIT_LINE_BYTES', 4]])
    expect(recorder.runtime.surface('s')?.data.get('/n')).toEqual([''])
  })
})

describe('half of a surrogate pair', () => {
  const half = '\\ud800'

  it('[E-4] in an id is refused', () => {
    const { codes, runtime } = between([JSON.stringify(CS('x?')).replace('?', half)])
    expect(codes()).toEqual(['ENVELOPE_INVALID'])
    expect(runtime.surfaces.getSnapshot().map(({ id }) => id)).toEqual(['s', 'g'])
  })

  it('[E-4] in the id of a component is refused', () => {
    const { codes } = between([JSON.stringify(UC('s', [T('x?', 'x')])).replace('?', half)])
    expect(codes()).toEqual(['COMPONENT_SHAPE'])
  })

  it('[J-1] in a text is kept as it is', () => {
    const { codes, shown } = between([JSON.stringify(UC('s', [T('t', 'x?')])).replace('?', half)])
    expect([codes(), shown('s', 't')]).toEqual([[], 'x\ud800'])
  })
})

describe('prose and fences around the lines', () => {
  it('[J-1] each is one report, and the messages between them are applied', () => {
    const recorder = between([
      'Sure, here is the UI:',
      '',
      '```json',
      UC('s', [T('a', 'inside')]),
      '```',
      'Let me know whether "that" {works}!',
      '<surface>',
      UC('s', [T('b', 'after')]),
    ])
    expect(reported(recorder)).toEqual([3, 5, 7, 8, 9].map((line) => ['JSON_SYNTAX', line]))
    expect([recorder.shown('s', 'a'), recorder.shown('s', 'b')]).toEqual(['inside', 'after'])
  })
})

describe('a hundred thousand updates at once', () => {
  it('[E-5] are all applied, in order', () => {
    const recorder = record()
    recorder.send(...GOOD, CS('s'), UC('s', [T('root', { path: '/n' })]))
    const seen: unknown[] = []
    const data = recorder.runtime.surface('s')?.data
    data?.subscribe('/n', () => seen.push(data.get('/n')))
    recorder.runtime.push(lines(...Array.from({ length: 100_000 }, (_, n) => UD('s', '/n', n))))
    expect(recorder.reports).toEqual([])
    expect(recorder.runtime.surface('s')?.data.get('/n')).toBe(99_999)
    expect(seen).toHaveLength(100_000)
    expect(seen.every((value, index) => value === index)).toBe(true)
  })
})
