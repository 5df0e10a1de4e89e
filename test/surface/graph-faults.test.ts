// Faults of the component graph, as far as no page is needed. The rest is in e2e/hostile.spec.ts and e2e/focus.spec.ts.
import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { between } from '../support/between.ts'
import { CS, T, UC, UD, v08 } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { soundIds } from '../support/sound.ts'
import { type Mounted, mount } from './mount.ts'

const Column = (id: string, children: JsonValue): JsonObject => ({ id, component: 'Column', children })
const Card = (id: string, child: string): JsonObject => ({ id, component: 'Card', child })

describe('cycles', () => {
  it.each<readonly [title: string, messages: readonly JsonObject[], circle: string, sound: readonly string[]]>([
    ['[C-5] a component in itself', [UC('x', [Column('root', ['root'])])], 'root → root', []],
    [
      '[C-5] over others',
      [UC('x', [Column('root', ['a']), Card('a', 'b'), Card('b', 'root')])],
      'b → root → a → b',
      ['root', 'a'],
    ],
    [
      '[C-5] by a template over the same items',
      [UD('x', '/items', [1, 2]), UC('x', [Column('root', { componentId: 'root', path: '/items' })])],
      'root → root',
      [],
    ],
  ])('%s is refused, with the whole cycle', (_title, messages, circle, sound) => {
    const { reports, runtime } = between([CS('x'), ...messages])
    expect(reports).toHaveLength(1)
    expect(reports[0]).toMatchObject({
      code: 'GRAPH_CYCLE',
      place: { surfaceId: 'x', componentId: circle.split(' ')[0] },
    })
    expect(reports[0]?.message).toContain(circle)
    expect(soundIds(runtime.surface('x'))).toEqual(sound)
  })

  it('[C-5] closed by a later message it is refused; with the way opened elsewhere first, it is none', () => {
    const { codes, send, shown } = between([
      CS('x'),
      UC('x', [Card('root', 'a'), Card('a', 'b')]),
      UC('x', [Card('b', 'root')]),
    ])
    expect(codes()).toEqual(['GRAPH_CYCLE'])
    send(UC('x', [T('root', 'no more')]), UC('x', [Card('b', 'root')]))
    expect(codes()).toEqual(['GRAPH_CYCLE'])
    expect(shown('x')).toBe('no more')
  })
})

describe('a template that walks down', () => {
  it('[C-5] is drawn to the end of the data', () => {
    const { runtime, reports } = between([
      CS('x'),
      UC('x', [Card('root', 'n'), Column('n', { componentId: 'n', path: 'kids' })]),
      UD('x', '/', { kids: [{ kids: [{ kids: [] }] }] }),
    ])
    const depth = (mounted: Mounted): number => 1 + Math.max(0, ...mounted.instances('children').map(depth))
    expect(depth(mount(runtime.surface('x'), 'n'))).toBe(3)
    expect(reports).toEqual([])
  })
})

describe('parts that never come', () => {
  it('[SF-8] a missing child is told at the end of the stream, and heals', () => {
    const { runtime, reports, send, shown } = between([
      CS('x'),
      UC('x', [Column('root', ['gone', 'ok']), T('ok', 'ok')]),
    ])
    expect(reports).toEqual([])
    runtime.end()
    expect(reports).toHaveLength(1)
    expect(reports[0]).toMatchObject({
      code: 'CHILD_MISSING',
      severity: 'warning',
      place: { surfaceId: 'x', componentId: 'root', at: '/updateComponents/components/0/children/0' },
    })
    const waiting = mount(runtime.surface('x'), 'gone')
    send(UC('x', [T('gone', 'late')]))
    expect([waiting.prop('text'), waiting.wakes(), shown('x', 'ok')]).toEqual(['late', 1, 'ok'])
  })

  it('[SF-8] a missing root is told at the end of the stream', () => {
    const { runtime, reports } = between([CS('x'), UC('x', [T('other', 'x')])])
    runtime.end()
    expect(reports.map(({ code, severity, place }) => [code, severity, place.surfaceId])).toEqual([
      ['ROOT_MISSING', 'warning', 'x'],
    ])
  })
})

describe('ids', () => {
  it('[C-7] the last of two counts, and it is reported', () => {
    const { shown, reports } = between([CS('x'), UC('x', [T('a', 'one'), T('a', 'two')])])
    expect(shown('x', 'a')).toBe('two')
    expect(reports.map(({ code, severity }) => [code, severity])).toEqual([['ID_DUPLICATE', 'warning']])
  })

  it('[C-5] the same child twice is two references', () => {
    const { runtime, reports } = between([CS('x'), UC('x', [Column('root', ['a', 'a']), T('a', 'x')])])
    expect(mount(runtime.surface('x')).prop('children')).toMatchObject({ ids: ['a', 'a'] })
    expect(reports).toEqual([])
  })

  it.each(['__proto__', 'constructor', 'a/b', 'a:b', 'hasOwnProperty'])('[C-6] %s is an id', (id) => {
    const { shown, reports } = between([CS('x'), UC('x', [Column('root', [id]), T(id, 'x')])])
    expect(shown('x', id)).toBe('x')
    expect(reports).toEqual([])
  })

  it.each([
    ['the empty text', ''],
    ['a long text', 'x'.repeat(1_000)],
    ['half a character', '\udc00'],
  ])('[C-6] %s is none', (_what, id) => {
    const { reports, runtime } = between([CS('x'), UC('x', [T(id, 'x')])])
    expect(reports).toHaveLength(1)
    expect(reports[0]?.place.at).toBe('/updateComponents/components/0/id')
    expect(soundIds(runtime.surface('x'))).toEqual([])
  })
})

describe('v0.8', () => {
  it('[V8-1] beginRendering may come before any component', () => {
    const { shown, reports } = between([v08.BR('x'), v08.SU('x', [v08.T('root', 'late')])])
    expect(shown('x')).toBe('late')
    expect(reports).toEqual([])
  })

  it('[SF-8] a root that never comes is told by its own name', () => {
    const { runtime, reports } = between([v08.BR('x', 'main')])
    runtime.end()
    expect(reports.map(({ code }) => code)).toEqual(['ROOT_MISSING'])
    expect(reports[0]?.message).toContain('"main"')
  })

  it('[C-2] a component with two types is refused', () => {
    const { reports, runtime } = between([v08.BR('x'), v08.SU('x', [{ id: 'x', component: { Text: {}, Button: {} } }])])
    expect(reports.map(({ code, place }) => [code, place.componentId])).toEqual([['COMPONENT_SHAPE', 'x']])
    expect(soundIds(runtime.surface('x'))).toEqual([])
  })

  it('[C-5] a template that names itself is bounded by what is drawn, not refused', () => {
    const self = v08.C('root', 'Column', { children: { template: { componentId: 'root', dataBinding: 'kids' } } })
    const { send, codes } = record()
    send(v08.BR('x'), v08.SU('x', [self]))
    expect(codes()).toEqual([])
  })
})
