// Faults of the data model and of pointers. What a person's typing meets is in test/react; what it costs is in the bench.
import { afterEach, describe, expect, it } from 'vitest'
import type { JsonValue } from '../../src/json/value.ts'
import { between } from '../support/between.ts'
import { listenerCount } from '../support/live.ts'
import { CS, T, UC, UD } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { mount } from './mount.ts'

afterEach(() => {
  expect('polluted' in {}).toBe(false)
})

describe('the table of RFC 6901', () => {
  const document: JsonValue = {
    foo: ['bar', 'baz'],
    '': 0,
    'a/b': 1,
    'c%d': 2,
    'e^f': 3,
    'g|h': 4,
    'i\\j': 5,
    'k"l': 6,
    ' ': 7,
    'm~n': 8,
  }

  it.each<readonly [pointer: string, value: unknown]>([
    ['', document],
    ['/foo', ['bar', 'baz']],
    ['/foo/0', 'bar'],
    // The protocol's exception: a slash is the whole model. The empty key has two.
    ['/', document],
    ['//', 0],
    ['/a~1b', 1],
    ['/c%d', 2],
    ['/e^f', 3],
    ['/g|h', 4],
    ['/i\\j', 5],
    ['/k"l', 6],
    ['/ ', 7],
    ['/m~0n', 8],
  ])('[D-1] %j is read, bound and written as the table says', (pointer, value) => {
    const { send, runtime, shown, reports } = record()
    send(CS('s'), UD('s', '/', document), UC('s', [T('root', { path: pointer })]))
    expect(runtime.surface('s')?.data.get(pointer)).toEqual(value)
    expect(shown('s')).toBe(typeof value === 'object' ? JSON.stringify(value) : String(value))
    send(UD('s', pointer, 'new'))
    expect(runtime.surface('s')?.data.get(pointer)).toBe('new')
    expect(reports).toEqual([])
  })
})

describe('pointers that are none, or lead nowhere', () => {
  it.each(['/a~2b', '/~'])('[D-1] %j is no pointer', (pointer) => {
    const { codes } = between([UD('s', pointer, 1), UC('s', [T('x', { path: pointer })])])
    expect(codes()).toEqual(['POINTER_SYNTAX', 'POINTER_SYNTAX'])
  })

  it.each(['#/foo', '/foo/-', '/foo/00', '/foo/1e0', '/foo//0'])('[D-1] %j has no value', (pointer) => {
    const { shown, reports } = between([UD('s', '/foo', ['bar', 'baz']), UC('s', [T('x', { path: pointer })])])
    expect(shown('s', 'x')).toBe('')
    expect(reports).toEqual([])
  })

  it('[D-1] "foo" without its slash is "/foo"', () => {
    const { shown } = between([UD('s', '/foo', 'bar'), UC('s', [T('x', { path: 'foo' })])])
    expect(shown('s', 'x')).toBe('bar')
  })
})

describe('names that reach further than data', () => {
  it.each(['/__proto__/polluted', '/constructor/__proto__/polluted', '/a/__proto__', '/__proto__'])(
    '[D-6] a write to %s is refused',
    (pointer) => {
      const { codes, runtime } = between([UD('s', pointer, 1)])
      expect(codes()).toEqual(['POINTER_FORBIDDEN'])
      expect(runtime.surface('s')?.data.get('/')).toEqual({})
    },
  )

  it('[D-6] a value with such a key is plain data', () => {
    const { runtime, reports } = between([
      '{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":{"__proto__":{"polluted":1}}}}',
    ])
    expect(JSON.stringify(runtime.surface('s')?.data.get('/'))).toBe('{"__proto__":{"polluted":1}}')
    expect(reports).toEqual([])
  })

  it.each(['/__proto__/x', '/constructor/__proto__'])('[D-6] a binding to %s is refused', (path) => {
    const { codes } = between([UC('s', [T('x', { path })])])
    expect(codes()).toEqual(['POINTER_FORBIDDEN'])
  })

  it('[D-1] a binding to what only a prototype has is empty', () => {
    const { shown, reports } = between([
      UC('s', [T('x', { path: '/toString' }), T('y', { path: '/constructor/name' }), T('z', { path: '/prototype' })]),
    ])
    expect(['x', 'y', 'z'].map((id) => shown('s', id))).toEqual(['', '', ''])
    expect(reports).toEqual([])
  })
})

describe('an index far away', () => {
  it.each(['/i/1', '/i/100000000', '/i/4294967294', '/i/4294967295', '/i/1e9'])('[D-3] %s is refused', (pointer) => {
    const { reports, runtime } = between([UD('s', '/i', []), UD('s', pointer, 'x')])
    expect(reports).toHaveLength(1)
    expect(reports[0]).toMatchObject({ code: 'POINTER_INDEX', place: { line: 4, at: '/updateDataModel/path' } })
    expect(runtime.surface('s')?.data.get('/i')).toEqual([])
  })
})

describe('without a value, and null', () => {
  it.each<readonly [what: string, pointer: string, value: JsonValue | undefined, after: unknown]>([
    ['an element', '/i/1', undefined, { i: [1, undefined, 3], k: 'v' }],
    ['the whole model', '/', undefined, {}],
    ['a missing key', '/gone', undefined, { i: [1, 2, 3], k: 'v' }],
    ['a key', '/k', undefined, { i: [1, 2, 3] }],
    ['null for an element', '/i/1', null, { i: [1, null, 3], k: 'v' }],
    ['null for a key', '/k', null, { i: [1, 2, 3], k: null }],
    ['null for the whole model', '/', null, null],
  ])('[D-5] %s', (_what, pointer, value, after) => {
    const { runtime, reports } = between([UD('s', '/', { i: [1, 2, 3], k: 'v' }), UD('s', pointer, value)])
    expect(runtime.surface('s')?.data.get('/')).toStrictEqual(after)
    expect(reports).toEqual([])
  })
})

describe('C7, C8, C11, C12', () => {
  it('[D-3] a model that is a number has nothing below it', () => {
    const { codes, runtime } = between([UD('s', '/', 5), UD('s', '/a', 1)])
    expect(codes()).toEqual(['DATA_NOT_CONTAINER'])
    expect(runtime.surface('s')?.data.get('/')).toBe(5)
  })

  it('[J-5, D-7] one object for two surfaces stays whole', () => {
    const value = Object.freeze({ n: 1, deep: Object.freeze({ n: 1 }) })
    const { runtime } = record()
    runtime.apply([CS('A'), CS('B'), UD('A', '/', value), UD('B', '/', value)])
    runtime.apply([UD('A', '/n', 2), UD('A', '/deep/n', 2)])
    expect(runtime.surface('A')?.data.get('/')).toEqual({ n: 2, deep: { n: 2 } })
    expect(runtime.surface('B')?.data.get('/')).toEqual({ n: 1, deep: { n: 1 } })
    expect(value).toEqual({ n: 1, deep: { n: 1 } })
  })

  it('[D-8] two thousand bindings one after the other leave one listener', () => {
    const { send, runtime } = record()
    send(CS('s'), UC('s', [T('root', { path: '/k' })]))
    const mounted = mount(runtime.surface('s'))
    send(...Array.from({ length: 2_000 }, (_, n) => UC('s', [T('root', { path: `/k${n}` })])))
    expect(listenerCount(runtime.surface('s')?.model)).toBe(1)
    mounted.unmount()
    expect(listenerCount(runtime.surface('s')?.model)).toBe(0)
  })

  it('[J-2] a value nested twenty thousand deep is refused', () => {
    const deep = '['.repeat(20_000) + ']'.repeat(20_000)
    const { codes, runtime } = between([`{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":${deep}}}`])
    expect(codes()).toEqual(['LIMIT_DEPTH'])
    expect(runtime.surface('s')?.data.get('/')).toEqual({})
  })
})
