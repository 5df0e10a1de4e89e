import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../src/json/value.ts'
import { between } from '../support/between.ts'
import { CS, DS, lines, T, UC, UD, v08 } from '../support/messages.ts'
import { type Recorder, record } from '../support/recorder.ts'
import { plain, stateOf } from '../support/state.ts'

const button = (action: JsonObject): JsonObject => ({ id: 'b', component: 'Button', child: 'root', action })

/** Two live surfaces, `s` of v0.9 and `o` of v0.8, with components and data. */
function alive(): Recorder {
  const recorder = record()
  recorder.send(
    CS('s', { theme: { primaryColor: '#102030' } }),
    UC('s', [T('root', { path: '/n' }), T('other', 'kept')]),
    UD('s', '/', { n: 'data', list: [1, 2] }),
    v08.SU('o', [v08.T('root', { path: 'n' })]),
    v08.DM('o', [{ key: 'n', valueString: 'old' }]),
    v08.BR('o'),
  )
  expect(recorder.codes()).toEqual([])
  return recorder
}

/** Messages with a good component, which changes a text, and a faulty one. */
const faultyComponents: readonly (readonly [string, JsonObject])[] = [
  [
    'an unknown type behind a good component',
    UC('s', [T('root', 'changed'), { id: 'x', component: 'Txt', text: 'x' }]),
  ],
  ['an unknown property behind a good component', UC('s', [T('root', 'changed'), { ...T('x', 'x'), colour: 'red' }])],
  ['an unknown function', UC('s', [T('root', 'changed'), T('x', { call: 'trimm', args: { value: 'x' } })])],
  ['a fault in an action', UC('s', [T('root', 'changed'), button({ event: {} })])],
  ['a cycle', UC('s', [T('root', 'changed'), { id: 'other', component: 'Card', child: 'other' }])],
  ['a bad path in a component', UC('s', [T('root', 'changed'), T('x', { path: '/a~2' })])],
  ['a forbidden path in a component', UC('s', [T('root', 'changed'), T('x', { path: '/__proto__/x' })])],
  ['v0.8: an unknown type behind a good component', v08.SU('o', [v08.T('root', 'changed'), v08.C('x', 'Txt', {})])],
  [
    'v0.8: two types in one component',
    v08.SU('o', [v08.T('root', 'changed'), { id: 'x', component: { Text: {}, Card: {} } }]),
  ],
  [
    'v0.8: a first value that cannot be written, behind one that can',
    v08.SU('o', [
      v08.T('root', { path: 'm', literalString: 'changed' }),
      v08.T('x', { path: 'n.deeper', literalString: 'x' }),
    ]),
  ],
]

/** Messages that are refused whole. */
const faulty: readonly (readonly [string, JsonObject])[] = [
  [
    'a surplus member behind components',
    { version: 'v0.9', updateComponents: { surfaceId: 's', components: [T('root', 'changed')], more: 1 } },
  ],
  ['an index far beyond an array', UD('s', '/list/9', 'x')],
  ['a step below a text', UD('s', '/n/deeper', 'x')],
  ['a step below a number, containers made on the way', UD('s', '/list/0/a/b', 'x')],
  ['an unknown catalog', CS('t', { catalogId: 'nope' })],
  ['a second creation', CS('s', { theme: { primaryColor: '#ffffff' }, sendDataModel: true })],
  [
    'v0.8: an index beyond an array in its entries',
    v08.DM('o', [
      { key: 'n', valueString: 'x' },
      { key: 'a[0]', valueString: 'x' },
      { key: 'a[7]', valueString: 'x' },
    ]),
  ],
  [
    'v0.8: a forbidden key in its entries',
    v08.DM('o', [
      { key: 'n', valueString: 'x' },
      { key: '__proto__', valueMap: [] },
    ]),
  ],
  ['v0.8: a forbidden path', v08.DM('o', [{ key: 'n', valueString: 'x' }], 'constructor/__proto__')],
  ['the other version: components', v08.SU('s', [v08.T('root', 'changed')])],
  ['the other version: data', v08.DM('s', [{ key: 'n', valueString: 'changed' }])],
  ['the other version: deletion', v08.DS('s')],
  ['the other version, the other way: components', UC('o', [T('root', 'changed')])],
  ['the other version, the other way: data', UD('o', '/n', 'changed')],
  ['the other version, the other way: deletion', DS('o')],
  ['the other version, the other way: creation', CS('o')],
]

describe('a faulty component', () => {
  it.each(faultyComponents)('[E-5] costs itself, and the rest of its message is applied: %s', (_, message) => {
    const recorder = alive()
    const surfaceId = 'surfaceUpdate' in message ? 'o' : 's'
    const before = recorder.runtime.surface(surfaceId)?.components.get('other')
    recorder.send(message, UD('s', '/after', 1))
    expect(recorder.reports.map(({ severity }) => severity)).toEqual(['error'])
    expect(recorder.shown(surfaceId)).toBe('changed')
    const components = recorder.runtime.surface(surfaceId)?.components
    expect(components?.get('other')).toBe(before)
    const id = recorder.reports[0]?.place.componentId ?? ''
    if (id !== 'other') expect(components?.get(id)?.invalid).toBe(recorder.reports[0])
    expect(recorder.runtime.surface('s')?.data.get('/')).toEqual({ n: 'data', list: [1, 2], after: 1 })
  })

  it.each(faultyComponents)('[E-5] is refused the same again and again: %s', (_, message) => {
    const recorder = alive()
    recorder.runtime.apply([message, message, message])
    const [first, ...others] = recorder.reports.map(plain)
    expect(others).toEqual([first, first])
  })
})

describe('a message that is refused', () => {
  it.each(faulty)('[E-5] leaves everything as it was: %s', (_, message) => {
    const recorder = alive()
    const before = JSON.stringify(stateOf(recorder.runtime))
    recorder.send(message)
    expect(recorder.reports).toHaveLength(1)
    expect(recorder.reports[0]?.severity).toBe('error')
    expect(JSON.stringify(stateOf(recorder.runtime))).toBe(before)
  })

  it.each(faulty)('[E-5] costs only itself, in the same chunk too: %s', (_, message) => {
    const recorder = alive()
    recorder.runtime.push(
      lines(UD('s', '/a', 'before'), message, UD('s', '/b', 'after'), UC('s', [T('root', 'after')])),
    )
    expect(recorder.reports).toHaveLength(1)
    expect(recorder.runtime.surface('s')?.data.get('/')).toMatchObject({ a: 'before', b: 'after' })
    expect(recorder.shown('s')).toBe('after')
  })

  it('[E-5] is refused the same again and again', () => {
    for (const [name, message] of faulty) {
      const recorder = alive()
      recorder.runtime.apply([message, message, message])
      const [first, ...others] = recorder.reports.map(plain)
      expect(others, name).toEqual([first, first])
    }
  })
})

describe('components that are all good', () => {
  it('[E-5] arrive together: nobody sees a part of them', () => {
    const recorder = record()
    recorder.send(CS('s'))
    const seen: (readonly string[])[] = []
    const surface = recorder.runtime.surface('s')
    const listener = { invalidate: () => seen.push([...(surface?.components.keys() ?? [])]) }
    for (const id of ['root', 'a', 'b']) surface?.componentSet.listen(id, listener)
    recorder.send(UC('s', [T('root', '1'), T('a', '2'), T('b', '3')]))
    expect(seen).toEqual(Array.from({ length: 3 }, () => ['root', 'a', 'b']))
  })

  it('[E-5] go on after a bad message between them', () => {
    const { codes, shown } = between([UC('s', [T('a', 12_345)]), UC('s', [{ id: 'root2' }]), UC('s', [T('x', 'good')])])
    expect(codes()).toEqual(['VALIDATION_FAILED', 'COMPONENT_SHAPE'])
    expect(shown('s', 'x')).toBe('good')
  })
})
