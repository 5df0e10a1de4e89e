// v0.8's names: the key of an entry is one plain name. In a binding a name is looked up as it stands, then as a path.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { v08 } from '../support/messages.ts'
import { type Recorder, record } from '../support/recorder.ts'
import { sized } from '../support/soak.ts'
import { mount } from './mount.ts'

const list = (dataBinding: string): JsonObject =>
  v08.C('root', 'Column', { children: { template: { componentId: 'row', dataBinding } } })
const field = (path: string): JsonObject =>
  v08.C('root', 'TextField', { label: { literalString: 'L' }, text: { path } })

function begun(contents: readonly JsonObject[], ...components: readonly JsonValue[]): Recorder {
  const recorder = record()
  recorder.send(v08.BR('s'), v08.DM('s', contents), ...(components.length > 0 ? [v08.SU('s', components)] : []))
  return recorder
}

const dataOf = ({ runtime }: Recorder): JsonValue | undefined => runtime.surface('s')?.data.get('/')

/** Keys of everyday data, some written as a path is. */
const keys = ['www.example.com', 'ann@x.org', 'v1.0', 'v1.1', '4.5', 'report.pdf', '12.05.', 'rows[0]', 'St. Ives']

describe('a key that is more than an identifier', () => {
  it.each(keys)('[V8-5] is found by a list and by its address: %s', (key) => {
    const contents = [v08.M('hosts', v08.M(key, v08.E('name', 'found')), v08.M('other', v08.E('name', 'other')))]
    const recorder = begun(
      contents,
      list('/hosts'),
      v08.T('row', { path: 'name' }),
      v08.T('one', { path: `hosts/${key}/name` }),
    )
    expect(dataOf(recorder)).toEqual({ hosts: { [key]: { name: 'found' }, other: { name: 'other' } } })
    const rows = mount(recorder.runtime.surface('s')).instances('children')
    expect(rows.map(({ prop }) => prop('text'))).toEqual(['found', 'other'])
    expect(recorder.shown('s', 'one')).toBe('found')
    expect(recorder.codes()).toEqual([])
  })

  it.each(keys)('[V8-4] [V8-5] is the place of an update: %s', (key) => {
    const recorder = begun([v08.M('hosts', v08.M(key, v08.E('name', 'old')), v08.M('other', v08.E('name', 'other')))])
    recorder.send(v08.DM('s', [v08.E('name', 'new')], `/hosts/${key}`))
    expect(dataOf(recorder)).toEqual({ hosts: { [key]: { name: 'new' }, other: { name: 'other' } } })
    expect(recorder.codes()).toEqual([])
  })

  it.each(keys)('[V8-11] takes what the user enters: %s', (key) => {
    const recorder = begun([v08.M('prices', v08.E(key, '1'))], field(`prices/${key}`))
    mount(recorder.runtime.surface('s')).binding.enter('value', '2')
    expect(dataOf(recorder)).toEqual({ prices: { [key]: '2' } })
  })

  it('[V8-5] is found behind a name that is joined to it', () => {
    const contents = [v08.M('hosts', v08.M('www.example.com', v08.E('first.name', 'found')))]
    const paths = ['hosts.www.example.com/first.name', '/hosts/www.example.com/first.name']
    const recorder = begun(contents, ...paths.map((path, n) => v08.T(`t${n}`, { path })))
    expect(paths.map((_, n) => recorder.shown('s', `t${n}`))).toEqual(paths.map(() => 'found'))
  })
})

describe('a name in a binding that is written as a path', () => {
  it('[V8-5] is one where there is no such key, and follows the key as it comes and goes', () => {
    const recorder = begun(
      [v08.M('a', v08.E('b', 'path'))],
      v08.T('root', { path: '/m.a.b' }),
      v08.T('row', { path: 'a.b' }),
    )
    const seen = (): readonly unknown[] => [top.prop('text'), row.prop('text')]
    const [top, row] = [mount(recorder.runtime.surface('s')), mount(recorder.runtime.surface('s'), 'row')]
    const states = [seen()]
    for (const [contents, path] of [
      [[v08.M('a', v08.E('b', 'in m'))], 'm'],
      [[v08.E('a.b', 'name in m'), v08.M('a', v08.E('b', 'in m'))], 'm'],
      [[v08.M('a', v08.E('b', 'last')), v08.M('m', v08.E('a.b', 'x'))], '/'],
    ] as const) {
      recorder.send(v08.DM('s', contents, path))
      states.push(seen())
    }
    expect(states).toEqual([
      ['', 'path'],
      ['in m', 'path'],
      ['name in m', 'path'],
      ['x', 'last'],
    ])
    recorder.runtime.surface('s')?.data.set('/a.b', 'as it stands', { as: 'host' })
    recorder.runtime.surface('s')?.data.set('/m', undefined, { as: 'host' })
    expect(seen()).toEqual(['', 'as it stands'])
    recorder.runtime.surface('s')?.data.set('/a.b', undefined, { as: 'host' })
    expect(seen()).toEqual(['', 'last'])
  })

  it('[V8-6] is looked up in the item in both ways first, then from the root', () => {
    const items = v08.M(
      'rows',
      v08.M('x', v08.E('a.b', 'name')),
      v08.M('y', v08.M('a', v08.E('b', 'path'))),
      v08.M('z'),
    )
    const recorder = begun([items, v08.M('a', v08.E('b', 'of all'))], list('rows'), v08.T('row', { path: '/a.b' }))
    const rows = mount(recorder.runtime.surface('s')).instances('children')
    expect(rows.map(({ prop }) => prop('text'))).toEqual(['name', 'path', 'of all'])
    recorder.send(v08.DM('s', [v08.E('b', 'new')], 'rows/z/a'), v08.DM('s', [v08.M('a', v08.E('b', 'now'))], 'rows/x'))
    expect(rows.map(({ prop }) => prop('text'))).toEqual(['now', 'path', 'new'])
  })

  it('[V8-5] of a list is both too', () => {
    const recorder = begun(
      [v08.M('chart', v08.M('items', v08.M('x', v08.E('n', 'path'))))],
      list('/chart.items'),
      v08.T('row', { path: 'n' }),
    )
    const rows = (): readonly unknown[] =>
      mount(recorder.runtime.surface('s'))
        .instances('children')
        .map(({ prop }) => prop('text'))
    expect(rows()).toEqual(['path'])
    recorder.runtime.surface('s')?.data.set('/chart.items', { y: { n: 'name' } }, { as: 'host' })
    expect(rows()).toEqual(['name'])
  })

  it.each<readonly [path: string, after: JsonValue]>([
    ['form.name', { form: { name: 'typed' } }],
    ['form/name', { form: { name: 'typed' } }],
    ['list[0].n', { list: [{ n: 'typed' }] }],
    ['list[1].n', { list: { 1: { n: 'typed' } } }],
    ['list/0/n', { list: { 0: { n: 'typed' } } }],
    ['grid[0][0]', { grid: [['typed']] }],
    ['v1.2', { 'v1.2': 'typed' }],
    ['ann@x.org/name', { 'ann@x.org': { name: 'typed' } }],
  ])('[D-2] [V8-5] [V8-11] at %s makes the place of what the user enters', (path, after) => {
    const { runtime, codes } = begun([], field(path))
    const mounted = mount(runtime.surface('s'))
    mounted.binding.enter('value', 'typed')
    expect([runtime.surface('s')?.data.get('/'), mounted.prop('value'), codes()]).toEqual([after, 'typed', []])
  })

  it.each<readonly [path: string, after: JsonValue]>([
    ['form.name', { form: { name: 'first' } }],
    ['list[0].n', { list: [{ n: 'first' }] }],
    ['list/0/n', { list: { 0: { n: 'first' } } }],
    ['v1.2', { 'v1.2': 'first' }],
  ])('[D-2] [V8-5] [V8-7] beside a literal: %s', (path, after) => {
    const recorder = begun([], v08.T('root', { path, literalString: 'first' }))
    expect([dataOf(recorder), recorder.shown('s'), recorder.codes()]).toEqual([after, 'first', []])
  })

  it('[V8-5] [V8-7] beside a literal goes to the key as it stands, and never over what the user entered', () => {
    const recorder = begun([v08.M('m', v08.E('a.b', 'old'))], v08.T('root', { path: 'm/a.b', literalString: 'first' }))
    expect(dataOf(recorder)).toEqual({ m: { 'a.b': 'first' } })
    recorder.runtime.surface('s')?.data.set('/m/a.b', 'typed')
    recorder.send(v08.SU('s', [v08.T('other', { path: 'm.a.b', literalString: 'again' })]))
    expect(dataOf(recorder)).toEqual({ m: { 'a.b': 'typed' } })
  })

  it('[V8-12] leads on into a text that holds JSON', () => {
    const recorder = begun(
      [v08.E('cfg', '{"a.b":"name","c":{"d":"path"}}')],
      v08.T('x', { path: 'cfg.a.b' }),
      v08.T('y', { path: 'cfg.c.d' }),
    )
    expect([recorder.shown('s', 'x'), recorder.shown('s', 'y')]).toEqual(['name', 'path'])
  })

  it('[D-6] never leads to a prototype', () => {
    const recorder = begun([], v08.T('x', { path: 'a.constructor.prototype' }))
    recorder.send(v08.SU('s', [v08.T('y', { path: 'a.__proto__.b' })]), v08.DM('s', [], 'a.__proto__'))
    recorder.send(
      v08.DM('s', [v08.E('a.__proto__.polluted', 'x')]),
      v08.DM('s', [v08.M('m', v08.E('a.__proto__', 'x'))]),
    )
    expect(recorder.codes()).toEqual(['POINTER_FORBIDDEN', 'POINTER_FORBIDDEN', 'POINTER_FORBIDDEN'])
    expect(recorder.shown('s', 'x')).toBe('')
    expect(dataOf(recorder)).toEqual({ m: { 'a.__proto__': 'x' } })
  })

  it('[D-1] is nothing to the host, whose pointers are those of RFC 6901', () => {
    const { runtime } = begun([v08.M('a', v08.E('b', 'x')), v08.E('c.d', 'y')])
    const data = runtime.surface('s')?.data
    expect(['/a.b', '/c.d', '/c/d'].map((pointer) => data?.get(pointer))).toEqual([undefined, undefined, 'y'])
    data?.set('/a.b', 1)
    data?.set('/e/0', 1)
    expect(data?.get('/')).toEqual({ a: { b: 'x' }, c: { d: 'y' }, 'a.b': 1, e: { 0: 1 } })
    expect(data?.userInput().map(({ pointer }) => pointer)).toEqual(['/a.b', '/e/0'])
  })
})

it('[D-4] [V8-5] [V8-6] whoever reads by such names sees every write, at once', () => {
  const key = fc.constantFrom('a', 'b', 'a.b', 'b[0]', '0', 'rows')
  const entry: fc.Arbitrary<JsonObject> = fc.letrec<{ entry: JsonObject }>((tie) => ({
    entry: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.record({ key, valueString: fc.constantFrom('x', 'y') }),
      fc.record({ key, valueMap: fc.array(tie('entry'), { maxLength: 3 }) }),
    ),
  })).entry
  const path = fc.array(key, { maxLength: 3 }).map((names) => names.join('/'))
  const update = fc.record({ path, contents: fc.array(entry, { maxLength: 3 }) })
  const read = fc.constantFrom('a.b', '/a.b/a', 'b[0]', 'a.b[0].a', 'rows/a.b.a', 'b[0].a.b')
  fc.assert(
    fc.property(
      fc.array(update, { maxLength: 12 }),
      fc.array(read, { minLength: 1, maxLength: 3 }),
      (updates, reads) => {
        const recorder = begun([], list('rows'), ...reads.map((path, n) => v08.T(`t${n}`, { path })))
        const surface = recorder.runtime.surface('s')
        const mounted = reads.map((_, n) => ({ id: `t${n}`, one: mount(surface, `t${n}`) }))
        for (const { path, contents } of updates) {
          recorder.send(v08.DM('s', contents, path))
          for (const { id, one } of mounted) expect(one.prop('text')).toBe(recorder.shown('s', id))
        }
      },
    ),
    { numRuns: sized(100, 20_000, 500), seed: 37 },
  )
})
