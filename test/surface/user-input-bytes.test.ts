// What the user entered always has room, is counted like other data, and tells other surfaces nothing before it is sent.
import { describe, expect, it } from 'vitest'
import { CS, T, UC, UD, v08 } from '../support/messages.ts'
import { record } from '../support/recorder.ts'

describe('[BD-2] what the user entered', () => {
  it('[BD-2] always has room, and stays where a write finds none', () => {
    const { send, runtime, codes } = record({ limits: { dataBytes: 100 } })
    send(CS('s'), UC('s', [T('root', { path: '/typed' })]))
    const data = runtime.surface('s')?.data
    data?.set('/typed', 'x'.repeat(5_000))
    send(UD('s', '/other', 'z'))
    expect([codes(), data?.get('/')]).toEqual([['LIMIT_DATA_BYTES'], { typed: 'x'.repeat(5_000) }])
    // A shorter text makes room.
    send(UD('s', '/typed', 'y'), UD('s', '/other', 'z'))
    expect([codes(), data?.get('/')]).toEqual([['LIMIT_DATA_BYTES'], { typed: 'y', other: 'z' }])
  })

  it('[BD-2] [TT-2] the agent does not hear that it left no room, until it was sent', () => {
    const { send, runtime, reports } = record({ limits: { dataBytes: 100 } })
    send(CS('s'))
    runtime.surface('s')?.data.set('/typed', 'x'.repeat(90))
    send(UD('s', '/other', 'z'))
    expect(reports.map((error) => [error.code, runtime.encode(error)])).toEqual([['LIMIT_DATA_BYTES', undefined]])
  })

  it('[BD-2] [V8-7] keeps its place from a v0.8 literal, which then takes no room', () => {
    const { send, runtime, codes } = record({ limits: { dataBytes: 60 } })
    send(v08.BR('s'), v08.SU('s', [v08.T('root', { path: 'other', literalString: 'x' })]))
    runtime.surface('s')?.data.set('/v', 'typed')
    send(v08.SU('s', [v08.T('root', { path: 'v', literalString: 'x'.repeat(90) })]))
    expect([codes(), runtime.surface('s')?.data.get('/v')]).toEqual([[], 'typed'])
  })
})
