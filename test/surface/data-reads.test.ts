// What a pointer finds in the data model, for the host and for a binding.
import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../src/json/value.ts'
import { CS, T, UC, UD } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { soundIds } from '../support/sound.ts'

const model: JsonValue = {
  user: { name: 'Ada', tags: ['x', 'y'] },
  none: null,
  '': { '': 'empty' },
  'a/b': 1,
  'm~n': 2,
  toString: 'own',
}

const reads: readonly (readonly [title: string, pointer: string, value: unknown])[] = [
  ['[D-1] the slash means the whole model', '/', model],
  ['[D-1] the empty pointer means the whole model', '', model],
  ['[D-1] a member', '/user/name', 'Ada'],
  ['[D-1] an element', '/user/tags/1', 'y'],
  ['[D-1] one trailing slash is ignored', '/user/name/', 'Ada'],
  ['[D-1] empty names are keys', '///', 'empty'],
  ['[D-1] ~1 is a slash', '/a~1b', 1],
  ['[D-1] ~0 is a tilde', '/m~0n', 2],
  ['[D-1] null is found', '/none', null],
  ['[D-1] below null is nothing', '/none/a', undefined],
  ['[D-1] an own key called as one of Object is found', '/toString', 'own'],
  ['[D-1] what only the prototype has is nothing', '/user/toString', undefined],
  ['[D-1] hasOwnProperty is nothing', '/user/hasOwnProperty', undefined],
  ['[D-1] the length of an array is nothing', '/user/tags/length', undefined],
  ['[D-1] the length of a text is nothing', '/user/name/length', undefined],
  ['[D-1] a letter of a text is nothing', '/user/name/0', undefined],
  ['[D-1] beyond the end is nothing', '/user/tags/2', undefined],
  ['[D-1] an index has no leading zero', '/user/tags/01', undefined],
  ['[D-1] and no sign', '/user/tags/-1', undefined],
  ['[D-1] and no exponent', '/user/tags/1e0', undefined],
  ['[D-1] after the end is nothing', '/user/tags/-', undefined],
]

describe('a pointer', () => {
  it.each(reads)('%s: %s', (_title, pointer, value) => {
    const { send, runtime } = record()
    send(CS('s'), UD('s', '/', model))
    expect(runtime.surface('s')?.data.get(pointer)).toStrictEqual(value)
  })
})

const refused: readonly (readonly [title: string, pointer: string, code: string])[] = [
  ['[D-1] an escape that RFC 6901 has not', '/a~2', 'POINTER_SYNTAX'],
  ['[D-1] a tilde at the end', '/a~', 'POINTER_SYNTAX'],
  ['[D-6] __proto__', '/__proto__/x', 'POINTER_FORBIDDEN'],
  ['[D-6] __proto__ at the end', '/constructor/__proto__', 'POINTER_FORBIDDEN'],
]

describe('a pointer that cannot be one', () => {
  it.each(refused)('%s is refused where the host reads, writes or listens', (_title, pointer, code) => {
    const { send, runtime } = record()
    send(CS('s'))
    const data = runtime.surface('s')?.data
    const refusal = expect.objectContaining({ code })
    expect(() => data?.get(pointer)).toThrow(refusal)
    expect(() => data?.set(pointer, 1)).toThrow(refusal)
    expect(() => data?.subscribe(pointer, () => undefined)).toThrow(refusal)
    expect(data?.get('/')).toEqual({})
  })

  it.each<readonly [given: unknown, shown: string]>([
    [5, '5'],
    [undefined, 'undefined'],
    [null, 'null'],
    [true, 'true'],
    [[], '[]'],
    [['user', 'name'], 'an array'],
    [Object.create(null), 'an object'],
    [() => '/a', 'a function'],
  ])('[PA-11] %o is a TypeError that says what was given and what a pointer is', (given, shown) => {
    const { send, runtime, reports } = record()
    send(CS('s'), UD('s', '/', { a: 1 }))
    const data = runtime.surface('s')?.data
    const pointer = given as string
    const refusal = new TypeError(`A pointer is a text such as "/user/name", not ${shown}.`)
    expect(() => data?.get(pointer)).toThrow(refusal)
    for (const as of ['user', 'host'] as const) expect(() => data?.set(pointer, 1, { as })).toThrow(refusal)
    expect(() => data?.subscribe(pointer, () => undefined)).toThrow(refusal)
    expect([data?.get('/'), data?.userInput(), reports]).toEqual([{ a: 1 }, [], []])
  })

  it.each(refused)('%s refuses the component that binds it, with the place', (_title, path, code) => {
    const { send, reports, runtime } = record()
    send(CS('s'), UC('s', [T('root', { path })]))
    expect(reports).toHaveLength(1)
    expect(reports[0]).toMatchObject({
      code,
      place: { at: '/updateComponents/components/0/text/path', componentId: 'root', surfaceId: 's', line: 2 },
    })
    expect(soundIds(runtime.surface('s'))).toEqual([])
  })

  it('[D-6] a template path is checked too', () => {
    const { send, reports } = record()
    const children = { componentId: 'row', path: '/__proto__' }
    send(CS('s'), UC('s', [{ id: 'root', component: 'Column', children }]))
    expect(reports[0]).toMatchObject({
      code: 'POINTER_FORBIDDEN',
      place: { at: '/updateComponents/components/0/children/path' },
    })
  })
})
