// The components of a surface: replaced by id, limited, and never a cycle without end.
import { describe, expect, it, vi } from 'vitest'
import type { Component } from '../../src/catalog/component.ts'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { createComponentSet } from '../../src/surface/component-set.ts'
import { between } from '../support/between.ts'
import { CS, T, UC, UD, v08 } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { soundIds } from '../support/sound.ts'
import { mount } from './mount.ts'

const Column = (id: string, children: JsonValue): JsonObject => ({ id, component: 'Column', children })
const Card = (id: string, child: string): JsonObject => ({ id, component: 'Card', child })
const rows = (componentId: string, path: string): JsonObject => ({ componentId, path })

describe('a component', () => {
  it('[C-1] with a known id replaces it whole', () => {
    const { send, runtime } = record()
    send(CS('s'), UC('s', [{ ...T('root', 'old'), variant: 'h1', weight: 2, accessibility: { label: 'L' } }]))
    send(UC('s', [T('root', 'new')]))
    expect(mount(runtime.surface('s')).snapshot().props).toEqual({ text: 'new', variant: 'body' })
    expect(runtime.surface('s')?.components.size).toBe(1)
  })

  it('[C-1] does so in v0.8 too', () => {
    const { send, runtime, shown, reports } = record()
    send(v08.SU('s', [v08.C('root', 'Text', { text: { literalString: 'old' }, usageHint: 'h1' })]), v08.BR('s'))
    send(v08.SU('s', [v08.T('root', 'new')]))
    expect([shown('s'), shown('s', 'root', 'variant'), runtime.surface('s')?.components.size]).toEqual([
      'new',
      'body',
      1,
    ])
    expect(reports).toEqual([])
  })

  it('[C-1] may come as another type', () => {
    const { send, runtime } = record()
    send(CS('s'), UC('s', [T('root', 'old'), T('x', 'x')]), UC('s', [Card('root', 'x')]))
    expect(mount(runtime.surface('s')).snapshot().component?.type).toBe('Card')
    expect(mount(runtime.surface('s')).prop('text')).toBeUndefined()
  })

  it('[C-1] invalidates who shows it, and nobody else', () => {
    const { send, runtime } = record()
    send(CS('s'), UC('s', [Column('root', ['a', 'b']), T('a', '1'), T('b', '2')]))
    const [root, a, b] = ['root', 'a', 'b'].map((id) => mount(runtime.surface('s'), id))
    send(UC('s', [T('b', '3')]))
    expect([root?.wakes(), a?.wakes(), b?.wakes()]).toEqual([0, 0, 1])
    expect(b?.prop('text')).toBe('3')
  })

  it.each([
    ['a new id', [], ['a', 'b'], 2],
    ['an id that was there', ['a'], ['a', 'b'], 2],
    ['an id that is repeated', [], ['a', 'a', 'b', 'a'], 2],
    ['an id that was there and is repeated', ['a'], ['a', 'a'], 1],
  ])('[C-7] who draws it is told once of %s', (_what, before, ids, distinct) => {
    const component = (id: string): Component => ({ id, type: 'Text', props: {}, edges: [], origin: { at: '' } })
    const set = createComponentSet({ components: 10 })
    set.put(before.map(component))
    const [one, other] = [{ invalidate: vi.fn() }, { invalidate: vi.fn() }]
    set.listen('a', one)
    set.listen('c', other)
    expect(set.put(ids.map(component))).toBe(distinct)
    expect([one, other].map(({ invalidate }) => invalidate.mock.calls.length)).toEqual([1, 0])
  })

  it('[C-7] twice in one message: the last counts, and it is reported', () => {
    const { send, reports, shown } = record()
    send(CS('s'), UC('s', [T('root', 'one'), T('other', 'x'), T('root', 'two')]))
    expect(shown('s')).toBe('two')
    expect(reports).toHaveLength(1)
    expect(reports[0]).toMatchObject({
      code: 'ID_DUPLICATE',
      severity: 'warning',
      place: { at: '/updateComponents/components/2/id', line: 2, surfaceId: 's', componentId: 'root' },
    })
  })
})

describe('the number of components', () => {
  it('[C-6] is limited: a message too many is refused whole, replacing goes on', () => {
    const { send, codes, reports, runtime, shown } = record({ limits: { components: 3 } })
    send(CS('s'), UC('s', [T('root', '1'), T('a', '1'), T('b', '1')]))
    expect(codes()).toEqual([])
    send(UC('s', [T('root', '2'), T('c', '2')]))
    expect(reports[0]).toMatchObject({ code: 'LIMIT_COMPONENTS', place: { line: 3, surfaceId: 's' } })
    expect([shown('s'), runtime.surface('s')?.components.size]).toEqual(['1', 3])
    send(UC('s', [T('root', '3'), T('a', '3'), T('b', '3'), T('b', '4')]))
    expect([shown('s'), shown('s', 'b')]).toEqual(['3', '4'])
  })
})

describe('an id', () => {
  const long = 'i'.repeat(256)
  it.each<readonly [what: string, component: JsonValue, at: string]>([
    ['is missing', { component: 'Text', text: 'x' }, '/id'],
    ['is empty', T('', 'x'), '/id'],
    ['is no text', { id: 7, component: 'Text', text: 'x' }, '/id'],
    ['is too long', T(`${long}i`, 'x'), '/id'],
    ['holds half a character', T('\ud800', 'x'), '/id'],
    ['stands in a number', 5, ''],
    ['stands in an array', [T('root', 'x')], ''],
    ['stands in null', null, ''],
  ])('[C-6] that %s refuses its component', (_what, component, at) => {
    const { reports } = between([CS('x'), UC('x', [T('ok', 'fine'), component])])
    expect(reports).toHaveLength(1)
    expect(['COMPONENT_SHAPE', 'ENVELOPE_INVALID']).toContain(reports[0]?.code)
    expect(reports[0]?.place).toMatchObject({ line: 4, at: `/updateComponents/components/1${at}` })
  })

  it('[C-6] as long as the limit is an id', () => {
    const { send, shown, reports } = record()
    send(CS(long), UC(long, [T(long, 'x')]))
    expect(shown(long, long)).toBe('x')
    expect(reports).toEqual([])
  })

  it('[C-6] has the length that the host allows', () => {
    const { send, codes } = record({ limits: { idLength: 4 } })
    send(CS('s'), UC('s', [T('root', 'x')]), UC('s', [T('roots', 'x')]), CS('long!'))
    expect(codes()).toEqual(['COMPONENT_SHAPE', 'ENVELOPE_INVALID'])
  })
})

const circles: readonly (readonly [title: string, components: readonly JsonValue[], circle: string])[] = [
  ['[C-5] a component that is its own child', [Column('root', ['root'])], 'root → root'],
  ['[C-5] its own only child', [Card('root', 'root')], 'root → root'],
  [
    '[C-5] a cycle of several kinds of children',
    [Column('root', ['x', 'a']), T('x', 'x'), Card('a', 'b'), Column('b', ['x', 'root'])],
    'b → root → a → b',
  ],
  ['[C-5] a cycle beside the root', [T('root', 'x'), Card('a', 'b'), Card('b', 'a')], 'b → a → b'],
  ['[C-5] a template over the same items at each turn', [Column('root', rows('root', '/items'))], 'root → root'],
  [
    '[C-5] such a template among others that walk down',
    [Column('root', rows('a', 'kids')), Column('a', rows('root', '/items'))],
    'a → root → a',
  ],
  [
    '[C-5] a plain cycle beside a template that walks down',
    [Column('root', ['a', 'b']), Column('a', rows('root', 'kids')), Card('b', 'root')],
    'b → root → b',
  ],
]

describe('a component that contains itself without end', () => {
  it.each(circles)('%s is refused with the whole cycle', (_title, components, circle) => {
    const { reports, runtime } = between([CS('x'), UC('x', components)])
    expect(reports).toHaveLength(1)
    expect(reports[0]).toMatchObject({ code: 'GRAPH_CYCLE', severity: 'error', place: { line: 4, surfaceId: 'x' } })
    expect(reports[0]?.message).toContain(`contains itself: ${circle}`)
    const [first = ''] = circle.split(' ')
    const index = components.findIndex((component) => (component as JsonObject)['id'] === first)
    expect(reports[0]?.place).toMatchObject({ componentId: first, at: `/updateComponents/components/${index}` })
    const [parent, child] = circle.split(' → ')
    expect(reports[0]?.hint).toBe(`Take "${child}" out of "${parent}".`)
    const ids = components.map((component) => (component as JsonObject)['id'])
    expect(soundIds(runtime.surface('x'))).toEqual(ids.filter((id) => id !== first))
  })

  it('[C-5] [E-5] is refused when a later message closes the cycle, and what was there stays', () => {
    const { send, codes, runtime, shown } = record()
    send(CS('s'), UC('s', [Card('root', 'a'), Column('a', ['b']), T('b', 'leaf')]))
    send(UC('s', [T('x', 'beside'), Card('b', 'root')]))
    expect(codes()).toEqual(['GRAPH_CYCLE'])
    expect([shown('s', 'b'), runtime.surface('s')?.components.has('x')]).toEqual(['leaf', true])
    send(UC('s', [Card('a', 'b'), T('root', 'top')]), UC('s', [Card('b', 'root')]))
    expect(codes()).toEqual(['GRAPH_CYCLE'])
  })

  it('[C-5] in v0.8 too', () => {
    const { send, reports } = record()
    send(
      v08.BR('s'),
      v08.SU('s', [
        v08.C('root', 'Column', { children: { explicitList: ['a'] } }),
        v08.C('a', 'Card', { child: 'root' }),
      ]),
    )
    expect(reports[0]).toMatchObject({ code: 'GRAPH_CYCLE', place: { surfaceId: 's' } })
  })

  it('[C-5] through ten thousand others is found without recursion', () => {
    const { send, reports } = record({ limits: { components: 10_000 } })
    const chain = Array.from({ length: 10_000 }, (_, n) => Card(`c${n}`, `c${(n + 1) % 10_000}`))
    send(CS('s'), UC('s', chain))
    expect(reports.map(({ code }) => code)).toEqual(['GRAPH_CYCLE'])
  })
})

describe('a component that is not a cycle', () => {
  it('[C-5] is a template that walks down finite data: it is drawn to the end of the data', () => {
    const { send, runtime, reports } = record()
    send(CS('s'), UC('s', [Column('root', rows('root', 'kids'))]))
    send(UD('s', '/', { kids: [{ kids: [] }, { kids: [{ kids: [{}] }] }] }))
    const size = (mounted: ReturnType<typeof mount>): number =>
      mounted.instances('children').reduce((sum, inner) => sum + size(inner), 1)
    expect(size(mount(runtime.surface('s')))).toBe(5)
    expect(reports).toEqual([])
  })

  it.each<readonly [what: string, components: readonly JsonValue[]]>([
    [
      'the same child in many places',
      [Column('root', ['a', 'b', 'c', 'c']), Card('a', 'c'), Card('b', 'c'), T('c', 'x')],
    ],
    [
      'a template with an absolute path to another component',
      [Column('root', rows('a', '/items')), Card('a', 'b'), T('b', 'x')],
    ],
    ['a child that never came', [Card('root', 'gone')]],
    ['an id beside a path of the same name', [T('root', { path: 'root' })]],
  ])('[C-5] is %s', (_what, components) => {
    const { send, reports } = record()
    send(CS('s'), UC('s', components))
    expect(reports).toEqual([])
  })
})
