import { describe, expect, it } from 'vitest'
import { CS, T, UC, UD, v08 } from '../support/messages.ts'
import { record } from '../support/recorder.ts'

/** The object and everything in it, frozen: writing to it throws. */
function frozen<V>(value: V): V {
  if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(frozen)
  return value
}

/** A v0.9 update with a value that TypeScript would not let pass as JSON. */
function update(value: unknown): unknown {
  return { version: 'v0.9', updateDataModel: { surfaceId: 's', path: '/n', value } }
}

describe('an object that is handed over', () => {
  it('[J-5] is not changed', () => {
    const messages = frozen([
      CS('s', { theme: { primaryColor: '#123456' } }),
      UC('s', [T('root', { path: '/n/a' })]),
      UD('s', '/n', { a: 'old', list: [1, 2] }),
      UD('s', '/n/a', 'new'),
      UD('s', '/n/list/0', 9),
      UD('s', '/n/list/1'),
      v08.SU('o', [v08.T('root', { path: '/x', literalString: 'first' })]),
      v08.DM('o', [{ key: 'x', valueMap: [{ key: 'y', valueNumber: 1 }] }]),
      v08.BR('o'),
      v08.DM('o', [{ key: 'z', valueString: 'more' }], 'x'),
    ])
    const before = JSON.stringify(messages)
    const { runtime, codes, shown } = record()
    runtime.apply(messages)
    expect(codes()).toEqual([])
    expect(JSON.stringify(messages)).toBe(before)
    expect(shown('s')).toBe('new')
  })

  it('[J-5] may be changed by the caller afterwards', () => {
    const value = { list: [{ a: 1 }] }
    const text = { id: 'root', component: 'Text', text: 'as sent' }
    const { runtime, shown } = record()
    runtime.apply([CS('s'), UC('s', [text]), update(value)])
    value.list.push({ a: 2 })
    Object.assign(value.list[0] ?? {}, { a: 3 })
    text.text = 'changed'
    expect(runtime.surface('s')?.data.get('/n')).toEqual({ list: [{ a: 1 }] })
    expect(shown('s')).toBe('as sent')
  })

  it('[J-5] is not shared by two surfaces', () => {
    const value = frozen({ a: { b: 1 } })
    const { runtime } = record()
    runtime.apply([
      CS('s'),
      CS('t'),
      update(value),
      { version: 'v0.9', updateDataModel: { surfaceId: 't', path: '/n', value } },
    ])
    runtime.apply(UD('s', '/n/a/b', 2))
    expect(runtime.surface('t')?.data.get('/n/a/b')).toBe(1)
  })

  it('[J-5] may hold one object twice, and objects without a prototype', () => {
    const part = { x: 1 }
    const bare = Object.assign(Object.create(null), { y: [part, part] })
    const { runtime, codes } = record()
    runtime.apply([CS('s'), update(bare)])
    expect(codes()).toEqual([])
    expect(runtime.surface('s')?.data.get('/n')).toEqual({ y: [{ x: 1 }, { x: 1 }] })
  })

  it('[J-5] loses members that are undefined, as JSON would', () => {
    const { runtime, codes } = record()
    runtime.apply([CS('s'), update({ a: undefined, b: 1 })])
    expect(codes()).toEqual([])
    expect(runtime.surface('s')?.data.get('/n')).toStrictEqual({ b: 1 })
  })

  it('[J-5] keeps a key called __proto__ a key', () => {
    const { runtime, codes } = record()
    runtime.apply([CS('s'), update(JSON.parse('{"__proto__":{"polluted":1}}'))])
    expect(codes()).toEqual([])
    const value = runtime.surface('s')?.data.get('/n') ?? {}
    expect(Object.keys(value)).toEqual(['__proto__'])
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect('polluted' in {}).toBe(false)
  })
})

class Point {
  readonly x = 1
}

const circle: { self?: unknown } = {}
circle.self = circle

describe('what is not JSON', () => {
  it.each<readonly [string, unknown]>([
    ['undefined in an array', [undefined]],
    ['a hole in an array', new Array(3)],
    ['a huge array of nothing', new Array(2 ** 31)],
    ['a function', () => 1],
    ['a symbol', Symbol('s')],
    ['a bigint', 1n],
    ['a date', new Date(0)],
    ['a map', new Map()],
    ['a regular expression', /x/],
    ['a typed array', new Uint8Array(2)],
    ['an object of a class', new Point()],
    ['an object that inherits', Object.create({ inherited: 1 })],
    ['an error', new Error('x')],
    ['a promise', Promise.resolve()],
  ])('[J-5] refuses its message: %s', (_, value) => {
    for (const [place, within] of [['itself', value] as const, ['deep inside', [{ a: [value] }]] as const]) {
      const { runtime, codes } = record()
      runtime.apply([CS('s'), update(within), UD('s', '/after', 1)])
      expect(codes(), place).toEqual(['ENVELOPE_INVALID'])
      expect(runtime.surface('s')?.data.get('/'), place).toEqual({ after: 1 })
    }
  })

  it('[J-5] a cycle ends', () => {
    const { runtime, codes } = record()
    runtime.apply([CS('s'), update(circle)])
    expect(codes()).toEqual(['LIMIT_DEPTH'])
  })

  it('[J-5] a small object that doubles itself at each level ends @all', () => {
    let value: unknown = 1
    for (let level = 0; level < 40; level++) value = [value, value]
    const { runtime, codes } = record()
    runtime.apply([CS('s'), update(value)])
    expect(codes()).toEqual(['ENVELOPE_INVALID'])
  })
})
