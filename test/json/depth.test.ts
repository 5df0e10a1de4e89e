import { describe, expect, it } from 'vitest'
import { inspect } from '../../src/json/inspect.ts'
import type { JsonObject } from '../../src/json/value.ts'
import { between } from '../support/between.ts'
import { cpuTimer } from '../support/cpu-timer.ts'
import { CS, T, UC, UD, v08 } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { mount } from '../surface/mount.ts'

/** What a message needs for itself: the object, and the payload in it. */
const envelope = 2
const limit = 64

function arrays(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth)
}

function objects(depth: number): string {
  return `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
}

/** Arrays and objects by turns; the deepest is not the last. */
function mixed(depth: number): string {
  return `[${depth > 2 ? `{"a":${mixed(depth - 2)},"b":1},2` : arrays(depth - 1)}]`
}

function update(value: string): string {
  return JSON.stringify(UD('s', '/n', '?')).replace('"?"', value)
}

describe.each([
  ['arrays', arrays],
  ['objects', objects],
  ['arrays and objects by turns', mixed],
])('%s', (_, nest) => {
  it('[J-2] may nest as deep as the limit', () => {
    const { runtime, codes } = between([update(nest(limit - envelope))])
    expect(codes()).toEqual([])
    expect(JSON.stringify(runtime.surface('s')?.data.get('/n'))).toBe(nest(limit - envelope))
  })

  it.each([1, 2, 1_000, 20_000, 100_000])('[J-2] are refused %i levels deeper', (more) => {
    const depth = nest === mixed ? Math.min(more, 2_000) : more
    const { reports, runtime } = between([update(nest(limit - envelope + depth))])
    expect(reports).toMatchObject([{ code: 'LIMIT_DEPTH', place: { line: 3 } }])
    expect(runtime.surface('s')?.data.get('/')).toEqual({})
  })

  it.each([limit + 1, 100_000])('[J-2] %i levels alone on a line are refused', (depth) => {
    expect(between([nest(Math.min(depth, nest === mixed ? 2_000 : depth))]).codes()).toEqual(['LIMIT_DEPTH'])
  })
})

describe('the depth', () => {
  it('[J-2] has an option', () => {
    expect(between([update(arrays(3))], { limits: { jsonDepth: 5 } }).codes()).toEqual([])
    expect(between([update(arrays(4))], { limits: { jsonDepth: 5 } }).codes()).toEqual(['LIMIT_DEPTH'])
  })

  it('[J-2] is counted by nesting, not by brackets', () => {
    const wide = `[${Array.from({ length: 5_000 }, () => '[[]]').join()}]`
    expect(between([update(wide), update(`"${'['.repeat(500)}"`)]).codes()).toEqual([])
  })

  it('[J-2] of what is handed over as objects is limited too', () => {
    const { runtime, codes } = record()
    runtime.apply([JSON.parse(update(arrays(limit))), JSON.parse(update(arrays(5_000)))])
    expect(codes()).toEqual(['LIMIT_DEPTH', 'LIMIT_DEPTH'])
  })

  it('[J-2] is found on the way down: what lies deeper is not looked at', () => {
    const deep = JSON.parse(`${'['.repeat(5)}"${'x'.repeat(50)}"${']'.repeat(5)}`)
    expect(() => inspect(deep, { jsonDepth: 4, stringLength: 10 })).toThrow(
      expect.objectContaining({ code: 'LIMIT_DEPTH' }),
    )
    expect(() => inspect(deep, { jsonDepth: 5, stringLength: 10 })).toThrow(
      expect.objectContaining({ code: 'LIMIT_STRING' }),
    )
  })
})

describe('paths', () => {
  const named = (count: number): string => '/a'.repeat(count)

  it('[J-2] [R-19] may have 1,000 names and no more, in messages and in bindings', () => {
    const bound = (count: number): JsonObject => UC('s', [T('root', { path: named(count) })])
    const { send, codes, shown } = record()
    send(CS('s'), bound(1000), UD('s', named(1000), 'deep'))
    expect(codes()).toEqual([])
    expect(shown('s')).toBe('deep')
    send(UD('s', named(1001), 'x'), bound(1001), bound(40_000))
    expect(codes()).toEqual(['LIMIT_DEPTH', 'LIMIT_DEPTH', 'LIMIT_DEPTH'])
    expect(shown('s')).toBe('deep')
  })

  it('[V8-5] [R-19] of v0.8 are read in a moment, whatever is in them', () => {
    const spent = cpuTimer()
    const { send, codes } = record()
    send(v08.DM('s', [{ key: 'a', valueString: 'x' }], '['.repeat(100_000)), v08.DM('s', [], '[a]'.repeat(30_000)))
    expect(codes()).toEqual([])
    send(
      v08.DM('s', [], `a${'[0]'.repeat(30_000)}`),
      v08.DM('s', [], `a${'.a'.repeat(49_999)}`),
      v08.DM('s', [], `a${'.a'.repeat(49_999)}.`),
    )
    expect(codes()).toEqual(['LIMIT_DEPTH', 'LIMIT_DEPTH'])
    expect(spent()).toBeLessThan(3000)
  })

  it('[V8-5] [R-19] of v0.8 may have 32 names where some are joined, for each row of a list too', () => {
    const joined = (count: number): string => Array.from({ length: count / 2 }, () => 'a.a').join('/')
    // Each row listens at every place where a joined name may be.
    const { send, codes, runtime } = record({ limits: { listeners: 4_000_000, totalListeners: 4_000_000 } })
    const text = (path: string): JsonObject => v08.T('row', { path })
    const children = { template: { componentId: 'row', dataBinding: 'rows' } }
    const rows = Array.from({ length: 1_000 }, (_, n) => ({ key: `k${n}`, valueMap: [] }))
    send(v08.BR('s'), v08.SU('s', [v08.C('root', 'Column', { children }), text(joined(34))]))
    expect(codes()).toEqual(['LIMIT_DEPTH'])
    send(
      v08.DM('s', [{ key: 'rows', valueMap: rows }]),
      v08.DM('s', [{ key: 'x', valueString: 'deep' }], '/a'.repeat(31)),
    )
    send(v08.SU('s', [v08.C('root', 'Column', { children }), text(`${joined(30)}/a.x`)]))
    const spent = cpuTimer()
    const instances = mount(runtime.surface('s')).instances('children')
    expect(new Set(instances.map(({ prop }) => prop('text')))).toEqual(new Set(['deep']))
    expect(spent()).toBeLessThan(2000)
    expect(codes()).toEqual(['LIMIT_DEPTH'])
  })
})
