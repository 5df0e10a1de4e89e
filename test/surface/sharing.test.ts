// Values are copied at the door and shared inside: no object is in two hands that both may change it.
import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../src/json/value.ts'
import { CS, T, UC, UD } from '../support/messages.ts'
import { record } from '../support/recorder.ts'

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) frozen(inner)
  return Object.freeze(value)
}

describe('what is handed over as objects', () => {
  it('[J-5] is not changed: frozen messages are applied as others', () => {
    const { runtime, reports, shown } = record()
    const value = frozen({ list: [{ n: 1 }] })
    runtime.apply(frozen([CS('s'), UC('s', [T('root', { path: '/list/0/n' })]), UD('s', '/', value)]))
    runtime.apply(frozen(UD('s', '/list/0/n', 2)))
    expect(shown('s')).toBe('2')
    expect(value).toEqual({ list: [{ n: 1 }] })
    expect(reports).toEqual([])
  })

  it('[J-5] is not kept: what the host does with it later changes no surface', () => {
    const { runtime, shown } = record()
    const value = { list: ['before'] }
    const component = { id: 'root', component: 'Text', text: { path: '/list/0' } }
    runtime.apply([CS('s'), UC('s', [component]), UD('s', '/', value)])
    value.list[0] = 'after'
    component.text.path = '/other'
    expect(shown('s')).toBe('before')
  })

  it('[J-5] [SF-4] to two surfaces at once is not shared by them', () => {
    const { runtime } = record()
    const value = { n: 1 }
    runtime.apply([CS('a'), CS('b'), UD('a', '/', value), UD('b', '/', value), UD('a', '/n', 2)])
    expect([runtime.surface('a'), runtime.surface('b')].map((surface) => surface?.data.get('/n'))).toEqual([2, 1])
    expect(value).toEqual({ n: 1 })
  })

  it("[J-5] [D-7] through a surface's data is copied too", () => {
    const { runtime, send } = record()
    send(CS('s'))
    const data = runtime.surface('s')?.data
    const value = { list: ['before'] }
    data?.set('/a', value)
    value.list[0] = 'after'
    expect(data?.get('/a')).toEqual({ list: ['before'] })
    data?.set('/a/list/0', 'own')
    expect(value).toEqual({ list: ['after'] })
  })

  const nonsense: readonly (readonly [what: string, value: unknown])[] = [
    ['a function', () => 1],
    ['a symbol', Symbol('s')],
    ['a bigint', 1n],
    ['a date', new Date(0)],
    ['a map', new Map([['a', 1]])],
    ['an object of a class of the host', new (class Item {})()],
    ['NaN', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
    ['something deep down', { a: [{ b: () => 1 }] }],
  ]

  it.each(nonsense)('[J-5] is refused where it is not JSON: %s', (_what, value) => {
    const { runtime, send, reports } = record()
    send(CS('s'))
    runtime.apply({ version: 'v0.9', updateDataModel: { surfaceId: 's', path: '/a', value } })
    expect(reports).toHaveLength(1)
    expect(['ENVELOPE_INVALID', 'NUMBER_RANGE']).toContain(reports[0]?.code)
    expect(runtime.surface('s')?.data.get('/')).toEqual({})
    expect(() => runtime.surface('s')?.data.set('/a', value as JsonValue)).toThrow(
      expect.objectContaining({ name: 'SurfaceError' }),
    )
    expect(runtime.surface('s')?.data.get('/')).toEqual({})
  })

  it('[J-5] is refused where it is a cycle', () => {
    const { runtime, codes, send } = record()
    send(CS('s'))
    const circle: { self?: unknown } = {}
    circle.self = circle
    runtime.apply({ version: 'v0.9', updateDataModel: { surfaceId: 's', value: circle } })
    expect(codes()).toEqual(['LIMIT_DEPTH'])
  })

  it('[J-5] a member that is undefined is none, as JSON.stringify has it', () => {
    const { runtime, reports } = record()
    runtime.apply([CS('s'), UD('s', '/', { a: 1, b: undefined } as never)])
    expect(Object.keys(runtime.surface('s')?.data.get('/') ?? {})).toEqual(['a'])
    expect(reports).toEqual([])
  })
})

describe('what was read', () => {
  it('[D-7] never changes afterwards', () => {
    const { runtime, send } = record()
    send(CS('s'), UD('s', '/', { a: { list: [1, 2, 3] }, b: { c: 1 } }))
    const data = runtime.surface('s')?.data
    const before = data?.get('/')
    const list = data?.get('/a/list')
    send(UD('s', '/a/list/0', 'new'), UD('s', '/a/list/3', 4), UD('s', '/a/list/1'), UD('s', '/b/c'), UD('s', '/d', 1))
    data?.set('/a/list/2', 'host')
    expect(before).toEqual({ a: { list: [1, 2, 3] }, b: { c: 1 } })
    expect(list).toEqual([1, 2, 3])
    expect(data?.get('/a/list')).toEqual(['new', undefined, 'host', 4])
  })

  it('[D-7] documents share what a write did not touch', () => {
    const { runtime, send } = record()
    send(CS('s'), UD('s', '/', { a: { x: 1 }, b: { c: { d: 1 }, e: {} } }))
    const data = runtime.surface('s')?.data
    const [whole, a, b, c, e] = ['/', '/a', '/b', '/b/c', '/b/e'].map((pointer) => data?.get(pointer))
    send(UD('s', '/b/c/d', 2))
    expect([data?.get('/a') === a, data?.get('/b/e') === e]).toEqual([true, true])
    expect([data?.get('/') === whole, data?.get('/b') === b, data?.get('/b/c') === c]).toEqual([false, false, false])
  })
})
