import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { GOOD, v08 } from '../support/messages.ts'
import { modes } from '../support/modes.ts'
import { type Recorder, record } from '../support/recorder.ts'

function begun(...contents: readonly JsonObject[]): Recorder {
  const recorder = record()
  recorder.send(v08.BR('s'), ...(contents.length > 0 ? [v08.DM('s', contents)] : []))
  return recorder
}

function dataOf({ runtime }: Recorder): JsonValue | undefined {
  return runtime.surface('s')?.data.get('/')
}

/** Maps in maps, `depth` of them. */
function nested(depth: number): JsonObject {
  return depth === 0 ? v08.E('leaf', 'x') : { key: 'm', valueMap: [nested(depth - 1)] }
}

describe('entries', () => {
  it.each<readonly [JsonObject, JsonValue]>([
    [v08.E('k', 'v'), 'v'],
    [v08.E('k', ''), ''],
    [v08.E('k', '7'), '7'],
    [{ key: 'k', valueNumber: 0 }, 0],
    [{ key: 'k', valueNumber: -1.5 }, -1.5],
    [{ key: 'k', valueBoolean: false }, false],
    [{ key: 'k', valueBoolean: true }, true],
    [{ key: 'k', valueMap: [] }, {}],
    [
      { key: 'k', valueMap: [v08.E('a', '1'), { key: 'b', valueNumber: 2 }] },
      { a: '1', b: 2 },
    ],
    [
      { key: 'k', valueMap: [{ key: '0', valueMap: [v08.E('n', 'x')] }, v08.E('1', 'y')] },
      { '0': { n: 'x' }, '1': 'y' },
    ],
    [{ valueString: 'v', key: 'k' }, 'v'],
  ])('[V8-3] %j', (entry, value) => {
    const recorder = begun(entry)
    expect(recorder.codes()).toEqual([])
    expect(dataOf(recorder)).toStrictEqual({ k: value })
  })

  it('[V8-3] are many, the last of a key counts', () => {
    expect(dataOf(begun(v08.E('a', '1'), v08.E('b', '2'), v08.E('a', '3')))).toEqual({ a: '3', b: '2' })
  })

  it('[V8-3] may be none: the model is then empty', () => {
    const recorder = begun(v08.E('a', '1'))
    recorder.send(v08.DM('s', []))
    expect(dataOf(recorder)).toEqual({})
  })

  it('[V8-3] nest to any allowed depth', () => {
    // Each map takes an array and an object; the envelope four levels more.
    const deepest = (64 - 4) / 2
    const recorder = begun(nested(deepest))
    expect(recorder.codes()).toEqual([])
    expect(recorder.runtime.surface('s')?.data.get(`${'/m'.repeat(deepest)}/leaf`)).toBe('x')
    recorder.send(v08.DM('s', [nested(deepest + 1)]))
    expect(recorder.codes()).toEqual(['LIMIT_DEPTH'])
  })

  it.each(['toString', 'constructor', 'prototype', 'valueOf', 'a b', 'ä', 'a~1b', '__proto', 'length'])(
    '[V8-3] have keys of any name: %s',
    (key) => {
      const recorder = begun({ key: 'map', valueMap: [v08.E(key, 'x')] })
      expect(recorder.codes()).toEqual([])
      expect(Object.entries((dataOf(recorder) as { map: JsonObject }).map)).toEqual([[key, 'x']])
    },
  )

  it.each<JsonObject>([
    v08.E('__proto__', 'polluted'),
    { key: 'map', valueMap: [v08.E('__proto__', 'polluted')] },
    v08.E('a.__proto__.x', 'polluted'),
    v08.E('a[0].__proto__', 'polluted'),
  ])('[V8-3] have no key that leads to a prototype: %j', (entry) => {
    const recorder = begun(entry)
    expect(recorder.codes()).toEqual(['POINTER_FORBIDDEN'])
    expect(dataOf(recorder)).toEqual({})
    expect(Object.prototype).not.toHaveProperty('x')
  })
})

describe('dataModelUpdate', () => {
  const known = (): Recorder =>
    begun({ key: 'user', valueMap: [v08.E('name', 'Ada'), v08.E('mail', 'a@example.com')] }, v08.E('note', 'old'))

  it.each<readonly [string | undefined, readonly JsonObject[], JsonValue]>([
    [undefined, [v08.E('x', '1')], { x: '1' }],
    ['', [v08.E('x', '1')], { x: '1' }],
    ['/', [v08.E('x', '1')], { x: '1' }],
    ['user', [v08.E('name', 'Bo')], { user: { name: 'Bo' }, note: 'old' }],
    ['/user', [v08.E('name', 'Bo')], { user: { name: 'Bo' }, note: 'old' }],
    ['user/name', [v08.E('first', 'Bo')], { user: { name: { first: 'Bo' }, mail: 'a@example.com' }, note: 'old' }],
    ['user', [], { user: {}, note: 'old' }],
    ['new', [v08.E('x', '1')], { user: { name: 'Ada', mail: 'a@example.com' }, note: 'old', new: { x: '1' } }],
    ['note', [v08.E('x', '1')], { user: { name: 'Ada', mail: 'a@example.com' }, note: { x: '1' } }],
    [
      'a/b/c',
      [v08.E('x', '1')],
      { user: { name: 'Ada', mail: 'a@example.com' }, note: 'old', a: { b: { c: { x: '1' } } } },
    ],
  ])('[V8-4] at %j with %j', (path, contents, after) => {
    const recorder = known()
    recorder.send(v08.DM('s', contents, path))
    expect(recorder.codes()).toEqual([])
    expect(dataOf(recorder)).toEqual(after)
  })

  it.each(modes)('[D-2] [V8-4] at a number makes a map of numbers: %s', (_mode, validation) => {
    const recorder = record({ validation })
    recorder.send(v08.BR('s'), v08.DM('s', [v08.E('state', 'sent')], 'orders/1042'))
    recorder.send(v08.DM('s', [v08.E('state', 'new')], '/orders/1043'))
    expect(recorder.codes()).toEqual([])
    expect(dataOf(recorder)).toEqual({ orders: { 1042: { state: 'sent' }, 1043: { state: 'new' } } })
  })

  it('[V8-4] leaves the siblings of its path the same objects', () => {
    const recorder = begun({ key: 'a', valueMap: [v08.E('x', '1')] }, { key: 'b', valueMap: [v08.E('y', '2')] })
    const b = recorder.runtime.surface('s')?.data.get('/b')
    recorder.send(v08.DM('s', [v08.E('x', '3')], 'a'))
    expect(recorder.runtime.surface('s')?.data.get('/b')).toBe(b)
  })

  it('[V8-4] changes no other surface', () => {
    const recorder = known()
    recorder.send(...GOOD, v08.BR('t'), v08.DM('t', [v08.E('note', 'other')]), v08.DM('s', [v08.E('note', 'new')]))
    expect(recorder.runtime.surface('t')?.data.get('/note')).toBe('other')
    expect([dataOf(recorder), recorder.shown('g')]).toEqual([{ note: 'new' }, 'witness'])
  })

  it('[V8-4] below a text is refused', () => {
    const recorder = known()
    recorder.send(v08.DM('s', [v08.E('x', '1')], 'note/deeper'))
    expect(recorder.codes()).toEqual(['DATA_NOT_CONTAINER'])
    expect(recorder.runtime.surface('s')?.data.get('/note')).toBe('old')
  })
})

describe('a path', () => {
  const same: readonly string[] = ['a/b', '/a/b', 'a/b/', 'a.b', '/a.b', 'a//b', './a/b', 'a.b/']

  it.each(same)('[V8-5] names a and then b: %s', (path) => {
    const recorder = begun(v08.E('note', 'old'))
    recorder.send(v08.DM('s', [v08.E('x', '1')], path))
    expect(recorder.codes()).toEqual([])
    expect(dataOf(recorder)).toEqual({ note: 'old', a: { b: { x: '1' } } })
  })

  it.each(same)('[V8-5] does so in a binding: %s', (path) => {
    const recorder = begun({ key: 'a', valueMap: [v08.E('b', 'found')] })
    recorder.send(v08.SU('s', [v08.T('root', { path })]))
    expect(recorder.shown('s')).toBe('found')
  })

  it.each<readonly [path: string, after: JsonValue]>([
    ['list[0]', { list: [{ x: '1' }] }],
    ['list[0].rows[0]', { list: [{ rows: [{ x: '1' }] }] }],
    ['list[0][0]', { list: [[{ x: '1' }]] }],
    ['list[0]/name', { list: [{ name: { x: '1' } }] }],
    ['list[1]', { list: { 1: { x: '1' } } }],
    ['list/0', { list: { 0: { x: '1' } } }],
    ['list/0/rows[0]', { list: { 0: { rows: [{ x: '1' }] } } }],
    ['list.0', { 'list.0': { x: '1' } }],
  ])('[D-2] [V8-5] makes an array for [0] alone, which no name after a slash does: %s', (path, after) => {
    const recorder = begun()
    recorder.send(v08.DM('s', [v08.E('x', '1')], path))
    expect(recorder.codes()).toEqual([])
    expect(dataOf(recorder)).toEqual(after)
  })
})

describe('the key of an entry', () => {
  it.each<readonly [key: string, after: JsonValue]>([
    ['a.b', { a: { b: 'x' } }],
    ['a.b.c', { a: { b: { c: 'x' } } }],
    ['chart.items[0].label', { chart: { items: [{ label: 'x' }] } }],
    ['list[0]', { list: ['x'] }],
    ['list[1]', { list: { 1: 'x' } }],
    ['größe.höhe', { größe: { höhe: 'x' } }],
  ])('[V8-5] is a path at the top of the model, where it is written as one: %s', (key, after) => {
    const recorder = begun(v08.E(key, 'x'))
    expect(recorder.codes()).toEqual([])
    expect(dataOf(recorder)).toEqual(after)
  })

  const names: readonly string[] = [
    ...[
      '',
      '.',
      '/',
      '..',
      '[]',
      '[0]',
      'a/b',
      '/a',
      'a.',
      '.a',
      'a..b',
      'a[b]',
      'a[0]b',
      'a[-1]',
      'a [0]',
      'a~1b',
      '~0',
    ],
    ...['4.5', 'v1.2', 'list.0', 'ann@x.org', 'https://x.org/a.html', 'my-host.org', 'St. Ives', '"', '\n', '😀.😀'],
  ]

  it.each(names)('[V8-5] is one plain name otherwise: %j', (key) => {
    const recorder = begun(v08.E(key, 'x'), v08.E('other', 'y'), { key: 'map', valueMap: [v08.E(key, 'z')] })
    expect(recorder.codes()).toEqual([])
    expect(dataOf(recorder)).toStrictEqual({ [key]: 'x', other: 'y', map: { [key]: 'z' } })
  })

  it.each([...names, 'a.b', 'list[0].n', 'www.example.com'])('[V8-5] is always one within a map: %j', (key) => {
    const recorder = begun({ key: 'map', valueMap: [v08.E(key, 'x'), { key: 'in', valueMap: [v08.E(key, 'y')] }] })
    expect(recorder.codes()).toEqual([])
    expect(dataOf(recorder)).toStrictEqual({ map: { [key]: 'x', in: { [key]: 'y' } } })
  })

  it('[V8-5] is a path at the top of an update of one place for its [n] alone: host and file names are keys there', () => {
    const recorder = begun()
    recorder.send(v08.DM('s', [v08.E('www.example.com', 'x'), v08.E('report.pdf', 'y'), v08.E('rows[0].n', 'z')], 'p'))
    expect(dataOf(recorder)).toEqual({ p: { 'www.example.com': 'x', 'report.pdf': 'y', rows: [{ n: 'z' }] } })
  })

  it('[V8-5] fills one structure with those before it', () => {
    expect(dataOf(begun(v08.E('list[0].n', 'a'), v08.E('list[1].n', 'b'), v08.E('list[0].m', 'c')))).toEqual({
      list: [{ n: 'a', m: 'c' }, { n: 'b' }],
    })
  })

  it('[D-3] [V8-5] is refused beyond the end of an array that those before it made', () => {
    const recorder = begun(v08.E('list[0]', 'a'), v08.E('list[2]', 'b'))
    expect(recorder.reports.map(({ code, place }) => [code, place.at])).toEqual([
      ['POINTER_INDEX', '/dataModelUpdate/contents/1/key'],
    ])
  })
})
