import { describe, expect, it } from 'vitest'
import { between } from '../support/between.ts'
import { CS, GOOD, lines } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { malformed } from './malformed.ts'
import { wellFormed } from './well-formed.ts'

describe.each(Object.entries(malformed))('not JSON: %s', (_, texts) => {
  it.each(texts)('[J-1] %j is one report, and its neighbours are applied', (text) => {
    const { reports } = between([text])
    expect(reports).toMatchObject([{ code: 'JSON_SYNTAX', severity: 'error', place: { line: 3 } }])
    expect(reports[0]?.hint).not.toBe('')
  })

  it.each(texts)('[J-1] %j is no better inside of a message', (text) => {
    // Two faults may mend one another: a quotation mark too many, a bracket that closes too early.
    const wrapped = `{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/n","value":${text}}}`
    const { reports, runtime } = between([wrapped])
    expect(reports).toMatchObject([{ code: 'JSON_SYNTAX', place: { line: 3 } }])
    expect(runtime.surface('s')?.data.get('/')).toEqual({})
  })
})

describe('JSON', () => {
  it.each(wellFormed)('[J-1] %s is no message, but it is JSON', (text) => {
    const { codes } = between([text])
    expect(codes()).toHaveLength(1)
    expect(codes()[0]).toMatch(/^ENVELOPE_/)
  })

  it.each(wellFormed)('[J-1] %s arrives as what it means', (text, value) => {
    const { runtime, codes } = between([
      `{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/n","value":${text}}}`,
    ])
    expect(codes()).toEqual([])
    expect(runtime.surface('s')?.data.get('/n')).toStrictEqual(value)
  })

  it.each([
    ['blanks around it', ` \t${JSON.stringify(CS('x'))}\t `],
    ['blanks inside', JSON.stringify(CS('x')).replaceAll(':{', ' :\t{ ').replaceAll('",', '" , ')],
    ['a carriage return inside', JSON.stringify(CS('x')).replace('{', '{\r')],
    [
      'escaped names',
      JSON.stringify(CS('x')).replace('surfaceId', 'surface\\u0049d').replace('createSurface', '\\u0063reateSurface'),
    ],
  ])('[J-1] a message with %s is taken', (_, line) => {
    const { runtime, codes } = between([line])
    expect(codes()).toEqual([])
    expect(runtime.surface('x')).toBeDefined()
  })
})

describe('every faulty line there is', () => {
  it('[J-1] in one chunk, each is told by its number', () => {
    const texts = Object.values(malformed).flat()
    const { runtime, reports, shown } = record()
    runtime.push(lines(CS('s'), ...texts, ...GOOD))
    expect(reports.map(({ place }) => place.line)).toEqual(texts.map((_, index) => index + 2))
    expect(shown('g')).toBe('witness')
  })
})

describe('the remedy', () => {
  it.each([
    ['```json', /fence/],
    ['data: {"version":"v0.9"}', /server-sent/],
    ['event: message', /server-sent/],
    ['\ufeff{}', /byte order mark/],
    ['{"a":1,}', /one line/],
    ['Sure, here you are.', /prose/],
  ])('[E-7] for %j fits the mistake', (text, hint) => {
    expect(between([text]).reports[0]?.hint).toMatch(hint)
  })
})

describe('the stack of an error', () => {
  it('[J-1] is not collected for a line that is not JSON, and other errors have theirs', () => {
    const limit = Error.stackTraceLimit
    const { reports } = between(['Sure, here you are.'])
    expect(reports[0]?.stack).not.toMatch(/\n +at /)
    expect(Error.stackTraceLimit).toBe(limit)
    expect(new Error('mine').stack).toMatch(/\n +at /)
  })
})
