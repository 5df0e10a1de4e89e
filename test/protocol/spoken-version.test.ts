// In which version things go back to the agent when their surface cannot tell any more.
import { describe, expect, it } from 'vitest'
import { root } from '../../src/json/pointer.ts'
import { ComponentBinding } from '../../src/surface/binding.ts'
import { CS, T, UC, v08 } from '../support/messages.ts'
import { record } from '../support/recorder.ts'

describe('an error of a message whose surface is not there', () => {
  it.each([
    ['a faulty update', { surfaceUpdate: { surfaceId: 'o', components: [] } }],
    ['a faulty beginning', { beginRendering: { surfaceId: 'o' } }],
    ['an unknown catalog', { beginRendering: { surfaceId: 'o', root: 'r', catalogId: 'nobody' } }],
    ['two messages in one', { deleteSurface: { surfaceId: 'o' }, beginRendering: { surfaceId: 'o', root: 'r' } }],
  ])('[O-1] goes out in v0.8: %s', (_, message) => {
    const { send, runtime, reports } = record()
    send(message)
    expect(reports).toHaveLength(1)
    for (const report of reports) expect(Object.keys(runtime.encode(report))).toEqual(['error'])
  })

  it('[O-1] goes out in v0.9.1 if it came so', () => {
    const { send, runtime, reports } = record()
    send({ ...UC('nobody', [T('root', 'x')]), version: 'v0.9.1' })
    expect(reports.map((report) => runtime.encode(report)['version'])).toEqual(['v0.9.1'])
  })

  it('[O-1] [V8-1] goes out in v0.8 when the stream ends before the beginning', () => {
    const { send, runtime, reports } = record()
    send(v08.SU('o', [v08.T('r', 'x')]))
    runtime.end()
    expect(reports.map((report) => Object.keys(runtime.encode(report)))).toEqual([['error']])
  })
})

describe('an event', () => {
  const action = { Button: { child: 't', action: { name: 'go' } } }

  it('[O-1] is written in the version of its surface when it was copied on its way', () => {
    const { send, runtime, events } = record()
    send(v08.SU('o', [{ id: 'r', component: action }, v08.T('t', 'Go')]), v08.BR('o', 'r'))
    const surface = runtime.surface('o') ?? expect.fail('There is no surface')
    new ComponentBinding(surface, 'r', root).act('action')
    expect(events).toHaveLength(1)
    for (const event of events) expect(Object.keys(runtime.encode({ ...event }))).toEqual(['userAction'])
  })

  it('[B-9] [O-1] that comes too late is told in the version of its surface', () => {
    const { send, runtime, reports } = record()
    send(v08.SU('o', [{ id: 'r', component: action }, v08.T('t', 'Go')]), v08.BR('o', 'r'))
    const surface = runtime.surface('o') ?? expect.fail('There is no surface')
    const binding = new ComponentBinding(surface, 'r', root)
    send(v08.DS('o'), CS('x'))
    binding.act('action')
    expect(reports.map(({ code }) => code)).toEqual(['ACTION_STALE'])
    for (const report of reports) expect(Object.keys(runtime.encode(report))).toEqual(['error'])
  })
})
