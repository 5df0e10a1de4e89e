// Functions with an effect wait for the user.
import { describe, expect, it } from 'vitest'
import type { Catalog } from '../../src/catalog/catalog.ts'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import type { Surface } from '../../src/surface/surface.ts'
import { CS, T, UC, UD } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { soundIds } from '../support/sound.ts'
import { call, catalogId, tools } from './function-setup.ts'
import { type Mounted, mount } from './mount.ts'

describe('a function with an effect', () => {
  function notes(): { readonly catalog: Catalog; readonly ran: JsonValue[] } {
    const ran: JsonValue[] = []
    return { ran, catalog: tools({ note: { effect: true, run: ({ value }) => void ran.push(value ?? null) } }) }
  }
  const button = (action: JsonObject): JsonObject => ({ id: 'root', component: 'Button', child: 'c', action })

  it.each<readonly [where: string, component: JsonObject, at: string]>([
    ['as a value', T('root', call('note')), '/text/call'],
    ['within a call', T('root', { call: 'formatString', args: { value: call('note') } }), '/text/args/value/call'],
    ['within a template', T('root', { call: 'formatString', args: { value: 'a ${note()}' } }), '/text/args/value'],
    [
      'in the context of an event',
      button({ event: { name: 'go', context: { x: call('note') } } }),
      '/action/event/context/x/call',
    ],
    [
      'as an argument of an effect',
      button({ functionCall: call('note', call('note')) }),
      '/action/functionCall/args/value/call',
    ],
    [
      'as a check',
      { ...button({ event: { name: 'go' } }), checks: [{ condition: call('note'), message: 'm' }] },
      '/checks/0/condition/call',
    ],
  ])('[FN-4] is refused %s, and did not run', (_where, component, at) => {
    const { catalog, ran } = notes()
    const { send, reports, runtime } = record({ catalogs: [catalog] })
    send(CS('s', { catalogId }), UC('s', [component]))
    expect(reports[0]).toMatchObject({
      code: 'FUNCTION_NOT_PURE',
      place: { at: `/updateComponents/components/0${at}`, componentId: 'root' },
    })
    expect(soundIds(runtime.surface('s'))).toEqual([])
    expect(ran).toEqual([])
  })

  it('[FN-4] is refused in a template that comes with the data, and did not run', async () => {
    const { catalog, ran } = notes()
    const { send, codes, shown } = record({ catalogs: [catalog] })
    send(
      CS('s', { catalogId }),
      UC('s', [T('root', { call: 'formatString', args: { value: { path: '/t' } } })]),
      UD('s', '/t', '${note()}'),
    )
    expect(shown('s')).toBe('')
    await Promise.resolve()
    expect(codes()).toEqual(['FUNCTION_NOT_PURE'])
    expect(ran).toEqual([])
  })

  it('[FN-4] runs when the user acts, with the values of the moment, and no event is sent', () => {
    const { catalog, ran } = notes()
    const { send, runtime, events, reports } = record({ catalogs: [catalog] })
    send(
      CS('s', { catalogId }),
      UC('s', [button({ functionCall: call('note', { path: '/v' }) })]),
      UD('s', '/v', 'now'),
    )
    const { binding } = mount(runtime.surface('s'))
    expect(ran).toEqual([])
    binding.act('action')
    expect(ran).toEqual(['now'])
    expect([events, reports]).toEqual([[], []])
  })

  it('[FN-4] [FN-3] that throws then is reported', async () => {
    const { send, runtime, reports } = record({
      catalogs: [
        tools({
          note: {
            effect: true,
            run: () => {
              throw new Error('no')
            },
          },
        }),
      ],
    })
    send(CS('s', { catalogId }), UC('s', [button({ functionCall: call('note') })]))
    mount(runtime.surface('s')).binding.act('action')
    await Promise.resolve()
    expect(reports[0]).toMatchObject({
      code: 'FUNCTION_FAILED',
      place: { at: '/updateComponents/components/0/action/functionCall' },
    })
  })

  it.each<readonly [what: string, within: (mounted: Mounted, surface: Surface) => void]>([
    ['has written data that its component shows', (_, surface) => surface.data.set('/shown', 'new')],
    ['has pressed the same button again', ({ binding }) => binding.act('action')],
  ])('[TT-2] that fails on typed text after it %s tells the agent nothing of the text', async (_what, within) => {
    let depth = 0
    const fails = (value: unknown): never => {
      depth++
      if (depth === 1) within(mounted, recorder.runtime.surface('s') as Surface)
      throw new Error(`no ${value}`)
    }
    const recorder = record({ catalogs: [tools({ note: { effect: true, run: ({ value }) => fails(value) } })] })
    const { send, runtime, reports } = recorder
    const action = { functionCall: call('note', { path: '/v' }) }
    send(
      CS('s', { catalogId }),
      UC('s', [{ ...button(action), accessibility: { label: { path: '/shown' } } }]),
      UD('s', '/', { shown: 'old' }),
    )
    const mounted = mount(runtime.surface('s'))
    runtime.surface('s')?.data.set('/v', 'hunter2')
    mounted.binding.act('action')
    await Promise.resolve()
    expect(reports.map(({ code, confidential }) => [code, confidential])).toEqual([['FUNCTION_FAILED', true]])
    expect(reports.map((error) => runtime.encode(error))).toEqual([undefined])
  })
})
