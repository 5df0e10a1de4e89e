import { describe, expect, it } from 'vitest'
import { SurfaceError } from '../../src/errors/surface-error.ts'
import { type Chunk, createLineSplitter, type Line } from '../../src/stream/lines.ts'
import { bytesOf } from '../support/cuts.ts'
import { linesOf } from '../support/random-cuts.ts'

/** Number and text of each line; of a refused one its code. */
function split(chunks: readonly Chunk[], lineBytes = 1_000): readonly (readonly [number, string])[] {
  const splitter = createLineSplitter({ lineBytes })
  const found: Line[] = []
  for (const chunk of chunks) found.push(...linesOf(splitter, chunk))
  const last = splitter.end()
  return [...found, ...(last ? [last] : [])].map(({ number, text }) => [
    number,
    text instanceof SurfaceError ? text.code : text,
  ])
}

describe('the end of a line', () => {
  it.each([
    ['[S-2] is a line feed', 'a\nb\n', ['1 a', '2 b']],
    ['[S-2] is a carriage return and a line feed too', 'a\r\nb\r\n', ['1 a', '2 b']],
    ['[S-2] is no lone carriage return', 'a\rb\n', ['1 a\rb']],
    ['[S-2] takes one carriage return with it, not two', 'a\r\r\n', ['1 a\r']],
    [
      '[S-2] is not U+2028, U+2029, U+0085 or a form feed',
      'a\u2028b\u2029c\u0085d\fe\n',
      ['1 a\u2028b\u2029c\u0085d\fe'],
    ],
    ['[S-2] makes no line of nothing', '\n\n', []],
    ['[S-2] counts blank lines and says nothing of them', '\na\n \t \n\r\nb\n', ['2 a', '5 b']],
    ['[S-2] leaves blanks around a text alone', '  a\t\n', ['1   a\t']],
    ['[S-2] does not take a no-break space for a blank', '\u00A0\n', ['1 \u00A0']],
    ['[S-4] need not be there for the last line', 'a\nb', ['1 a', '2 b']],
    ['[S-4] may be a lone carriage return at the very end', 'a\r', ['1 a']],
    ['[S-4] is not missed after blanks', 'a\n  ', ['1 a']],
    ['[S-3] does not hide a byte order mark at the very start', '\uFEFFa\nb\n', ['1 a', '2 b']],
    ['[S-3] of a line with nothing but a byte order mark is a blank line', '\uFEFF\na\n', ['2 a']],
    ['[S-3] keeps a second byte order mark', '\uFEFF\uFEFFa\n', ['1 \uFEFFa']],
    ['[S-3] keeps a byte order mark on a later line', 'a\n\uFEFFb\n', ['1 a', '2 \uFEFFb']],
    ['[S-3] keeps one after a blank first line', '\n\uFEFFb\n', ['2 \uFEFFb']],
  ])('%s', (_, text, expected) => {
    expect(split([text]).map((line) => line.join(' '))).toEqual(expected)
    expect(split([bytesOf(text)]).map((line) => line.join(' '))).toEqual(expected)
  })

  it('[S-4] says of the last line only that it is unfinished', () => {
    const splitter = createLineSplitter({ lineBytes: 10 })
    expect(linesOf(splitter, 'a\nb').map((line) => 'unfinished' in line)).toEqual([false])
    expect(splitter.end()).toMatchObject({ number: 2, text: 'b', unfinished: true })
  })

  it('[S-10] starts the count again once the stream has ended', () => {
    const splitter = createLineSplitter({ lineBytes: 10 })
    expect(linesOf(splitter, 'a\nb\n').map(({ number }) => number)).toEqual([1, 2])
    expect(splitter.end()).toBeUndefined()
    expect(linesOf(splitter, '\uFEFFc\n')).toMatchObject([{ number: 1, text: 'c' }])
  })
})

describe('the limit of a line', () => {
  const limit = 12
  const over = 'LIMIT_LINE_BYTES'

  it.each([
    ['as long as allowed', 'x'.repeat(12), 'x'.repeat(12)],
    ['one byte longer', 'x'.repeat(13), over],
    ['as long as allowed in two-byte characters', 'é'.repeat(6), 'é'.repeat(6)],
    ['a byte longer in two-byte characters', `${'é'.repeat(6)}x`, over],
    ['as long as allowed in four-byte characters', '🎉'.repeat(3), '🎉'.repeat(3)],
    ['a byte longer in four-byte characters', `${'🎉'.repeat(3)}x`, over],
    ['much longer', 'x'.repeat(5_000), over],
  ])('[S-6] %s', (_, text, expected) => {
    for (const form of [text, bytesOf(text)]) {
      for (const size of [1, 5, 10_000]) {
        const pieces = Array.from({ length: Math.ceil(form.length / size) }, (_, at) =>
          form.slice(at * size, (at + 1) * size),
        )
        expect(split([...pieces, '\nnext\n'], limit)).toEqual([
          [1, expected],
          [2, 'next'],
        ])
        expect(split(pieces, limit), 'without a newline').toEqual([[1, expected]])
      }
    }
  })

  it('[S-6] counts neither the newline nor a byte order mark', () => {
    const text = `\uFEFF${'x'.repeat(12)}\r\n${'y'.repeat(12)}\r\n`
    const expected = [
      [1, 'x'.repeat(12)],
      [2, 'y'.repeat(12)],
    ]
    expect(split([text], limit)).toEqual(expected)
    expect(split([bytesOf(text)], limit)).toEqual(expected)
  })

  it('[S-6] tells each line that is too long, once', () => {
    const long = 'x'.repeat(50)
    expect(split([`${long}\n${long}${long}\nshort\n${long}\n`], limit)).toEqual([
      [1, over],
      [2, over],
      [3, 'short'],
      [4, over],
    ])
  })

  it('[S-6] is by default 1 MiB, of the runtime too', async () => {
    const { defaultLimits } = await import('../../src/entries/core.ts')
    expect(defaultLimits.lineBytes).toBe(1024 * 1024)
  })
})
