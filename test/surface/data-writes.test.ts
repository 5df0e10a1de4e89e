// Writes to the data model, by the wire: what becomes of the document, or why it stays as it was.
import { describe, expect, it } from 'vitest'
import type { JsonValue } from '../../src/json/value.ts'
import { CS, UD } from '../support/messages.ts'
import { record } from '../support/recorder.ts'

type Write = readonly [
  title: string,
  before: JsonValue,
  write: readonly [path: string, value?: JsonValue],
  after: unknown,
]

const applied: readonly Write[] = [
  ['[D-1] the slash means the whole model', { a: 1 }, ['/', { b: 2 }], { b: 2 }],
  ['[D-1] the empty path means the whole model', { a: 1 }, ['', { b: 2 }], { b: 2 }],
  ['[D-1] the whole model may be a text', { a: 1 }, ['/', 'text'], 'text'],
  ['[D-1] the whole model may be an array', { a: 1 }, ['/', [1]], [1]],
  ['[D-1] one trailing slash is ignored', {}, ['/a/', 1], { a: 1 }],
  ['[D-1] a second trailing slash names the empty key', {}, ['/a//', 1], { a: { '': 1 } }],
  ['[D-1] an empty name within is a key', {}, ['/a//b', 1], { a: { '': { b: 1 } } }],
  ['[D-1] ~1 is a slash and ~0 a tilde, read once', {}, ['/a~1b/c~0d/~01', 1], { 'a/b': { 'c~d': { '~1': 1 } } }],
  ['[D-1] a leading slash may be missing', {}, ['a/b', 1], { a: { b: 1 } }],
  ['[D-1] signs that other languages use are plain', {}, ['/a.b[0]/#', 1], { 'a.b[0]': { '#': 1 } }],
  ['[D-2] a missing container is an object', {}, ['/a/b', 1], { a: { b: 1 } }],
  ['[D-2] or an array where its first index follows', {}, ['/a/0', 1], { a: [1] }],
  ['[D-2] another number is a name', {}, ['/users/42/name', 'Ada'], { users: { 42: { name: 'Ada' } } }],
  ['[D-2] also behind an array', {}, ['/a/0/7', 1], { a: [{ 7: 1 }] }],
  ['[D-2] and where null was', { a: null }, ['/a/1', 1], { a: { 1: 1 } }],
  ['[D-2] and where a gap was', { a: [[1]] }, ['/a/1/2', 1], { a: [[1], { 2: 1 }] }],
  ['[D-2] in any order of both', {}, ['/a/0/b/0/0', 1], { a: [{ b: [[1]] }] }],
  ['[D-2] null is no container, so one is made in its place', { a: null }, ['/a/b', 1], { a: { b: 1 } }],
  ['[D-2] a number that is no index is a key', {}, ['/a/00', 1], { a: { '00': 1 } }],
  ['[D-2] an object takes any name, an index too', { a: {} }, ['/a/0', 1], { a: { 0: 1 } }],
  ['[D-2] and so is a model that is null', null, ['/a', 1], { a: 1 }],
  ['[D-3] an index within the array replaces', { a: [1, 2] }, ['/a/1', 3], { a: [1, 3] }],
  ['[D-3] the length appends', { a: [1, 2] }, ['/a/2', 3], { a: [1, 2, 3] }],
  ['[D-5] without a value a key goes', { a: 1, b: 2 }, ['/a'], { b: 2 }],
  ['[D-5] a key whose value is null goes too', { a: null, b: 2 }, ['/a'], { b: 2 }],
  ['[D-5] an element becomes empty, and the length stays', { a: [1, 2, 3] }, ['/a/1'], { a: [1, undefined, 3] }],
  ['[D-5] the last element too', { a: [1] }, ['/a/0'], { a: [undefined] }],
  ['[D-5] what is not there stays away, with no containers made for it', {}, ['/a/b/c'], {}],
  ['[D-5] beyond the end there is nothing', { a: [1] }, ['/a/7'], { a: [1] }],
  ['[D-5] without a value the whole model is empty', { a: 1 }, ['/'], {}],
  ['[D-5] null is a value of a key', { a: 1 }, ['/a', null], { a: null }],
  ['[D-5] null is a value of an element', { a: [1] }, ['/a/0', null], { a: [null] }],
  ['[D-5] null is a value of the whole model', { a: 1 }, ['/', null], null],
  [
    '[D-6] names that only sound dangerous are keys',
    {},
    ['/toString/hasOwnProperty', 1],
    {
      toString: { hasOwnProperty: 1 },
    },
  ],
  ['[D-6] constructor is one too', {}, ['/constructor', 'Ferrari'], { constructor: 'Ferrari' }],
  ['[D-6] and so is prototype', { a: {} }, ['/a/prototype/polluted', 1], { a: { prototype: { polluted: 1 } } }],
  ['[D-6] without a value such a key goes', { constructor: 'x', a: 1 }, ['/constructor'], { a: 1 }],
  ['[D-6] and where there is none, nothing goes', { a: 1 }, ['/constructor/prototype'], { a: 1 }],
]

describe('a write', () => {
  it.each(applied)('%s', (_title, before, write, after) => {
    const { send, runtime, reports } = record()
    send(CS('s'), UD('s', '/', before), UD('s', ...write))
    expect(runtime.surface('s')?.data.get('/')).toStrictEqual(after)
    expect(reports).toEqual([])
  })
})

const refused: readonly (readonly [title: string, before: JsonValue, path: string, code: string])[] = [
  ['[D-3] an index beyond the length', { a: [1] }, '/a/2', 'POINTER_INDEX'],
  ['[D-3] an index far beyond it, at no cost', { a: [] }, '/a/4294967294', 'POINTER_INDEX'],
  ['[D-3] an index beyond an empty array', [], '/1', 'POINTER_INDEX'],
  ['[D-3] a negative index', { a: [1] }, '/a/-1', 'POINTER_INDEX'],
  ['[D-3] the sign for "after the end"', { a: [1] }, '/a/-', 'POINTER_INDEX'],
  ['[D-3] an index with a leading zero', { a: [1] }, '/a/00', 'POINTER_INDEX'],
  ['[D-3] an index in other digits', { a: [1] }, '/a/1e0', 'POINTER_INDEX'],
  ["[D-3] an array's length", { a: [1] }, '/a/length', 'POINTER_INDEX'],
  ['[D-3] a name on an array, on the way', { a: [1] }, '/a/b/c', 'POINTER_INDEX'],
  ['[D-3] a name below a text', { a: 'text' }, '/a/b', 'DATA_NOT_CONTAINER'],
  ['[D-3] an index below a text', { a: 'text' }, '/a/0', 'DATA_NOT_CONTAINER'],
  ['[D-3] a name below a number, deep down', { a: [{ b: 1 }] }, '/a/0/b/c/d', 'DATA_NOT_CONTAINER'],
  ['[D-3] a name below false', { a: false }, '/a/b', 'DATA_NOT_CONTAINER'],
  ['[D-3] a name below a model that is a number', 5, '/a', 'DATA_NOT_CONTAINER'],
  ['[D-1] an escape that RFC 6901 has not', {}, '/a~2b', 'POINTER_SYNTAX'],
  ['[D-1] a tilde alone', {}, '/~', 'POINTER_SYNTAX'],
  ['[D-1] [R-19] a path without end', {}, '/a'.repeat(40_000), 'LIMIT_DEPTH'],
  ['[D-6] __proto__', {}, '/__proto__/polluted', 'POINTER_FORBIDDEN'],
  ['[D-6] __proto__ at the end', {}, '/a/__proto__', 'POINTER_FORBIDDEN'],
  ['[D-6] __proto__ behind a constructor', {}, '/constructor/__proto__/polluted', 'POINTER_FORBIDDEN'],
  ['[D-3] [D-6] a prototype of an array', { a: [1] }, '/a/prototype', 'POINTER_INDEX'],
  ['[D-3] [D-6] the constructor of an array', { a: [1] }, '/a/constructor/prototype/polluted', 'POINTER_INDEX'],
  ['[D-3] [D-6] the constructor of a text', { a: 'text' }, '/a/constructor/prototype', 'DATA_NOT_CONTAINER'],
]

describe('a write is refused, and changes nothing', () => {
  it.each(refused)('%s', (_title, before, path, code) => {
    const { send, runtime, reports } = record()
    send(CS('s'), UD('s', '/', before), UD('s', path, 'new'), UD('s', path))
    expect(runtime.surface('s')?.data.get('/')).toStrictEqual(before)
    expect(reports[0]).toMatchObject({
      code,
      severity: 'error',
      place: { line: 3, surfaceId: 's', at: '/updateDataModel/path' },
    })
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  it('[D-3] the report says how long the array is', () => {
    const { send, reports } = record()
    send(CS('s'), UD('s', '/a', [1, 2]), UD('s', '/a/9', 1))
    expect(reports[0]?.message).toContain('length is 2')
    expect(reports[0]?.hint).toContain('from 0 to 2')
  })
})

it.each(['hst', 'HOST', 'constructor', null])(
  '[PA-4] a write in the name of %j is a TypeError, and changes nothing',
  (name) => {
    const { send, runtime } = record()
    send(CS('s'), UD('s', '/', { a: 1 }))
    const data = runtime.surface('s')?.data
    expect(() => data?.set('/a', 2, { as: name as 'host' })).toThrow(
      new TypeError(`Write as 'user' or 'host', not as '${name}'`),
    )
    expect([data?.get('/a'), data?.userInput()]).toEqual([1, []])
  },
)
