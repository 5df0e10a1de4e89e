// In which version things go back to the agent when their surface cannot tell any more.
import { describe, expect, it } from 'vitest'
import type { Runtime } from '../../src/entries/core.ts'
import { root } from '../../src/json/pointer.ts'
import { ComponentBinding } from '../../src/surface/binding.ts'
import { inner } from '../support/live.ts'
import { CS, T, UC, v08 } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { mount } from '../surface/mount.ts'

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
    for (const report of reports) expect(Object.keys(runtime.encode(report) ?? {})).toEqual(['error'])
  })

  it('[O-1] goes out in v0.8 when the text of a line is at fault, and the line is taken', () => {
    const { runtime, reports } = record()
    runtime.push('{"dataModelUpdate":{"surfaceId":"o","surfaceId":"o","contents":[]}}\n')
    expect(reports.map(({ code }) => code)).toEqual(['JSON_DUPLICATE_KEY'])
    for (const report of reports) expect(Object.keys(runtime.encode(report) ?? {})).toEqual(['error'])
  })

  it('[O-1] goes out in v0.9.1 if it came so', () => {
    const { send, runtime, reports } = record()
    send({ ...UC('nobody', [T('root', 'x')]), version: 'v0.9.1' })
    expect(reports.map((report) => runtime.encode(report)?.['version'])).toEqual(['v0.9.1'])
  })

  it('[O-1] [V8-1] goes out in v0.8 when the stream ends before the beginning', () => {
    const { send, runtime, reports } = record()
    send(v08.SU('o', [v08.T('r', 'x')]))
    runtime.end()
    expect(reports.map((report) => Object.keys(runtime.encode(report) ?? {}))).toEqual([['error']])
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
    for (const report of reports) expect(Object.keys(runtime.encode(report) ?? {})).toEqual(['error'])
  })
})

describe('handlers', () => {
  const action = { Button: { child: 't', action: { name: 'go' } } }
  const opening = [v08.SU('o', [{ id: 'r', component: action }, v08.T('t', 'Go')]), v08.BR('o', 'r')]

  function press(runtime: Runtime): unknown {
    const surface = runtime.surface('o') ?? expect.fail('There is no surface')
    return new ComponentBinding(inner(surface), 'r', root).act('action')
  }

  it('[O-5] get each event and error with its version and its wire message, as listeners do', () => {
    const reported: unknown[] = []
    const heard: unknown[] = []
    const { runtime, send, events, reports } = record({
      onEvent: (event, wire) => void reported.push(event, wire),
      onError: (error, wire) => void reported.push(error, wire),
    })
    const stop = runtime.listen({
      onEvent: (event, wire) => void heard.push(event, wire),
      onError: (error, wire) => void heard.push(error, wire),
    })
    send(...opening, v08.SU('o', []))
    press(runtime)
    expect([...events, ...reports].map(({ version }) => version)).toEqual(['v0.8', 'v0.8'])
    expect(reported).toEqual([reports[0], { error: expect.anything() }, events[0], { userAction: expect.anything() }])
    expect(heard).toEqual(reported)
    stop()
    press(runtime)
    expect(reported).toHaveLength(6)
    expect(heard).toHaveLength(4)
  })

  it('[O-5] that return promises keep the control busy until the last of them is done', async () => {
    let finish: () => void = () => undefined
    const { runtime, send, codes } = record({ onEvent: () => Promise.resolve() })
    runtime.listen({
      onEvent: () =>
        new Promise<void>((resolve) => {
          finish = resolve
        }),
    })
    send(...opening)
    const { binding, snapshot } = mount(runtime.surface('o'), 'r')
    binding.act('action')
    await new Promise((resolve) => setImmediate(resolve))
    expect(snapshot().busy).toBe(true)
    finish()
    await new Promise((resolve) => setImmediate(resolve))
    expect(snapshot().busy).toBe(false)
    expect(codes()).toEqual([])
  })
})
