// v0.8: paths that lead on into a text which holds JSON.
import { expect, it } from 'vitest'
import { defaultLimits } from '../../src/errors/limits.ts'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { createJsonTexts } from '../../src/surface/json-texts.ts'
import { CS, T, UC, UD, v08 } from '../support/messages.ts'
import { type Recorder, record } from '../support/recorder.ts'
import { mount } from './mount.ts'

function begun(contents: readonly JsonObject[], ...components: readonly JsonValue[]): Recorder {
  const recorder = record()
  recorder.send(v08.BR('s'), v08.DM('s', contents), v08.SU('s', components))
  return recorder
}

it.each<readonly [path: string, shown: string]>([
  ['cfg/name', 'Ada'],
  ['/cfg/tags/1', 'b'],
  ['cfg.deep.inner', 'x'],
  ['rows[0].n', '1'],
  ['cfg', ' {"name":"Ada","tags":["a","b"],"deep":"{\\"inner\\":\\"x\\"}"}'],
  ['prose/0', ''],
  ['broken/a', ''],
])('[V8-12] %s is read', (path, shown) => {
  const contents = [
    v08.E('cfg', ' {"name":"Ada","tags":["a","b"],"deep":"{\\"inner\\":\\"x\\"}"}'),
    v08.E('rows', '[{"n":1},{"n":2}]'),
    v08.E('prose', '[Name] of the guest'),
    v08.E('broken', '{"a":'),
  ]
  const recorder = begun(contents, v08.T('root', { path }))
  expect(recorder.shown('s')).toBe(shown)
  expect(recorder.codes()).toEqual([])
})

const list = v08.C('root', 'List', { children: { template: { componentId: 'row', dataBinding: '/rows' } } })

it('[V8-12] a template repeats over an array, and over the members of an object', () => {
  const recorder = begun([v08.E('rows', '[{"n":"one"},{"n":"two"}]')], list, v08.T('row', { path: 'n' }))
  const mounted = mount(recorder.runtime.surface('s'))
  expect(mounted.instances('children').map((row) => row.prop('text'))).toEqual(['one', 'two'])
  recorder.send(v08.DM('s', [v08.E('rows', '{"a":{"n":"three"}}')]))
  expect(mounted.instances('children').map((row) => row.prop('text'))).toEqual(['three'])
})

it('[V8-12] who reads there is invalidated where the contents are others, and only there', () => {
  const recorder = begun(
    [v08.E('cfg', '{"a":1,"b":2}')],
    v08.T('root', { path: 'cfg/a' }),
    v08.T('b', { path: 'cfg/b' }),
  )
  const [a, b] = ['root', 'b'].map((id) => mount(recorder.runtime.surface('s'), id))
  recorder.send(v08.DM('s', [v08.E('cfg', '{"a":5,"b":2}')]))
  expect([a?.prop('text'), a?.wakes(), b?.prop('text'), b?.wakes()]).toEqual(['5', 1, '2', 0])
})

it('[V8-12] what it holds is the same object as long as the text is the same', () => {
  const { runtime } = begun([v08.E('cfg', '{"a":{"b":1}}')])
  const data = runtime.surface('s')?.data
  expect(data?.get('/cfg/a')).toBe(data?.get('/cfg/a'))
  expect(data?.get('/cfg')).toBe('{"a":{"b":1}}')
})

it('[V8-12] the user can enter into it; an agent replaces the text', () => {
  const field = v08.C('root', 'TextField', { label: { literalString: 'L' }, text: { path: 'cfg/name' } })
  const recorder = begun([v08.E('cfg', '{"name":"Ada","age":36}')], field)
  const mounted = mount(recorder.runtime.surface('s'))
  mounted.binding.enter('value', 'Grace')
  expect(mounted.prop('value')).toBe('Grace')
  expect(recorder.runtime.surface('s')?.data.get('/cfg')).toEqual({ name: 'Grace', age: 36 })
  recorder.send(v08.DM('s', [v08.E('cfg', '{"name":"Edsger"}')]))
  expect(mounted.prop('value')).toBe('Edsger')
  recorder.send(v08.DM('s', [v08.E('x', '1')], 'cfg'))
  expect(recorder.runtime.surface('s')?.data.get('/cfg')).toEqual({ x: '1' })
  expect(recorder.codes()).toEqual([])
})

it('[V8-12] a refused write leaves the text a text', () => {
  const field = v08.C('root', 'TextField', { label: { literalString: 'L' }, text: { path: 'cfg/name/first' } })
  const recorder = begun([v08.E('cfg', '{"name":"Ada"}')], field)
  const data = recorder.runtime.surface('s')?.data
  mount(recorder.runtime.surface('s')).binding.enter('value', 'Grace')
  expect(() => data?.set('/cfg/name/last', 'Lovelace')).toThrow('holds a string')
  expect(() => data?.set('/cfg/name/last', 'Lovelace', { as: 'host' })).toThrow('holds a string')
  expect(data?.get('/cfg')).toBe('{"name":"Ada"}')
  expect(data?.userInput()).toEqual([])
})

it('[V8-12] who reads the whole text follows when the user enters what it holds already', () => {
  const recorder = begun(
    [v08.E('cfg', '{"name":"Ada"}')],
    v08.T('root', { path: 'cfg/name' }),
    v08.T('b', { path: 'cfg' }),
  )
  const [, whole] = ['root', 'b'].map((id) => mount(recorder.runtime.surface('s'), id))
  recorder.runtime.surface('s')?.data.set('/cfg/name', 'Ada')
  expect(recorder.runtime.surface('s')?.data.get('/cfg')).toEqual({ name: 'Ada' })
  expect(whole?.wakes()).toBe(1)
})

it('[V8-12] deeper than the limit it is a text', () => {
  const { runtime } = begun([v08.E('deep', `${'['.repeat(70)}${']'.repeat(70)}`), v08.E('flat', '[["x"]]')])
  expect(['/deep/0', '/flat/0/0'].map((path) => runtime.surface('s')?.data.get(path))).toEqual([undefined, 'x'])
})

it('[V8-12] contents beyond what is kept are read again, but once within a task', async () => {
  const texts = createJsonTexts(defaultLimits)
  const long = (n: number): string => JSON.stringify([{ n }, 'x'.repeat(90_000)])
  const read = (n: number): unknown => texts.step(long(n), '0')
  const all = Array.from({ length: 12 }, (_, n) => n)
  const first = all.map(read)
  expect(first).toEqual(all.map((n) => ({ n })))
  // Rows that read long texts in turn must not parse one for each row.
  for (const n of all) expect(read(n)).toBe(first[n])
  await Promise.resolve()
  expect(read(0)).toEqual(first[0])
  expect(read(0)).not.toBe(first[0])
})

it('[V8-12] in v0.9 a text is a text', () => {
  const recorder = record()
  recorder.send(CS('s'), UD('s', '/cfg', '{"a":1}'), UC('s', [T('root', { path: '/cfg/a' })]))
  expect(recorder.shown('s')).toBe('')
})
