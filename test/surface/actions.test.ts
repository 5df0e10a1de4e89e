// What the user does becomes one event, with the values of that moment.
import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { createActions } from '../../src/surface/actions.ts'
import { CS, DS, UC, UD, v08 } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { mount } from './mount.ts'

const button = (action: JsonObject, id = 'root'): JsonObject => ({ id, component: 'Button', child: 'c', action })
const go = (context?: JsonObject): JsonObject => button({ event: { name: 'go', ...(context ? { context } : {}) } })

describe('an action', () => {
  it('[B-7] is an event with the values of the moment, whatever comes later', () => {
    const { send, runtime, events } = record()
    send(CS('s'), UC('s', [go({ name: { path: '/name' }, tags: { path: '/tags' }, fixed: 1 })]))
    send(UD('s', '/', { name: 'before', tags: ['x'] }))
    const { binding } = mount(runtime.surface('s'))
    send(UD('s', '/name', 'now'))
    binding.act('action')
    send(UD('s', '/name', 'after'), UD('s', '/tags/0', 'after'))
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({ kind: 'action', surfaceId: 's', componentId: 'root', name: 'go' })
    expect(events[0]?.context).toEqual({ name: 'now', tags: ['x'], fixed: 1 })
    expect(new Date(events[0]?.timestamp ?? '').toISOString()).toBe(events[0]?.timestamp)
  })

  const contexts: readonly (readonly [title: string, value: JsonValue, context: unknown])[] = [
    ['[B-7] a path without a value is null', { path: '/gone' }, null],
    ['[B-7] null stays null', { path: '/none' }, null],
    ['[B-7] an object comes as it is', { path: '/user' }, { name: 'Ada' }],
    ['[B-7] false and 0 are values', { path: '/no' }, false],
    ['[B-7] a call is evaluated', { call: 'formatString', args: { value: 'Hi ${/user/name}' } }, 'Hi Ada'],
    [
      '[B-7] an array is evaluated element by element',
      ['x', { path: '/user/name' }, { path: '/gone' }],
      ['x', 'Ada', null],
    ],
    ['[B-7] a text is not searched for paths', '${/user/name}', '${/user/name}'],
  ]

  it.each(contexts)('%s', (_title, value, context) => {
    const { send, runtime, events } = record()
    send(CS('s'), UC('s', [go({ value })]), UD('s', '/', { user: { name: 'Ada' }, none: null, no: false }))
    mount(runtime.surface('s')).binding.act('action')
    expect(events[0]?.context).toEqual({ value: context })
  })

  it('[B-7] without a context has an empty one, and keys called path and call are keys', () => {
    const { send, runtime, events } = record()
    send(CS('s'), UC('s', [go()]))
    const { binding } = mount(runtime.surface('s'))
    binding.act('action')
    send(UC('s', [go({ path: '/a', call: 'me' })]))
    binding.act('action')
    expect(events.map(({ context }) => context)).toEqual([{}, { path: '/a', call: 'me' }])
  })

  it('[B-7] [B-2] in a list reads its own item', () => {
    const { send, runtime, events } = record()
    send(
      CS('s'),
      UC('s', [
        { id: 'root', component: 'Row', children: { componentId: 'b', path: '/rows' } },
        button({ event: { name: 'pick', context: { id: { path: 'id' } } } }, 'b'),
      ]),
    )
    send(UD('s', '/rows', [{ id: 1 }, { id: 2 }]))
    for (const { binding } of mount(runtime.surface('s')).instances('children')) binding.act('action')
    expect(events.map(({ componentId, context }) => [componentId, context])).toEqual([
      ['b', { id: 1 }],
      ['b', { id: 2 }],
    ])
  })

  it('[B-7] in v0.8 reads its entries', () => {
    const { send, runtime, events } = record()
    const context = [
      { key: 'a', value: { path: 'user.name' } },
      { key: 'b', value: { literalNumber: 2 } },
      { key: 'c', value: { path: '/gone' } },
      { key: 'd', value: { path: '/none', literalString: 'not written' } },
    ]
    send(v08.BR('s'), v08.SU('s', [v08.C('root', 'Button', { child: 'c', action: { name: 'go', context } })]))
    send(v08.DM('s', [{ key: 'user', valueMap: [{ key: 'name', valueString: 'Ada' }] }]))
    mount(runtime.surface('s')).binding.act('action')
    expect(events[0]).toMatchObject({ name: 'go', context: { a: 'Ada', b: 2, c: null, d: null } })
    expect(runtime.surface('s')?.data.get('/none')).toBeUndefined()
  })

  it('[B-7] [FN-3] goes out although a function of its context fails, with null in its place', async () => {
    const { send, runtime, events, codes } = record()
    send(
      CS('s'),
      UC('s', [go({ broken: { call: 'formatString', args: { value: { path: '/t' } } }, kept: 1 })]),
      UD('s', '/t', '${'),
    )
    mount(runtime.surface('s')).binding.act('action')
    await Promise.resolve()
    expect(events[0]?.context).toEqual({ broken: null, kept: 1 })
    expect(codes()).toEqual(['TEMPLATE_SYNTAX'])
  })

  it('[B-7] that the component does not have does nothing', () => {
    const { send, runtime, events } = record()
    send(CS('s'), UC('s', [go()]))
    const { binding } = mount(runtime.surface('s'))
    for (const name of ['other', 'child', 'variant', 'toString']) binding.act(name)
    mount(runtime.surface('s'), 'gone').binding.act('action')
    expect(events).toEqual([])
  })
})

describe('while the host deals with an event', () => {
  function pending(): { readonly promise: Promise<void>; readonly settle: (error?: Error) => void } {
    let settle: (error?: Error) => void = () => undefined
    const promise = new Promise<void>((resolve, reject) => {
      settle = (error) => (error ? reject(error) : resolve())
    })
    return { promise, settle: (error) => settle(error) }
  }
  const turn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))

  it('[B-8] its control is busy and acts no second time', async () => {
    const { promise, settle } = pending()
    const { send, runtime, events } = record({ onEvent: () => promise })
    send(CS('s'), UC('s', [go()]))
    const { binding, snapshot, wakes } = mount(runtime.surface('s'))
    binding.act('action')
    binding.act('action')
    expect([snapshot().busy, wakes(), events.length]).toEqual([true, 1, 1])
    settle()
    await turn()
    expect([snapshot().busy, wakes()]).toEqual([false, 2])
    binding.act('action')
    expect(events).toHaveLength(2)
  })

  it('[B-8] which fails, the failure is reported and the control is free', async () => {
    const { promise, settle } = pending()
    const { send, runtime, reports } = record({ onEvent: () => promise })
    send(CS('s'), UC('s', [go()]))
    const { binding, snapshot } = mount(runtime.surface('s'))
    binding.act('action')
    settle(new Error('offline'))
    await turn()
    expect(snapshot().busy).toBe(false)
    expect(reports[0]).toMatchObject({ code: 'ACTION_FAILED', place: { surfaceId: 's', componentId: 'root' } })
    expect(reports[0]?.message).toContain('offline')
  })

  it('[B-8] others are free, and the component may change', () => {
    const { promise } = pending()
    const { send, runtime, events } = record({ onEvent: () => promise })
    send(CS('s'), UC('s', [go(), button({ event: { name: 'other' } }, 'b')]))
    const [first, second] = ['root', 'b'].map((id) => mount(runtime.surface('s'), id))
    first?.binding.act('action')
    second?.binding.act('action')
    send(UC('s', [go({ changed: true })]))
    first?.binding.act('action')
    expect(events.map(({ name }) => name)).toEqual(['go', 'other'])
    expect(first?.snapshot().busy).toBe(true)
  })

  it('[B-8] that returns nothing it was never busy', () => {
    const { send, runtime, events } = record()
    send(CS('s'), UC('s', [go()]))
    const { binding, wakes } = mount(runtime.surface('s'))
    binding.act('action')
    binding.act('action')
    expect([wakes(), events.length]).toEqual([0, 2])
  })
})

describe('actions are refused', () => {
  it('[B-9] of a deleted surface, and of one that is over with its runtime', async () => {
    const { send, runtime, events, reports } = record()
    send(CS('s'), UC('s', [go()]), CS('t'), UC('t', [go()]))
    const [gone, over] = ['s', 't'].map((id) => mount(runtime.surface(id)))
    send(DS('s'))
    // By then it may not go on any more.
    await Promise.resolve()
    send(CS('s'), UC('s', [go()]))
    gone?.binding.act('action')
    expect(reports).toHaveLength(1)
    expect(reports[0]).toMatchObject({ code: 'ACTION_STALE', place: { surfaceId: 's', componentId: 'root' } })
    runtime.dispose()
    over?.binding.act('action')
    expect(events).toEqual([])
  })

  it('[B-9] beyond so many within a second, told with the place', () => {
    const { send, runtime, events, reports } = record({ limits: { actionsPerSecond: 2 } })
    send(CS('s'), UC('s', [go()]), CS('t'), UC('t', [go()]))
    const [one, other] = ['s', 't'].map((id) => mount(runtime.surface(id)).binding)
    for (let n = 0; n < 4; n++) one?.act('action')
    other?.act('action')
    expect(events.map(({ surfaceId }) => surfaceId)).toEqual(['s', 's', 't'])
    expect(reports.map(({ code, place }) => [code, place.surfaceId, place.componentId])).toEqual([
      ['ACTION_RATE', 's', 'root'],
      ['ACTION_RATE', 's', 'root'],
    ])
  })

  it('[B-9] and let pass again as the second goes by', () => {
    let now = 0
    const start = Date.UTC(2026, 0, 1)
    const sent: number[] = []
    const refused: string[] = []
    const actions = createActions(
      { surfaceId: 's', version: 'v0.9' },
      {
        limits: { actionsPerSecond: 2 },
        // The clock on the wall is set back in between.
        wallClock: () => start + now - (now > 600 ? 3_600_000 : 0),
        monotonicClock: () => now,
        report: ({ code }) => refused.push(code),
        emit: ({ timestamp }) => void sent.push(Date.parse(timestamp) - start),
      },
    )
    for (now of [0, 600, 999, 1000, 1001, 1599, 1600, 1700]) actions.emit('c', 'go', {})
    expect(sent).toEqual([0, 600, 1000 - 3_600_000, 1600 - 3_600_000])
    expect(refused).toHaveLength(4)
  })
})
