// Checks are live: what they find is shown, and an action waits until they hold.
import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { CS, UC, UD } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { mount } from './mount.ts'

const required = { call: 'required', args: { value: { path: '/v' } } }
const short = { call: 'length', args: { value: { path: '/v' }, max: 3 } }

const button = (checks: readonly JsonValue[]): JsonObject => ({
  id: 'root',
  component: 'Button',
  child: 'c',
  action: { event: { name: 'go' } },
  checks,
})

describe('checks', () => {
  it('[B-6] give the messages of those that fail, in their order, as the data change', () => {
    const { send, runtime } = record()
    send(
      CS('s'),
      UC('s', [
        button([
          { condition: short, message: 'too long' },
          { condition: required, message: 'needed' },
          { condition: { path: '/ok' }, message: 'not ok' },
        ]),
      ]),
    )
    const { snapshot, wakes } = mount(runtime.surface('s'))
    const seen = [snapshot().errors]
    for (const write of [UD('s', '/v', 'long'), UD('s', '/v', 'abc'), UD('s', '/ok', true), UD('s', '/v', '')]) {
      send(write)
      seen.push(snapshot().errors)
    }
    expect(seen).toEqual([['needed', 'not ok'], ['too long', 'not ok'], ['not ok'], [], ['needed']])
    expect(wakes()).toBe(4)
  })

  it('[B-6] disable the action while one fails', () => {
    const { send, runtime, events } = record()
    send(CS('s'), UC('s', [button([{ condition: required, message: 'needed' }])]))
    const { binding } = mount(runtime.surface('s'))
    binding.act('action')
    expect(events).toEqual([])
    send(UD('s', '/v', 'x'))
    binding.act('action')
    expect(events).toHaveLength(1)
  })

  it('[B-6] of an input follow what is entered there', () => {
    const { send, runtime } = record()
    const field = {
      id: 'root',
      component: 'TextField',
      label: 'L',
      value: { path: '/v' },
      checks: [{ condition: required, message: 'needed' }],
    }
    send(CS('s'), UC('s', [field]))
    const { binding, snapshot } = mount(runtime.surface('s'))
    expect(snapshot().errors).toEqual(['needed'])
    binding.enter('value', 'x')
    expect(snapshot().errors).toEqual([])
    binding.enter('value', '')
    expect(snapshot().errors).toEqual(['needed'])
  })

  it('[B-6] [FN-3] whose function throws has failed, and is reported', async () => {
    const { send, runtime, reports, events } = record()
    const condition = {
      call: 'length',
      args: { value: { call: 'formatString', args: { value: { path: '/template' } } }, min: 0 },
    }
    send(
      CS('s'),
      UD('s', '/template', '${'),
      UC('s', [
        button([
          {
            condition: {
              call: 'required',
              args: { value: { call: 'formatString', args: { value: { path: '/template' } } } },
            },
            message: 'broken',
          },
          { condition, message: 'empty is enough' },
        ]),
      ]),
    )
    const { binding, snapshot } = mount(runtime.surface('s'))
    expect(snapshot().errors).toEqual(['broken'])
    binding.act('action')
    await Promise.resolve()
    expect(events).toEqual([])
    expect(reports.map(({ code, place }) => [code, place.at])).toEqual([
      ['TEMPLATE_SYNTAX', '/updateComponents/components/0/checks/0/condition/args/value'],
      ['TEMPLATE_SYNTAX', '/updateComponents/components/0/checks/1/condition/args/value'],
    ])
  })

  it('[B-6] are none where the agent sent none', () => {
    const { send, runtime } = record()
    send(CS('s'), UC('s', [button([])]))
    const { snapshot } = mount(runtime.surface('s'))
    expect(snapshot().errors).toEqual([])
    expect(snapshot().errors).toBe(snapshot().errors)
  })
})
