// What is held comes to what the surface would have been, had it been there from the start.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dataBytes } from '../../src/json/data-bytes.ts'
import { parsePointer } from '../../src/json/pointer.ts'
import type { JsonObject } from '../../src/json/value.ts'
import { cpuTimer, quickest } from '../support/cpu-timer.ts'
import { CS, UD, v08 } from '../support/messages.ts'
import { modes } from '../support/modes.ts'
import { type Recorder, record } from '../support/recorder.ts'
import { seedOf, sized } from '../support/soak.ts'

function reported({ reports }: Recorder): readonly unknown[] {
  return reports.map(({ code, place }) => [code, place.line])
}

describe('what is held', () => {
  it('[V8-2] keeps the older definition of an id where the newer one is faulty', () => {
    for (const [, validation] of modes) {
      const recorder = record({ validation })
      const good = v08.SU('s', [v08.T('root', 'good')])
      const faulty = v08.SU('s', [v08.C('root', 'Text', { none: 5 })])
      const others = Array.from({ length: 9 }, () => v08.SU('s', [v08.T('other', 'x')]))
      recorder.send(good, faulty, ...others, v08.BR('s'))
      expect(recorder.codes()).not.toContain('LIMIT_HELD')
      expect([recorder.shown('s'), recorder.shown('s', 'other')]).toEqual(['good', 'x'])
      expect(recorder.reports.every(({ place }) => place.line === 2)).toBe(true)
      expect(recorder.codes().length).toBeGreaterThan(0)
    }
  })

  it('[V8-2] reports a definition that no catalog takes, where a newer one takes its place', () => {
    for (const [, validation] of modes) {
      const recorder = record({ validation })
      const first = v08.SU('s', [v08.C('root', 'Nope', {}), v08.T('z', 'beside')])
      recorder.send(first, v08.SU('s', [v08.T('root', 'good')]), v08.BR('s'))
      expect(reported(recorder)).toEqual([['COMPONENT_UNKNOWN', 1]])
      expect([recorder.shown('s'), recorder.shown('s', 'z')]).toEqual(['good', 'beside'])
    }
  })

  it('[V8-2] gives nothing up for a message that finds no room', () => {
    const recorder = record({ limits: { heldBytes: 2_000 } })
    const fill = Array.from({ length: 5 }, (_, n) => v08.SU('s', [v08.T(`t${n}`, 'x')]))
    const large = v08.SU('s', [v08.T('t0', 'x'.repeat(2_000))])
    recorder.send(...fill, large, v08.BR('s', 't0'))
    expect(recorder.codes()).toEqual(['LIMIT_HELD'])
    expect(fill.map((_, n) => recorder.shown('s', `t${n}`))).toEqual(['x', 'x', 'x', 'x', 'x'])
  })

  it('[V8-2] in v0.9 is what a surface would have that was there from the start', () => {
    const path = fc.constantFrom('/', '/a', '/a/b', '/a/0', '/a/1', '/l/0', '/l/1', '/l/0/x', '/l', '/m/7', '/m/3')
    const value = fc.constantFrom(undefined, 1, 'text', null, {}, [], [7, 8], { b: 1 })
    const sent = fc.array(fc.tuple(path, value), { minLength: 1, maxLength: 14 })
    fc.assert(
      fc.property(sent, fc.constantFrom(2_000, 1_000_000), (updates, heldBytes) => {
        const messages = updates.map(([at, next]) => UD('s', at, next as JsonObject))
        const [whole, early] = [record(), record({ limits: { heldBytes } })]
        whole.send(CS('s'), ...messages)
        early.send(...messages, CS('s'))
        fc.pre(!early.codes().includes('LIMIT_HELD'))
        expect(JSON.stringify(early.runtime.surface('s')?.data.get('/'))).toBe(
          JSON.stringify(whole.runtime.surface('s')?.data.get('/')),
        )
        const faults = early.reports.filter(({ code }) => code !== 'SURFACE_NOT_FOUND')
        expect(faults.map(({ code, place }) => [code, place.line])).toEqual(
          whole.reports.map(({ code, place }) => [code, (place.line as number) - 1]),
        )
      }),
      { numRuns: sized(200, 20_000, 1_000), ...seedOf(37) },
    )
  })

  it('[V8-2] [V8-7] lets a literal beside a path and data count in the order in which they came', () => {
    const literal = v08.SU('s', [v08.T('root', { path: '/title', literalString: 'from the component' })])
    const data = v08.DM('s', [{ key: 'title', valueString: 'from the data' }])
    const other = v08.DM('s', [{ key: 'x', valueString: 'y' }], 'other')
    const plain = v08.SU('s', [v08.T('root', 'plain')])
    const orders = [
      [literal, plain],
      [literal, data],
      [data, literal],
      [other, literal, data, other],
      [data, literal, other],
    ]
    for (const messages of orders) {
      const [whole, early] = [record(), record()]
      whole.send(v08.BR('s'), ...messages)
      early.send(...messages, v08.BR('s'))
      expect(early.runtime.surface('s')?.data.get('/')).toEqual(whole.runtime.surface('s')?.data.get('/'))
      expect([early.codes(), early.shown('s')]).toEqual([[], whole.shown('s')])
    }
  })

  it('[V8-2] keeps what each version sent for an id that both use', () => {
    const [old, next] = [v08.DM('s', [{ key: 'title', valueString: 'old' }], 'a'), UD('s', '/b/title', 'new')]
    for (const [beginning, expected, lost] of [
      [CS('s'), { b: { title: 'new' } }, [1, 3]],
      [v08.BR('s'), { a: { title: 'old' } }, [2]],
    ] as const) {
      const recorder = record()
      recorder.send(old, next, old, beginning)
      expect(recorder.runtime.surface('s')?.data.get('/')).toEqual(expected)
      const mixed = recorder.reports.filter(({ code }) => code === 'VERSION_MIXED')
      expect(mixed.map(({ place }) => place.line)).toEqual(lost)
    }
  })

  it('[V8-2] [V8-14] keeps the keys of a map in the order in which they were sent', () => {
    const recorder = record()
    const sent = ['z', '7', 'a', '3', '7'].map((key) => v08.DM('s', [{ key: 'n', valueString: key }], `rank/${key}`))
    const list = { template: { componentId: 'row', dataBinding: '/rank' } }
    recorder.send(...sent, v08.SU('s', [v08.C('root', 'Column', { children: list }), v08.T('row', { path: 'n' })]))
    recorder.send(v08.BR('s'))
    expect(recorder.runtime.surface('s')?.model.items(parsePointer('/rank'))?.items).toEqual(['z', '7', 'a', '3'])
  })

  it('[V8-2] is not more data than a surface may have', () => {
    const write = (n: number): JsonObject => UD('s', `/k${n}`, 'x'.repeat(40))
    const two = dataBytes({ k1: 'x'.repeat(40), k2: 'x'.repeat(40) }) - dataBytes({})
    for (const [bytes, more, keys] of [
      [two, [], ['k1', 'k2']],
      [two - 1, ['LIMIT_DATA_BYTES'], ['k1']],
    ] as const) {
      const recorder = record({ limits: { dataBytes: bytes } })
      recorder.send(write(1), write(2), CS('s'))
      expect(recorder.codes()).toEqual(['SURFACE_NOT_FOUND', 'SURFACE_NOT_FOUND', ...more])
      expect(Object.keys(recorder.runtime.surface('s')?.data.get('/') ?? {})).toEqual(keys)
    }
  })

  it('[V8-2] costs time in step with what is sent, where there is no room as well @all', () => {
    const timeOf = (count: number): number => {
      const recorder = record({ limits: { heldBytes: count * 500 } })
      const messages = Array.from({ length: count * 4 }, (_, n) => v08.SU('s', [v08.T(`t${n % (count >> 1)}`, 'x')]))
      const spent = cpuTimer()
      recorder.runtime.apply(messages)
      return spent()
    }
    timeOf(500)
    const best = (count: number): number => quickest(4, () => timeOf(count))
    expect(best(4_000) / Math.max(best(500), 1)).toBeLessThan(40)
  })
})
