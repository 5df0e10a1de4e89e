import { describe, expect, it } from 'vitest'
import { bytesOf, everywhere } from '../support/cuts.ts'
import { CS, GOOD, lines } from '../support/messages.ts'
import { record } from '../support/recorder.ts'

type Case = readonly [name: string, bytes: readonly number[]]

/** Sequences that no UTF-8 text has. */
const wrong: readonly Case[] = [
  ['a continuation byte alone, the first', [0x80]],
  ['a continuation byte alone, the last', [0xbf]],
  ['five continuation bytes', [0x80, 0x81, 0x82, 0x83, 0x84]],
  ['a continuation byte after a letter', [0x41, 0x9f]],
  ['one too many after two bytes', [0xc3, 0xa9, 0x80]],
  ['one too many after three bytes', [0xe2, 0x82, 0xac, 0x80]],
  ['one too many after four bytes', [0xf0, 0x9f, 0x98, 0x80, 0x80]],
  ['two bytes, cut after one', [0xc3]],
  ['three bytes, cut after one', [0xe2]],
  ['three bytes, cut after two', [0xe2, 0x82]],
  ['four bytes, cut after one', [0xf0]],
  ['four bytes, cut after two', [0xf0, 0x9f]],
  ['four bytes, cut after three', [0xf0, 0x9f, 0x98]],
  ['two starts of two bytes', [0xc3, 0xc3, 0xa9]],
  ['three bytes with a letter inside', [0xe2, 0x41, 0xac]],
  ['three bytes with a letter at the end', [0xe2, 0x82, 0x41]],
  ['four bytes with a letter inside', [0xf0, 0x9f, 0x41, 0x80]],
  ['a character inside of another', [0xf0, 0x9f, 0xc3, 0xa9, 0x98, 0x80]],
  ['NUL in two bytes', [0xc0, 0x80]],
  ['a slash in two bytes', [0xc0, 0xaf]],
  ['a quotation mark in two bytes', [0xc0, 0xa2]],
  ['the last of one byte, in two', [0xc1, 0xbf]],
  ['NUL in three bytes', [0xe0, 0x80, 0x80]],
  ['a slash in three bytes', [0xe0, 0x80, 0xaf]],
  ['the last of two bytes, in three', [0xe0, 0x9f, 0xbf]],
  ['NUL in four bytes', [0xf0, 0x80, 0x80, 0x80]],
  ['a slash in four bytes', [0xf0, 0x80, 0x80, 0xaf]],
  ['the last of three bytes, in four', [0xf0, 0x8f, 0xbf, 0xbf]],
  ['the first high surrogate', [0xed, 0xa0, 0x80]],
  ['the last high surrogate', [0xed, 0xaf, 0xbf]],
  ['the first low surrogate', [0xed, 0xb0, 0x80]],
  ['the last low surrogate', [0xed, 0xbf, 0xbf]],
  ['a pair of surrogates, three bytes each', [0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80]],
  ['one above the last character', [0xf4, 0x90, 0x80, 0x80]],
  ['far above the last character', [0xf7, 0xbf, 0xbf, 0xbf]],
  ['four bytes from F5', [0xf5, 0x80, 0x80, 0x80]],
  ['five bytes', [0xf8, 0x88, 0x80, 0x80, 0x80]],
  ['five bytes for a slash', [0xf8, 0x80, 0x80, 0x80, 0xaf]],
  ['six bytes', [0xfc, 0x84, 0x80, 0x80, 0x80, 0x80]],
  ['six bytes for a slash', [0xfc, 0x80, 0x80, 0x80, 0x80, 0xaf]],
  ['FE', [0xfe]],
  ['FF', [0xff]],
  ['the byte order mark of UTF-16, either way', [0xff, 0xfe, 0xfe, 0xff]],
  ['an é of Latin-1', [0x63, 0x61, 0x66, 0xe9]],
  ['quotation marks of Windows-1252', [0x93, 0x68, 0x69, 0x94]],
  ['a katakana of Shift_JIS', [0x83, 0x41]],
]

/** The first and last characters of each length, and neighbours of what is forbidden. */
const right: readonly Case[] = [
  ['\u007F', [0x7f]],
  ['\u0080', [0xc2, 0x80]],
  ['\u07FF', [0xdf, 0xbf]],
  ['\u0800', [0xe0, 0xa0, 0x80]],
  ['\uD7FF', [0xed, 0x9f, 0xbf]],
  ['\uE000', [0xee, 0x80, 0x80]],
  ['\uFDD0', [0xef, 0xb7, 0x90]],
  ['\uFEFF', [0xef, 0xbb, 0xbf]],
  ['\uFFFD', [0xef, 0xbf, 0xbd]],
  ['\uFFFF', [0xef, 0xbf, 0xbf]],
  ['\u{10000}', [0xf0, 0x90, 0x80, 0x80]],
  ['\u{1FFFF}', [0xf0, 0x9f, 0xbf, 0xbf]],
  ['\u{10FFFF}', [0xf4, 0x8f, 0xbf, 0xbf]],
]

const [head = '', tail = ''] = JSON.stringify({
  version: 'v0.9',
  updateDataModel: { surfaceId: 's', path: '/n', value: '<|>' },
}).split('|')

function stream(bytes: readonly number[]): Uint8Array {
  return Uint8Array.from([...bytesOf(lines(CS('s')) + head), ...bytes, ...bytesOf(`${tail}\n${lines(...GOOD)}`)])
}

describe.each([
  ['in one chunk', (bytes: Uint8Array) => [bytes]],
  ['byte by byte', everywhere],
])('%s', (_, cut) => {
  it.each(wrong)('[S-5] refuses %s, and the next line works', (_, bytes) => {
    const { runtime, reports, shown } = record()
    for (const chunk of cut(stream(bytes))) runtime.push(chunk)
    expect(reports.map(({ code, place }) => [code, place.line])).toEqual([['ENCODING_INVALID', 2]])
    expect(runtime.surface('s')?.data.get('/')).toEqual({})
    expect(shown('g')).toBe('witness')
  })

  it.each(right)('[S-5] takes %j as it is', (character, bytes) => {
    const { runtime, reports } = record()
    for (const chunk of cut(stream(bytes))) runtime.push(chunk)
    expect(reports).toEqual([])
    expect(runtime.surface('s')?.data.get('/n')).toBe(`<${character}>`)
  })
})

describe('a fault', () => {
  it.each([
    ['in a key', [...bytesOf('{"'), 0xff, ...bytesOf('":1}')]],
    ['outside of strings', [0xff, ...bytesOf('{}')]],
    ['after the object', [...bytesOf('{}'), 0xc3]],
    ['alone on its line', [0x80]],
  ])('[S-5] %s is told by its line, not as bad JSON', (_, bytes) => {
    const { runtime, codes, shown } = record()
    runtime.push(Uint8Array.from([...bytes, 0x0a, ...bytesOf(lines(...GOOD))]))
    expect(codes()).toEqual(['ENCODING_INVALID'])
    expect(shown('g')).toBe('witness')
  })

  it('[S-5] in a surface id makes no surface', () => {
    const id = [...bytesOf('{"version":"v0.9","createSurface":{"surfaceId":"a'), 0xff]
    const rest = bytesOf(`","catalogId":${JSON.stringify(CS('s')).match(/"catalogId":("[^"]+")/)?.[1]}}}\n`)
    const { runtime, codes } = record()
    runtime.push(Uint8Array.from([...id, ...rest]))
    expect(codes()).toEqual(['ENCODING_INVALID'])
    expect(runtime.surfaces.getSnapshot()).toEqual([])
  })

  it('[S-4] in a line without its end counts as cut off', () => {
    const { runtime, reports } = record()
    runtime.push(Uint8Array.from([...bytesOf(`${lines(...GOOD)}{"n":"`), 0xf0, 0x9f]))
    runtime.end()
    expect(reports.map(({ code, place }) => [code, place.line])).toEqual([['STREAM_TRUNCATED', 3]])
  })
})
