// Lines that want to cost, or to be taken for what they are not.
import { act, cleanup } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { closed } from '../../../src/features/drafts/closed-text.ts'
import type { JsonObject } from '../../../src/json/value.ts'
import { texts } from '../../react/mount.tsx'
import { CS, T, UC, UD } from '../../support/messages.ts'
import { seeded } from '../../support/random.ts'
import { sized } from '../../support/soak.ts'
import { plain } from '../../support/state.ts'
import { sourceOf, type Typed, typing } from './typing.ts'

afterEach(() => void vi.useRealTimers())

const head = '{"version":"v0.9","updateComponents":{"surfaceId":"s","components":['
const one = JSON.stringify(T('a', 'one'))

function page(options = {}): Typed {
  const column: JsonObject = { id: 'root', component: 'Column', children: ['a', 'b', 'c'] }
  return typing('', { messages: [CS('s'), UC('s', [column])], ...options })
}

describe('an open line', () => {
  it.each([
    ['two messages', `${head}${one}]},"deleteSurface":{`],
    ['a second list of components', `${head}${one}],"components":[`],
    ['a list at the top', `[${head}${one},`],
    ['a body of another type', `{"version":"v0.9","updateComponents":["surfaceId","s",${one},`],
    ['nesting beyond the limit', `${head}${one},{"id":"b","x":${'['.repeat(200)}`],
  ])('[DR-8] shows nothing of %s', async (_, text) => {
    const { container, reports, write, runtime } = page()
    await write(text)
    expect(texts(container)).toEqual([])
    act(() => runtime.push('\n'))
    expect(reports.length).toBe(1)
  })

  it.each([
    ['surfaceId', 'None'],
    ['surfaceId', '7'],
    ['surfaceId', '"\\x"'],
    ['path', 'None'],
  ])('[DR-8] that is no JSON is one report, as a whole line is: %s is %s', async (name, value) => {
    const { container, reports, runtime, write } = page()
    const rest =
      name === 'path' ? `"surfaceId":"s","path":${value},"value":{"a":1,` : `"surfaceId":${value},"components":[${one},`
    await write(`{"version":"v0.9","${name === 'path' ? 'updateDataModel' : 'updateComponents'}":{${rest}`)
    await write(`${one}`)
    await write('"b":2')
    expect([texts(container), reports]).toEqual([[], []])
    act(() => runtime.push('\n'))
    expect(reports.map(({ code }) => code)).toEqual(['JSON_SYNTAX'])
  })

  it('[DR-8] [S-4] as models break them: nothing is thrown, and the reports are those of whole lines @all', async () => {
    const lines = [
      CS('t'),
      UC('s', [T('a', 'one'), T('b', { path: '/n' })]),
      UD('s', '/', { n: [1, { m: 'x' }], o: null }),
    ]
    const breaks = ['None', 'True', "'", '\\x', '\t', '', '{', ']', ',', '\u0000', 'NaN', '7', '"']
    const random = seeded(20_261_129)
    const below = (most: number): number => Math.floor(random() * most)
    for (let round = 0; round < sized(150, 5_000); round++) {
      const line = JSON.stringify(lines[below(lines.length)])
      const [at, size] = [below(line.length), below(12)]
      const broken = `${line.slice(0, at)}${breaks[below(breaks.length)]}${line.slice(at + size)}\n`
      const [open, whole] = [page(), page({ progressive: false })]
      for (let start = 0; start < broken.length; start += 17) {
        act(() => open.runtime.push(broken.slice(start, start + 17)))
        await act(() => vi.advanceTimersByTimeAsync(100))
      }
      act(() => whole.runtime.push(broken))
      expect(open.reports.map(plain)).toEqual(whole.reports.map(plain))
      cleanup()
    }
  })

  it('[DR-8] reads braces, quotes and escapes in texts as texts', async () => {
    const said = 'a } ] , " \\ { [ \u2028 é 👩‍👩‍👧'
    const { container, write } = page()
    await write(`${head}${JSON.stringify(T('a', said))},`)
    expect(texts(container)).toEqual([said])
  })

  it('[DR-8] looks at 500 parts', async () => {
    const ids = Array.from({ length: 4_000 }, (_, index) => `t${index}`)
    const { container, runtime, write } = typing('', {
      messages: [CS('s'), UC('s', [{ id: 'root', component: 'Column', children: ids.slice(0, 600) }])],
    })
    const parts = ids.map((id) => `{"id":"${id}","component":"Text","text":"x"}`)
    await write(head)
    for (let at = 0; at < parts.length; at += 100)
      await write(`${parts.slice(at, at + 100).join()}${at + 100 < parts.length ? ',' : ''}`)
    expect(texts(container)).toHaveLength(500)
    act(() => runtime.push(']}}\n'))
    expect(runtime.surface('s')?.components.size).toBe(4_001)
  })

  it('[DR-8] looks at its first 64 KiB', async () => {
    const { container, write } = page()
    await write(`${head}${one},${JSON.stringify(T('z', 'x'.repeat(66_000)))},${JSON.stringify(T('b', 'two'))},`)
    expect(texts(container)).toEqual(['one'])
  })

  it('[DR-8] that never ends goes with its refusal', async () => {
    const { container, codes, runtime, write } = page({ limits: { lineBytes: 100_000 } })
    await write(`${head}${one},`)
    for (let count = 0; count < 30; count++) act(() => runtime.push(' '.repeat(10_000)))
    expect(texts(container)).toEqual(['one'])
    act(() => runtime.push('\n'))
    expect([texts(container), codes()]).toEqual([[], ['LIMIT_LINE_BYTES']])
  })

  it('[DR-8] is no text of UTF-8: its draft goes with the report', async () => {
    const { container, codes, runtime, write } = page()
    await write(`${head}${one},`)
    act(() => runtime.push(new Uint8Array([0xff])))
    act(() => runtime.push('\n'))
    expect([texts(container), codes()]).toEqual([[], ['ENCODING_INVALID']])
  })

  it.each([
    ['another surface', '],"surfaceId":"t",'],
    ['another list', '],"components":[],'],
  ])('[DR-3] that goes on to name %s takes its draft away', async (_, more) => {
    const { container, reports, write } = page()
    await write(`${head}${one}`)
    expect(texts(container)).toEqual(['one'])
    await write(more)
    expect([texts(container), reports]).toEqual([[], []])
  })

  it('[DR-1] may have keys that are written with escapes', async () => {
    const { container, write } = page()
    await write(`{"version":"v0.9","update\\u0043omponents":{"surfaceId":"s","components":[${one},`)
    expect(texts(container)).toEqual(['one'])
  })

  it('[DR-8] counts in the limits of components and of data', async () => {
    const { container, write } = page({ limits: { components: 2 } })
    await write(`${head}${one},`)
    expect(texts(container)).toEqual(['one'])
    await write(`${JSON.stringify(T('b', 'two'))},`)
    expect(texts(container)).toEqual([])
  })

  it('[DR-8] counts in the limit of data', async () => {
    const bound = UC('s', [T('root', { path: '/a' })])
    const { container, write, codes } = typing('', { messages: [CS('s'), bound], limits: { dataBytes: 60 } })
    await write('{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/","value":{"a":"one","b":"')
    expect(texts(container)).toEqual(['one'])
    await write(`${'x'.repeat(100)}","c":`)
    expect([texts(container), codes()]).toEqual([[''], []])
  })

  it('[DR-8] [DR-4] counts in the limit of nodes, and is reported when the line is whole', async () => {
    const bound = UC('s', [T('root', { path: '/a' })])
    const { container, write, codes } = typing('', { messages: [CS('s'), bound], limits: { nodes: 10 } })
    await write(
      `{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/","value":{"a":"${'x'.repeat(2_000)}","b":`,
    )
    expect([texts(container), texts(container, '.sf-notice').length, codes()]).toEqual([[], 1, []])
    await write('1}}}\n')
    expect([texts(container), texts(container, '.sf-notice').length, codes()]).toEqual([[], 1, ['LIMIT_NODES']])
  })

  it('[DR-8] lines of two sources stand side by side, and each takes what is its own', async () => {
    const { container, runtime, write } = page()
    const { stream, controller } = sourceOf()
    const other = runtime.read(stream)
    await write(`${head}${one},`)
    controller.enqueue(`${head}${JSON.stringify(T('a', 'other'))},${JSON.stringify(T('b', 'two'))},`)
    await act(() => vi.advanceTimersByTimeAsync(500))
    expect(texts(container)).toEqual(['one', 'two'])
    act(() => runtime.push('nothing\n'))
    expect(texts(container)).toEqual(['two'])
    await act(async () => {
      controller.enqueue(`${JSON.stringify(T('c', 'three'))}]}}\n`)
      controller.close()
      await other
    })
    expect(texts(container)).toEqual(['other', 'two', 'three'])
  })

  it('[DR-8] of surfaces that take turns is read each by itself', async () => {
    const { container, runtime, send, write } = typing('', { messages: [CS('s'), CS('t')] })
    for (const [id, text] of [
      ['s', 'one'],
      ['t', 'two'],
      ['s', 'three'],
      ['t', 'four'],
    ] as const) {
      const line = JSON.stringify(UC(id, [T('root', text), T('z', '')]))
      await write(line.slice(0, -3))
      act(() => runtime.push(`${line.slice(-3)}\n`))
    }
    expect(texts(container)).toEqual(['three', 'four'])
    send(UD('s', '/', {}))
    expect(texts(container)).toEqual(['three', 'four'])
  })

  it('[DR-8] goes with its surface', async () => {
    const { container, runtime, write } = page()
    const other = runtime.read([`${JSON.stringify({ version: 'v0.9', deleteSurface: { surfaceId: 's' } })}\n`])
    await write(`${head}${one},`)
    await act(async () => void (await other))
    await write(`${JSON.stringify(T('b', 'two'))},`)
    expect(container.textContent).toBe('')
    act(() => runtime.dispose())
    await write(`${JSON.stringify(T('c', 'three'))},`)
    expect(container.textContent).toBe('')
  })

  it('[DR-8] a name that no object may have is in no draft', async () => {
    const bound = UC('s', [T('root', { path: '/polluted' })])
    const { container, write } = typing('', { messages: [CS('s'), bound] })
    await write(
      '{"version":"v0.9","updateDataModel":{"surfaceId":"s","path":"/","value":{"__proto__":{"polluted":"yes"},',
    )
    expect([texts(container), ({} as { polluted?: string }).polluted]).toEqual([[''], undefined])
  })
})

describe('a text that is closed', () => {
  const value = { a: [1, -2.5e3, 'x"\\}', { b: [[]] }, null, true], 'k"': { '0': '}', d: '', e: 'é\u2028' }, f: [{}] }

  /** The value without what is on the way of `open`, at its end. */
  function wholeOf(part: unknown, [name, ...rest]: readonly string[]): unknown {
    if (typeof part !== 'object' || part === null || name === undefined) return part
    const members = Object.entries(part).filter(([key]) => key !== name || rest.length > 0)
    const kept = members.map(([key, one]) => [key, key === name ? wholeOf(one, rest) : one] as const)
    return Array.isArray(part) ? kept.map(([, one]) => one) : Object.fromEntries(kept)
  }

  /** Whether all of `part` stands in `whole`, in its place. */
  function standsIn(part: unknown, whole: unknown): boolean {
    if (typeof part !== 'object' || part === null) return part === whole
    return Object.entries(part).every(([key, one]) =>
      standsIn(one, (whole as { readonly [key: string]: unknown })[key]),
    )
  }

  it('[DR-1] holds nothing that the whole does not, wherever it is cut', () => {
    for (const text of [JSON.stringify(value), JSON.stringify(value, null, 2)])
      for (let end = 1; end <= text.length; end++) {
        const { value: found, open } = closed(text.slice(0, end), 100)
        expect(standsIn(found, value), text.slice(0, end)).toBe(true)
        // What is not on the way of `open` is whole.
        const whole = JSON.stringify(wholeOf(found, open)).replace(/[\]}]+$/, '')
        expect(JSON.stringify(value).startsWith(whole) || open.length === 0, text.slice(0, end)).toBe(true)
      }
  })

  it.each<readonly [string, unknown, readonly string[]]>([
    ['{"a":[1,"x"', { a: [1, 'x'] }, ['a']],
    ['{"a":[1,"x', { a: [1] }, ['a']],
    ['{"a":[1,2', { a: [1] }, ['a']],
    ['{"a":[1,2,', { a: [1, 2] }, ['a']],
    ['{"a":1,"b"', { a: 1 }, []],
    ['{"a":"x\\', {}, []],
    ['{"a":"]}","b":[{"c":"}"', { a: ']}', b: [{ c: '}' }] }, ['b', '0']],
    ['{"\\u0061":[{', { a: [{}] }, ['a', '0']],
    ['[{"0":{"x":1', [{ '0': {} }], ['0', '0']],
  ])('[DR-1] %s', (text, found, open) => expect(closed(text, 100)).toEqual({ value: found, open }))

  it.each(['{1,', '{"a":[1 2,', '{"a":1]', '{"a":1}{', '{,"a":1,', ']', 'x', '{"a"::1,', '{"a":nil,', '{"a":[[[['])(
    '[DR-8] %s is none',
    (text) => expect(() => closed(text, 4)).toThrow(),
  )
})
