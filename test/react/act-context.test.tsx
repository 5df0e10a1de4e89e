// A renderer knows what was pressed within it, such as a bar of a chart, and may say so to the agent.
import { act } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { basicRenderers, type RendererInput } from '../../src/entries/index.ts'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { CS, T, UC, UD, v08 } from '../support/messages.ts'
import { mount } from './mount.tsx'

const bar = { index: 3, label: 'March', tags: ['a', null], deep: { ok: true } }

const event = (context: JsonObject = {}): JsonObject => ({
  id: 'root',
  component: 'Button',
  child: 'label',
  action: { event: { name: 'pick', context } },
})

/** A surface whose button is a renderer that presses with whatever it is given. */
function chart(...messages: readonly JsonObject[]) {
  let input: RendererInput<Record<string, unknown>> | undefined
  const Button = (given: RendererInput<Record<string, unknown>>): null => {
    input = given
    return null
  }
  const mounted = mount({
    messages,
    renderers: { ...basicRenderers, Button },
    limits: { jsonDepth: 12, stringLength: 200 },
  })
  return { ...mounted, press: (context?: unknown) => act(async () => input?.act('action', context as JsonObject)) }
}

const current = (context?: JsonObject): readonly JsonObject[] => [CS('s'), UC('s', [event(context), T('label', 'x')])]

describe('the context of a renderer', () => {
  it('[H-8] goes out with the action, in v0.9', async () => {
    const { press, events, runtime } = chart(...current())
    await press(bar)
    expect(events.map(({ context }) => context)).toEqual([bar])
    expect(events[0] && runtime.encode(events[0])).toMatchObject({
      version: 'v0.9',
      action: { name: 'pick', context: bar },
    })
  })

  it('[H-8] goes out with the action, in v0.8', async () => {
    const context = [{ key: 'who', value: { literalString: 'Ada' } }]
    const action = { name: 'pick', context }
    const { press, events, runtime } = chart(
      v08.SU('s', [v08.C('root', 'Button', { child: 'label', action }), v08.T('label', 'x')]),
      v08.BR('s'),
    )
    await press(bar)
    expect(events[0] && runtime.encode(events[0])).toMatchObject({
      userAction: { name: 'pick', sourceComponentId: 'root', context: { ...bar, who: 'Ada' } },
    })
  })

  it('[H-8] gives way where the agent has the same name, whatever the agent’s value is', async () => {
    const { press, events, send } = chart(...current({ label: 'the agent', index: { path: '/index' } }))
    await press(bar)
    send(UD('s', '/index', 0))
    await press(bar)
    expect(events.map(({ context }) => context)).toEqual([
      { ...bar, label: 'the agent', index: null },
      { ...bar, label: 'the agent', index: 0 },
    ])
  })

  it('[H-8] is copied: what the renderer does to its object afterwards changes nothing', async () => {
    const { press, events } = chart(...current())
    const mine = { list: [1] }
    await press(mine)
    mine.list.push(2)
    expect(events[0]?.context).toEqual({ list: [1] })
  })

  it('[H-8] may be left out', async () => {
    const { press, events, codes } = chart(...current())
    await press()
    await press({})
    await press({ gone: undefined })
    expect([events.map(({ context }) => context), codes()]).toEqual([[{}, {}, {}], []])
  })

  it('[H-8] cannot reach a prototype', async () => {
    const { press, events } = chart(...current())
    await press(JSON.parse('{"__proto__":{"x":1}}'))
    expect(Object.keys(events[0]?.context ?? {})).toEqual(['__proto__'])
    expect(Object.getPrototypeOf(events[0]?.context)).toBe(Object.prototype)
  })

  it.each<readonly [string, unknown, string]>([
    ['a list', [1], 'it must be an object'],
    ['a text', 'March', 'it must be an object'],
    ['null', null, 'it must be an object'],
    ['an event of the page', new Event('click'), 'an object of a class'],
    ['a function', { run: () => 1 }, 'a value of type function'],
    ['a number that JSON has not', { n: Number.NaN }, 'beyond the range'],
    ['a text over the limit', { text: 'x'.repeat(201) }, 'longer than 200'],
    ['nesting over the limit', JSON.parse(`${'{"a":'.repeat(12)}{}${'}'.repeat(12)}`), 'deeper than 12'],
  ])('[H-8] that is no JSON object is reported, and nothing is sent: %s', async (_, context, reason) => {
    const { press, events, reports } = chart(...current())
    await press(context)
    await press(context)
    expect(events).toEqual([])
    expect(reports.map(({ code, place }) => [code, place.componentId, place.surfaceId])).toEqual([
      ['RENDER_FAILED', 'root', 's'],
    ])
    expect(reports[0]?.message).toContain(reason)
  })

  it('[H-8] of an action that calls a function is left out, because only events have a context', async () => {
    const open = vi.spyOn(window, 'open').mockReturnValue(null)
    const call = { call: 'openUrl', args: { url: 'https://a.example/' } } satisfies JsonValue
    const button: JsonObject = { id: 'root', component: 'Button', child: 'label', action: { functionCall: call } }
    const { press, events, codes } = chart(CS('s'), UC('s', [button, T('label', 'x')]))
    await press(bar)
    expect(open).toHaveBeenCalledTimes(1)
    expect([events, codes()]).toEqual([[], []])
  })
})
