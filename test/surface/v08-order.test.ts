// v0.8: the order of a map's keys. JavaScript puts keys that look like numbers first, in the order of the numbers.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { JsonObject } from '../../src/json/value.ts'
import { cpuTimer } from '../support/cpu-timer.ts'
import { v08 } from '../support/messages.ts'
import { type Recorder, record } from '../support/recorder.ts'
import { sized } from '../support/soak.ts'
import { mount } from './mount.ts'

const ranked = (...keys: readonly string[]): readonly JsonObject[] => keys.map((key) => v08.M(key, v08.E('n', key)))

/** A list over `dataBinding`, whose rows show their `n`. */
function listed(dataBinding: string, ...contents: readonly JsonObject[]): Recorder & { rows: () => string } {
  const recorder = record()
  const children = { template: { componentId: 'row', dataBinding } }
  recorder.send(v08.BR('s'), v08.DM('s', contents))
  recorder.send(v08.SU('s', [v08.C('root', 'Column', { children }), v08.T('row', { path: 'n' })]))
  const mounted = mount(recorder.runtime.surface('s'))
  const rows = (): string =>
    mounted
      .instances('children')
      .map(({ prop }) => prop('text'))
      .join(' ')
  return { ...recorder, rows }
}

it('[V8-14] of a list is that of sending', () => {
  const { rows, codes } = listed('/top', v08.M('top', ...ranked('z', '7', 'a', '3')))
  expect([rows(), codes()]).toEqual(['z 7 a 3', []])
})

it('[V8-14] holds for the whole model, for maps in maps, and for an update of one place', () => {
  expect(listed('/', ...ranked('z', '7', 'a', '3')).rows()).toBe('z 7 a 3')
  expect(listed('a/10', v08.M('a', v08.M('10', ...ranked('2', 'x', '1')))).rows()).toBe('2 x 1')
  const { rows, send } = listed('p/top')
  send(v08.DM('s', ranked('9', '8'), 'p/top'))
  expect(rows()).toBe('9 8')
  send(v08.DM('s', ranked('8', '9'), 'p/top'))
  expect(rows()).toBe('8 9')
})

it('[V8-14] stays through later updates and removals; what is new comes last', () => {
  const { rows, send, runtime } = listed('/top', v08.M('top', ...ranked('z', '7', 'a', '3')))
  const data = runtime.surface('s')?.data
  const before = data?.get('/top')
  const states = [rows()]
  const step = (act: () => void): void => {
    act()
    states.push(rows())
  }
  step(() => send(v08.DM('s', [v08.E('n', 'seven')], 'top/7')))
  step(() => send(v08.DM('s', [v08.E('n', '1')], 'top/1')))
  step(() => send(v08.DM('s', [v08.E('n', 'b')], 'top/b'), v08.DM('s', [v08.E('n', '0')], 'top/0')))
  step(() => data?.set('/top/a', undefined, { as: 'host' }))
  step(() => data?.set('/top/7', undefined))
  step(() => data?.set('/top/7', { n: '7' }))
  step(() => data?.set('/top/a/n', 'a'))
  step(() => send(v08.DM('s', [v08.E('x', '')], 'elsewhere')))
  expect(states).toEqual([
    'z 7 a 3',
    'z seven a 3',
    'z seven a 3 1',
    'z seven a 3 1 b 0',
    'z seven 3 1 b 0',
    'z 3 1 b 0',
    'z 3 1 b 0 7',
    'z 3 1 b 0 7 a',
    'z 3 1 b 0 7 a',
  ])
  expect(before).toEqual({ z: { n: 'z' }, 7: { n: '7' }, a: { n: 'a' }, 3: { n: '3' } })
})

it('[V8-14] begins where a write makes the map', () => {
  const { rows, send } = listed('/orders')
  for (const id of ['1042', '7', '1041']) send(v08.DM('s', [v08.E('n', id)], `orders/${id}`))
  expect(rows()).toBe('1042 7 1041')
  expect(listed('list', v08.E('list[1].n', 'b'), v08.E('list[0].n', 'a')).rows()).toBe('b a')
})

it('[V8-14] of the entries counts where a key comes twice: its first place, its last value', () => {
  expect(listed('t', v08.M('t', ...ranked('9', '8'), v08.M('9', v08.E('n', 'new')))).rows()).toBe('new 8')
})

it('[V8-14] is that of a Map, whatever is written, removed and read in between', () => {
  const key = fc.constantFrom('a', 'b', '0', '1', '7', '10', '01')
  const step = fc.oneof(
    fc.record({ kind: fc.constant('put' as const), key }),
    fc.record({ kind: fc.constant('remove' as const), key }),
    fc.record({ kind: fc.constant('replace' as const), keys: fc.uniqueArray(key) }),
    fc.record({ kind: fc.constant('read' as const) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const { rows, send, runtime } = listed('t', v08.M('t'))
      const data = runtime.surface('s')?.data
      let expected = new Map<string, true>()
      for (const one of steps) {
        if (one.kind === 'put') {
          send(v08.DM('s', [v08.E('n', one.key)], `t/${one.key}`))
          expected.set(one.key, true)
        } else if (one.kind === 'remove') {
          data?.set(`/t/${one.key}`, undefined)
          expected.delete(one.key)
        } else if (one.kind === 'replace') {
          send(v08.DM('s', ranked(...one.keys), 't'))
          expected = new Map(one.keys.map((name) => [name, true]))
        } else data?.get('/')
        expect(rows()).toBe([...expected.keys()].join(' '))
      }
    }),
    { numRuns: sized(300, 10_000), seed: 7 },
  )
})

it('[V8-14] costs a write among many keys no pass over them', () => {
  const { send, runtime } = record()
  const count = 20_000
  const spent = cpuTimer()
  send(v08.BR('s'), ...Array.from({ length: count }, (_, n) => v08.DM('s', [v08.E('n', '')], `t/${count - n}`)))
  expect(
    runtime
      .surface('s')
      ?.model.items(['t'] as never)
      ?.items.toString()
      .startsWith('20000,19999,'),
  ).toBe(true)
  expect(spent()).toBeLessThan(2_000)
})
