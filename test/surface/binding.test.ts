// What a mounted component is given to draw: evaluated, coerced, and the same object as long as nothing has changed.
import { describe, expect, it, vi } from 'vitest'
import { root } from '../../src/json/pointer.ts'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { ComponentBinding } from '../../src/surface/binding.ts'
import type { LiveSurface } from '../../src/surface/surface.ts'
import { CS, T, UC, UD } from '../support/messages.ts'
import { type Recorder, record } from '../support/recorder.ts'
import { mount } from './mount.ts'

const CheckBox = (value: JsonValue): JsonObject => ({ id: 'root', component: 'CheckBox', label: 'L', value })

const coerced: readonly (readonly [
  title: string,
  component: JsonObject,
  property: string,
  value: JsonValue | undefined,
  shown: unknown,
])[] = [
  ['[B-1] a text stays', T('root', { path: '/v' }), 'text', 'Ada', 'Ada'],
  ['[B-1] a date is shown as it was sent', T('root', { path: '/v' }), 'text', '2026-03-01T12:00Z', '2026-03-01T12:00Z'],
  ['[B-1] a number becomes a text', T('root', { path: '/v' }), 'text', 1.5, '1.5'],
  ['[B-1] so does true', T('root', { path: '/v' }), 'text', true, 'true'],
  ['[B-1] null is the empty text', T('root', { path: '/v' }), 'text', null, ''],
  ['[B-1] nothing is the empty text', T('root', { path: '/v' }), 'text', undefined, ''],
  ['[B-1] an object is shown as JSON', T('root', { path: '/v' }), 'text', { a: [1, null] }, '{"a":[1,null]}'],
  ['[B-1] an array too', T('root', { path: '/v' }), 'text', ['x', 2], '["x",2]'],
  ['[B-1] true stays', CheckBox({ path: '/v' }), 'value', true, true],
  ['[B-1] the text "true" holds', CheckBox({ path: '/v' }), 'value', 'true', true],
  ['[B-1] in any case', CheckBox({ path: '/v' }), 'value', 'TRUE', true],
  ['[B-1] no other text does', CheckBox({ path: '/v' }), 'value', 'yes', false],
  ['[B-1] 0 does not hold', CheckBox({ path: '/v' }), 'value', 0, false],
  ['[B-1] other numbers do', CheckBox({ path: '/v' }), 'value', -1, true],
  ['[B-1] null does not', CheckBox({ path: '/v' }), 'value', null, false],
  ['[B-1] nothing does not', CheckBox({ path: '/v' }), 'value', undefined, false],
]

describe('a bound property', () => {
  it.each(coerced)('%s', (_title, component, property, value, shown) => {
    const { send, runtime } = record()
    send(CS('s'), UC('s', [component]))
    const mounted = mount(runtime.surface('s'))
    send(UD('s', '/', value === undefined ? {} : { v: value }))
    expect(mounted.prop(property)).toBe(shown)
  })

  it('[B-1] follows the data as they come, go and come again', () => {
    const { send, runtime } = record()
    send(CS('s'), UC('s', [T('root', { path: '/user/name' })]))
    const { prop } = mount(runtime.surface('s'))
    const seen = [prop('text')]
    for (const write of [
      UD('s', '/user', { name: 'Ada' }),
      UD('s', '/user/name', 'Bob'),
      UD('s', '/user'),
      UD('s', '/', { user: { name: 'Eve' } }),
    ]) {
      send(write)
      seen.push(prop('text'))
    }
    expect(seen).toEqual(['', 'Ada', 'Bob', '', 'Eve'])
  })

  it('[B-1] deep within properties follows too', () => {
    const { send, runtime } = record()
    const accessibility = { label: { path: '/label' }, description: 'fixed' }
    send(CS('s'), UC('s', [{ ...T('root', 'x'), accessibility }]))
    const { prop } = mount(runtime.surface('s'))
    expect(prop('accessibility')).toEqual({ label: '', description: 'fixed' })
    send(UD('s', '/label', 'L'))
    expect(prop('accessibility')).toEqual({ label: 'L', description: 'fixed' })
  })

  it('[B-1] of a component that nobody mounted is as fresh, each time it is asked for', () => {
    const { send, shown } = record()
    send(CS('s'), UC('s', [T('root', { path: '/v' })]))
    expect(shown('s')).toBe('')
    send(UD('s', '/v', 'now'))
    expect(shown('s')).toBe('now')
  })
})

describe('a path', () => {
  const list: readonly JsonObject[] = [
    { id: 'root', component: 'Column', children: { componentId: 'group', path: '/groups' } },
    { id: 'group', component: 'Column', children: { componentId: 'row', path: 'rows' } },
    T('row', { call: 'formatString', args: { value: '${name}/${/title}' } }),
  ]

  it('[B-2] is absolute with a leading slash, else relative to the list item; nested templates nest', () => {
    const { send, runtime } = record()
    send(
      CS('s'),
      UC('s', list),
      UD('s', '/', {
        title: 'T',
        name: 'root',
        groups: [{ rows: [{ name: 'a' }, { name: 'b' }] }, { name: 'g', rows: [{}] }],
      }),
    )
    const texts = mount(runtime.surface('s'))
      .instances('children')
      .map((group) => group.instances('children').map(({ prop }) => prop('text')))
    expect(texts).toEqual([['a/T', 'b/T'], ['/T']])
  })

  it('[B-2] outside of lists is the same with a slash and without', () => {
    const { send, shown } = record()
    send(CS('s'), UC('s', [T('root', { path: 'a/b' }), T('abs', { path: '/a/b' })]), UD('s', '/a/b', 'x'))
    expect([shown('s'), shown('s', 'abs')]).toEqual(['x', 'x'])
  })

  it.each(['', '.'])('[B-2] %j means the item itself', (path) => {
    const { send, runtime } = record()
    send(
      CS('s'),
      UC('s', [{ id: 'root', component: 'Row', children: { componentId: 'row', path: '/names' } }, T('row', { path })]),
    )
    send(UD('s', '/names', ['Ada', 'Bob']))
    expect(
      mount(runtime.surface('s'))
        .instances('children')
        .map(({ prop }) => prop('text')),
    ).toEqual(['Ada', 'Bob'])
  })

  it('[B-2] cannot leave its item upwards', () => {
    const { send, runtime } = record()
    send(
      CS('s'),
      UC('s', [
        { id: 'root', component: 'Row', children: { componentId: 'row', path: '/rows' } },
        T('row', { path: '../../secret' }),
      ]),
    )
    send(UD('s', '/', { secret: 'x', rows: [{}] }))
    expect(mount(runtime.surface('s')).instances('children')[0]?.prop('text')).toBe('')
  })

  it.each<readonly [what: string, value: JsonValue | undefined, items: number]>([
    ['an array', [1, 2], 2],
    ['an empty array', [], 0],
    ['an object', { a: 1 }, 0],
    ['a text', 'ab', 0],
    ['null', null, 0],
    ['nothing', undefined, 0],
  ])('[B-2] a template over %s has as many items as elements', (_what, value, items) => {
    const { send, runtime } = record()
    send(CS('s'), UC('s', [{ id: 'root', component: 'Row', children: { componentId: 'row', path: '/rows' } }]))
    send(UD('s', '/', value === undefined ? {} : { rows: value }))
    expect(mount(runtime.surface('s')).prop('children')).toMatchObject({ kind: 'items', items })
  })
})

describe('a snapshot', () => {
  const components = [
    {
      id: 'root',
      component: 'Column',
      children: { componentId: 'row', path: '/rows' },
      accessibility: { label: { path: '/label' } },
    },
    T('row', { path: 'name' }),
  ]

  it('[B-3] is the same object until a value that it read is another', () => {
    const { send, runtime } = record()
    send(CS('s'), UC('s', components), UD('s', '/', { label: 'L', rows: [{ name: 'a' }], other: 1 }))
    const { snapshot, wakes } = mount(runtime.surface('s'))
    const first = snapshot()
    send(UD('s', '/other', 2), UC('s', [T('row', 'fixed')]))
    expect(wakes()).toBe(0)
    send(UD('s', '/rows/0/name', 'b'), UD('s', '/rows', [{ name: 'c' }]), UD('s', '/label', 'L'))
    expect(snapshot()).toBe(first)
    send(UD('s', '/rows/1', { name: 'd' }))
    expect(snapshot()).not.toBe(first)
    expect(snapshot().props['accessibility']).toBe(first.props['accessibility'])
  })

  it('[B-3] keeps the properties that are the same when another changes', () => {
    const { send, runtime } = record()
    send(CS('s'), UC('s', components), UD('s', '/', { label: 'L', rows: [{}] }))
    const { snapshot } = mount(runtime.surface('s'))
    const first = snapshot()
    send(UD('s', '/label', 'M'))
    expect(snapshot().props['children']).toBe(first.props['children'])
    expect(snapshot().props['accessibility']).toEqual({ label: 'M' })
  })

  it('[B-3] of a component that nobody mounted is kept too', () => {
    const { send, runtime } = record()
    send(CS('s'), UC('s', components), UD('s', '/rows', [1]))
    const { binding, unmount } = mount(runtime.surface('s'))
    unmount()
    const first = binding.getSnapshot()
    send(UD('s', '/elsewhere', 1))
    expect(binding.getSnapshot()).toBe(first)
  })
})

describe('an object that is shown as a text', () => {
  const shownAs = (length: number): Recorder => {
    const recorder = record({ limits: { stringLength: 100 } })
    // Two brackets, four quotes, a comma.
    const half = Math.floor((length - 7) / 2)
    recorder.send(CS('s'), UC('s', [T('root', { path: '/v' })]))
    recorder.send(UD('s', '/v', ['x'.repeat(half), 'x'.repeat(length - 7 - half)]))
    return recorder
  }

  it('[B-1] [J-4] may be as long as any text, and no longer', async () => {
    const exact = shownAs(100)
    const over = shownAs(101)
    expect([String(exact.shown('s')).length, over.shown('s')]).toEqual([100, ''])
    // What fails while it is drawn is told a moment later.
    await Promise.resolve()
    expect([exact.codes(), over.codes()]).toEqual([[], ['LIMIT_STRING']])
  })
})

describe('an evaluation that throws', () => {
  it('[B-1] is made again at the next look, though nothing has changed since', () => {
    const recorder = record()
    recorder.send(CS('s'), UC('s', [T('root', { path: '/v' })]), UD('s', '/v', 'one'))
    const surface = recorder.runtime.surface('s') as LiveSurface
    const binding = new ComponentBinding(surface, 'root', root)
    expect(binding.getSnapshot().props['text']).toBe('one')
    recorder.send(UD('s', '/v', 'two'))
    const read = vi.spyOn(surface.model, 'read').mockImplementationOnce(() => {
      throw new Error('once')
    })
    expect(() => binding.getSnapshot()).toThrow('once')
    read.mockRestore()
    expect(binding.getSnapshot().props['text']).toBe('two')
  })
})
