import { describe, expect, it } from 'vitest'
import { CS, GOOD, T, UC, UD, v08 } from '../support/messages.ts'
import { record } from '../support/recorder.ts'

describe('apply', () => {
  it('[E-6] takes one message', () => {
    const { runtime, codes } = record()
    runtime.apply(CS('s'))
    expect([codes(), runtime.surface('s')?.id]).toEqual([[], 's'])
  })

  it('[E-6] takes an array of messages, of both versions', () => {
    const { runtime, codes, shown } = record()
    runtime.apply([...GOOD, v08.SU('o', [v08.T('root', 'old')]), v08.BR('o')])
    expect([codes(), shown('g'), shown('o')]).toEqual([[], 'witness', 'old'])
  })

  it('[E-6] takes {messages}', () => {
    const { runtime, codes, shown } = record()
    runtime.apply({ messages: GOOD })
    expect([codes(), shown('g')]).toEqual([[], 'witness'])
  })

  it.each([
    ['an array', []],
    ['{messages}', { messages: [] }],
  ])('[E-6] takes %s with nothing in it', (_, nothing) => {
    const { runtime, reports } = record()
    runtime.apply(nothing)
    expect(reports).toEqual([])
  })

  it.each<readonly [string, (list: readonly unknown[]) => unknown]>([
    ['an array', (list) => list],
    ['{messages}', (list) => ({ messages: list })],
  ])('[E-6] goes on in %s after each message that is refused', (_, wrap) => {
    const { runtime, codes, shown } = record()
    runtime.apply(
      wrap([
        null,
        CS('s'),
        CS('s'),
        7,
        undefined,
        UC('s', [T('root', 1)]),
        [CS('t')],
        { messages: [] },
        UD('s', '/n', 1),
        ...GOOD,
      ]),
    )
    expect(codes()).toEqual([
      'ENVELOPE_NOT_OBJECT',
      'SURFACE_EXISTS',
      'ENVELOPE_NOT_OBJECT',
      'ENVELOPE_INVALID',
      'VALIDATION_FAILED',
      'ENVELOPE_NOT_OBJECT',
      'ENVELOPE_UNKNOWN_KIND',
    ])
    expect(runtime.surface('t')).toBeUndefined()
    expect([runtime.surface('s')?.data.get('/n'), shown('g')]).toEqual([1, 'witness'])
  })

  it.each<readonly [string, unknown, string]>([
    ['nothing', undefined, 'ENVELOPE_INVALID'],
    ['null', null, 'ENVELOPE_NOT_OBJECT'],
    ['a text', JSON.stringify(CS('s')), 'ENVELOPE_NOT_OBJECT'],
    ['a function', () => CS('s'), 'ENVELOPE_INVALID'],
    ['{messages} with more beside', { messages: [CS('s')], more: 1 }, 'ENVELOPE_UNKNOWN_KIND'],
    ['{messages} that are no list', { messages: CS('s') }, 'ENVELOPE_UNKNOWN_KIND'],
    ['a list that is inherited', Object.create({ messages: [CS('s')] }), 'ENVELOPE_INVALID'],
  ])('[E-6] refuses %s with one report', (_, messages, code) => {
    const { runtime, reports } = record()
    runtime.apply(messages)
    expect(reports).toMatchObject([{ code }])
    expect(reports[0]?.place.line).toBeUndefined()
    expect(runtime.surfaces.getSnapshot()).toEqual([])
  })

  it('[E-6] a member that throws when it is read is told as a fault, and the list goes on', () => {
    const trap = Object.defineProperty({}, 'createSurface', {
      enumerable: true,
      get: () => {
        throw new Error('do not look')
      },
    })
    const { runtime, reports, shown } = record()
    runtime.apply([trap, ...GOOD])
    expect(reports).toMatchObject([{ code: 'ENVELOPE_INVALID', message: expect.stringContaining('do not look') }])
    expect(shown('g')).toBe('witness')
  })
})
