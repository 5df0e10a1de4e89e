// Strict mode refuses the faulty component and applies what stands beside it.
import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { CS, T, UC, UD, v08 } from '../support/messages.ts'
import { modes } from '../support/modes.ts'
import { type Recorder, record } from '../support/recorder.ts'

const row = (id: string, ...children: readonly string[]): JsonObject => ({ id, component: 'Row', children })

/** Ids with what stands there: a component, or a notice. */
function placesOf({ runtime }: Recorder, surfaceId = 's'): JsonObject {
  const components = [...(runtime.surface(surfaceId)?.components.values() ?? [])]
  return Object.fromEntries(components.map(({ id, type, invalid }) => [id, invalid ? 'notice' : type]))
}

const faulty: readonly (readonly [what: string, component: JsonObject, code: string])[] = [
  ['an unknown type', { id: 'x', component: 'Txt', text: 'x' }, 'COMPONENT_UNKNOWN'],
  ['no type', { id: 'x', text: 'x' }, 'COMPONENT_SHAPE'],
  ['an unknown property', { ...T('x', 'x'), gap: 8 }, 'VALIDATION_FAILED'],
  ['a missing property', { id: 'x', component: 'Text' }, 'VALIDATION_FAILED'],
  ['an unknown function', T('x', { call: 'trimm', args: { value: 'x' } }), 'FUNCTION_UNKNOWN'],
  ['a path that is none', T('x', { path: '/a~2' }), 'POINTER_SYNTAX'],
  ['calls that nest too deep', T('x', { call: 'formatString', args: { value: '${'.repeat(40) } }), 'LIMIT_CALL_DEPTH'],
  ['itself among its children', row('x', 'x'), 'GRAPH_CYCLE'],
]

describe.each([
  ['push', (recorder: Recorder, message: JsonObject) => recorder.send(message)],
  ['apply', (recorder: Recorder, message: JsonObject) => recorder.runtime.apply(message)],
  ['sync', (recorder: Recorder, message: JsonObject) => recorder.runtime.sync('chat', [message])],
])('a faulty component by %s', (_way, give) => {
  it.each(faulty)('[E-5] with %s costs itself alone, and a notice stands in its place', (_what, component, code) => {
    const recorder = record()
    recorder.send(CS('s'))
    give(recorder, UC('s', [row('root', 'a', 'x', 'b'), T('a', 'one'), component, T('b', 'two')]))
    expect(placesOf(recorder)).toEqual({ root: 'Row', a: 'Text', x: 'notice', b: 'Text' })
    expect(recorder.reports).toMatchObject([{ code, severity: 'error', place: { surfaceId: 's', componentId: 'x' } }])
    expect(recorder.reports[0]?.place.at).toMatch('/updateComponents/components/2')
    recorder.runtime.end()
    expect(recorder.reports).toHaveLength(1)
  })

  it.each(faulty)('[E-5] with %s leaves the earlier one of its id', (_what, component, code) => {
    const recorder = record()
    recorder.send(CS('s'), UC('s', [row('root', 'x'), T('x', 'earlier')]))
    give(recorder, UC('s', [component, row('root', 'x', 'a'), T('a', 'new')]))
    expect([recorder.shown('s', 'x'), recorder.shown('s', 'a')]).toEqual(['earlier', 'new'])
    expect(recorder.codes()).toEqual([code])
    recorder.runtime.end()
    expect(recorder.codes()).toEqual([code])
  })
})

describe('a refused component', () => {
  it.each<readonly [what: string, component: JsonValue]>([
    ['no id', { component: 'Text', text: 'x' }],
    ['an empty id', T('', 'x')],
    ['an id that is too long', T('x'.repeat(257), 'x')],
    ['no object', 5],
  ])('[E-5] with %s has no place for a notice, and costs no other', (_what, component) => {
    for (const [, validation] of modes) {
      const recorder = record({ validation })
      recorder.send(CS('s'), UC('s', [T('root', 'drawn'), component]))
      expect(placesOf(recorder)).toEqual({ root: 'Text' })
      expect(recorder.reports).toHaveLength(1)
    }
  })

  it('[E-5] [C-1] goes when a sound one comes, and never takes the place of one', () => {
    const recorder = record()
    recorder.send(CS('s'), UC('s', [{ id: 'root', component: 'Txt' }]))
    expect(placesOf(recorder)).toEqual({ root: 'notice' })
    recorder.send(UC('s', [{ id: 'root', component: 'Text', txt: 'x' }]))
    expect(recorder.runtime.surface('s')?.components.get('root')?.invalid?.code).toBe('VALIDATION_FAILED')
    recorder.send(UC('s', [T('root', 'mended')]), UC('s', [{ id: 'root', component: 'Txt' }]))
    expect(recorder.shown('s')).toBe('mended')
  })

  it.each<readonly [what: string, components: readonly JsonObject[], shown: string]>([
    ['before', [{ id: 'root', component: 'Txt' }, T('root', 'sound')], 'sound'],
    ['after', [T('root', 'sound'), { id: 'root', component: 'Txt' }], 'sound'],
    ['between', [T('root', 'one'), { id: 'root', component: 'Txt' }, T('root', 'two')], 'two'],
  ])('[C-7] [E-5] %s a sound one of its id in its message counts for nothing', (_where, components, shown) => {
    const recorder = record()
    recorder.send(CS('s'), UC('s', components))
    expect(recorder.shown('s')).toBe(shown)
    expect(recorder.codes()[0]).toBe('COMPONENT_UNKNOWN')
  })

  it('[E-5] is drawn with no room for it like any other: a message beyond a total is refused whole', () => {
    const recorder = record({ limits: { components: 2 } })
    recorder.send(CS('s'), UC('s', [T('root', 'a'), T('b', 'b'), { id: 'c', component: 'Txt' }]))
    expect(placesOf(recorder)).toEqual({})
    expect(recorder.codes()).toEqual(['LIMIT_COMPONENTS', 'COMPONENT_UNKNOWN'])
  })

  it('[E-5] of a message that is refused whole takes nothing with it', () => {
    const recorder = record()
    const payload = { surfaceId: 's', components: [T('root', 'x'), { id: 'a', component: 'Txt' }], extra: 1 }
    recorder.send(CS('s'), { version: 'v0.9', updateComponents: payload })
    expect(placesOf(recorder)).toEqual({})
    expect(recorder.codes()).toEqual(['ENVELOPE_INVALID', 'COMPONENT_UNKNOWN'])
  })
})

describe('a cycle', () => {
  it('[C-5] [E-5] costs the component that closes it, in the order of the message', () => {
    const recorder = record()
    recorder.send(
      CS('s'),
      UC('s', [row('root', 'a', 'd'), row('a', 'b'), row('b', 'a', 'c'), T('c', 'x'), T('d', 'y')]),
    )
    expect(placesOf(recorder)).toEqual({ root: 'Row', a: 'Row', b: 'notice', c: 'Text', d: 'Text' })
    expect(recorder.reports).toMatchObject([{ code: 'GRAPH_CYCLE', place: { componentId: 'b' } }])
  })

  it('[C-5] [E-5] that another component of the message opens is none', () => {
    const recorder = record()
    recorder.send(CS('s'), UC('s', [row('root', 'a'), row('a', 'b'), T('b', 'x')]))
    recorder.send(UC('s', [row('b', 'a'), T('a', 'leaf'), row('root', 'b', 'c'), row('c', 'c')]))
    expect(placesOf(recorder)).toEqual({ root: 'Row', a: 'Text', b: 'Row', c: 'notice' })
    expect(recorder.codes()).toEqual(['GRAPH_CYCLE'])
  })

  it('[C-5] [E-5] costs no component that closes none without it', () => {
    const recorder = record()
    // `b` closes a cycle with `a`. Without `b` there is none through `d`.
    recorder.send(CS('s'), UC('s', [row('root', 'a'), row('a', 'd', 'b'), row('b', 'd', 'a'), row('d', 'b')]))
    expect(placesOf(recorder)).toEqual({ root: 'Row', a: 'Row', b: 'notice', d: 'Row' })
  })

  it('[C-5] more than 32 of them refuse their message whole, with one report', () => {
    for (const [, validation] of modes) {
      const recorder = record({ validation })
      const selves = (count: number): readonly JsonObject[] =>
        Array.from({ length: count }, (_, index) => row(`r${index}`, `r${index}`))
      recorder.send(
        CS('s'),
        UC('s', [T('root', 'x'), ...selves(32)]),
        CS('t'),
        UC('t', [T('root', 'x'), ...selves(33)]),
      )
      expect(recorder.runtime.surface('s')?.components.size).toBe(33)
      expect(recorder.runtime.surface('t')?.components.size).toBe(0)
      const { code, place } = recorder.reports.at(-1) ?? {}
      expect([code, place?.at, place?.surfaceId]).toEqual(['GRAPH_CYCLE', '/updateComponents/components', 't'])
      expect(recorder.reports.filter(({ place }) => place.surfaceId === 't')).toHaveLength(1)
    }
  })
})

describe('in v0.8', () => {
  it.each<readonly [what: string, component: JsonObject, code: string]>([
    ['an unknown type', v08.C('x', 'Txt', {}), 'COMPONENT_UNKNOWN'],
    ['two types', { id: 'x', component: { Text: {}, Card: {} } }, 'COMPONENT_SHAPE'],
    ['a member beside its type', { ...v08.T('x', 'x'), text: 'x' }, 'COMPONENT_SHAPE'],
    ['a weight that is no number', { ...v08.T('x', 'x'), weight: '1' }, 'COMPONENT_SHAPE'],
    ['a plain text', v08.C('x', 'Text', { text: 'x' }), 'VALIDATION_FAILED'],
    ['a first value that has no place', v08.T('x', { path: 'n.deeper', literalString: 'x' }), 'DATA_NOT_CONTAINER'],
  ])('[E-5] %s costs its component alone, held before beginRendering or not', (_what, component, code) => {
    const update = v08.SU('s', [v08.T('root', { path: 'n', literalString: 'first' }), component])
    for (const messages of [
      [v08.BR('s'), update],
      [update, v08.BR('s')],
    ]) {
      const recorder = record()
      recorder.send(...messages)
      expect(placesOf(recorder)).toEqual({ root: 'Text', x: 'notice' })
      expect(recorder.shown('s')).toBe('first')
      expect(recorder.reports).toMatchObject([
        { code, place: { componentId: 'x', line: messages.indexOf(update) + 1 } },
      ])
      expect(recorder.reports[0]?.place.at).toMatch('/surfaceUpdate/components/1')
    }
  })

  it('[V8-7] [E-5] a first value beyond the room for data costs its component, and the next one that fits is written', () => {
    const recorder = record({ limits: { dataBytes: 60 } })
    const value = (id: string, size: number): JsonObject => v08.T(id, { path: id, literalString: 'x'.repeat(size) })
    recorder.send(v08.BR('s'), v08.SU('s', [value('root', 5), value('a', 200), value('b', 5)]))
    expect(placesOf(recorder)).toEqual({ root: 'Text', a: 'notice', b: 'Text' })
    expect(recorder.runtime.surface('s')?.data.get('/')).toEqual({ root: 'xxxxx', b: 'xxxxx' })
    expect(recorder.reports).toMatchObject([
      { code: 'LIMIT_DATA_BYTES', place: { componentId: 'a', at: '/surfaceUpdate/components/1' } },
    ])
  })

  it('[E-5] what was held names its place in the message that it came in', () => {
    const recorder = record()
    const first = v08.SU('s', [v08.T('a', 'old'), v08.T('root', 'x'), v08.C('b', 'Txt', {})])
    recorder.send(first, v08.SU('s', [v08.T('a', 'new')]), v08.BR('s'))
    expect(recorder.reports).toMatchObject([{ place: { line: 1, at: '/surfaceUpdate/components/2/component/Txt' } }])
  })

  it('[V8-2] [E-5] a held component that no catalog takes gives up no older one, and its neighbour does', () => {
    const recorder = record()
    recorder.send(
      v08.SU('s', [v08.T('root', 'old'), v08.T('a', 'old')]),
      v08.SU('s', [v08.C('root', 'Txt', {}), v08.T('a', 'new')]),
      v08.BR('s'),
    )
    expect([recorder.shown('s'), recorder.shown('s', 'a')]).toEqual(['old', 'new'])
    expect(recorder.codes()).toEqual(['COMPONENT_UNKNOWN'])
  })
})

it('[E-8] thousands of faulty components of one message are reported twenty times, and all are refused', () => {
  const recorder = record()
  const bad = Array.from({ length: 3_000 }, (_, index) => ({ ...T(`t${index}`, 'x'), gap: 8 }))
  recorder.send(CS('s'), UC('s', [...bad, T('root', 'drawn')]), UD('s', '/a', 1))
  expect(recorder.codes()).toEqual(Array(20).fill('VALIDATION_FAILED'))
  expect(recorder.shown('s')).toBe('drawn')
  expect(recorder.runtime.surface('s')?.components.size).toBe(3_001)
})
