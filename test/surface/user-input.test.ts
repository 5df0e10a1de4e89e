// Which places hold what the user entered: the set against a plain list, by random writes. Keys of rows, and addresses.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Pointer } from '../../src/json/pointer.ts'
import type { JsonValue } from '../../src/json/value.ts'
import { createDataModel } from '../../src/surface/data-model.ts'
import { mediaOf } from '../../src/surface/media.ts'
import { createUnsentInput } from '../../src/surface/unsent-input.ts'
import { createUserInputPlaces } from '../../src/surface/user-input.ts'
import { CS, UD } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { seedOf } from '../support/soak.ts'
import { rules } from './media-rules.ts'

const at = (path: string): Pointer => path.split('/').slice(1) as readonly string[] as Pointer

describe('[CH-3] places that the user wrote', () => {
  it('[CH-3] are the place, what is above it and what is below it; nothing beside', () => {
    const entered = createUserInputPlaces()
    entered.add(at('/a/b'))
    expect(['', '/a', '/a/b', '/a/b/c'].map((path) => entered.touches(at(path)))).toEqual([true, true, true, true])
    expect(['/b', '/a/c', '/a/bb'].some((path) => entered.touches(at(path)))).toBe(false)
  })

  it('[CH-3] are the same as in a list of them', () => {
    const pointers = fc.array(fc.constantFrom('x', 'y'), { maxLength: 3 })
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.boolean(), pointers)), pointers, (writes, asked) => {
        const entered = createUserInputPlaces()
        let list: string[] = []
        const text = (tokens: readonly string[]) => tokens.map((token) => `/${token}`).join('')
        for (const [person, tokens] of writes) {
          const pointer = tokens as readonly string[] as Pointer
          const path = text(tokens)
          if (person) {
            entered.add(pointer)
            list.push(path)
          } else {
            entered.remove(pointer)
            list = list.filter((other) => !`${other}/`.startsWith(`${path}/`))
          }
        }
        const path = text(asked)
        const touched = list.some((other) => `${other}/`.startsWith(`${path}/`) || `${path}/`.startsWith(`${other}/`))
        expect(entered.touches(asked as readonly string[] as Pointer)).toBe(touched)
      }),
      { ...seedOf(20) },
    )
  })
})

describe('[BC-3] keys of list items', () => {
  const rows = () => createDataModel()
  const keys = (model: ReturnType<typeof rows>) => model.items(at('/rows'))?.keys

  it('[BC-3] are the same array while writes stay inside the items', () => {
    const model = rows()
    model.write(at('/rows'), [{ id: 1, n: { m: 1 } }, { id: 2 }])
    const before = keys(model)
    expect(before).toEqual(['1', '2'])
    model.write(at('/rows/0/n/m'), 2)
    model.read(at('/rows'))
    model.enter(at('/rows/1/n'), 3)
    model.write(at('/other'), 3)
    expect(keys(model)).toBe(before)
  })

  it.each([
    ['/rows/1/id', 3, ['1', '3']],
    ['/rows/1/id', 1, undefined],
    ['/rows/1', { id: 9 }, ['1', '9']],
    ['/rows/2', { id: 'c' }, ['1', '2', 'c']],
    ['/rows/2', { name: 'c' }, undefined],
    ['/rows/2/name', 'c', ['1', '2', '\x002']],
    ['/rows/2/id', 'c', ['1', '2', 'c']],
    ['/rows/2/id', 2, undefined],
    ['/rows', [{ key: 'k' }], ['k']],
    ['/rows/1', undefined, ['1']],
    ['/rows/0', undefined, ['2']],
    ['/rows', 5, undefined],
  ] as const)('[BC-3] follow a write to %s', (path, value, after) => {
    const model = rows()
    model.write(at('/rows'), [{ id: 1 }, { id: 2 }])
    keys(model)
    model.write(at(path), value)
    expect(keys(model)).toEqual(after)
  })

  it('[BC-3] stay where a row arrives one member at a time and another one is sent again', () => {
    const model = rows()
    model.write(at('/rows'), [{ id: 1 }, { id: 2 }])
    keys(model)
    model.write(at('/rows/2/name'), 'c')
    model.write(at('/rows/0'), { id: 1, name: 'a' })
    expect(keys(model)).toEqual(['1', '2', '\x002'])
    model.write(at('/rows/2/id'), 3)
    expect(keys(model)).toEqual(['1', '2', '3'])
  })

  it.each([
    ['agent', '/rows/1', { id: 'b' }, ['1', 'b', '3']],
    ['agent', '/rows/1', { id: 3 }, undefined],
    ['agent', '/rows/1', { name: 'b' }, undefined],
    ['agent', '/rows/1/name', 'b', ['1', '\x001', '3']],
    ['agent', '/rows/1/id', 'b', ['1', 'b', '3']],
    ['agent', '/rows/3', { id: 'd' }, ['1', '3', 'd']],
    ['agent', '/rows/3', { id: 2 }, ['1', '3', '2']],
    ['agent', '/rows/0', undefined, ['3']],
    ['agent', '/rows/0/name', 'a', ['1', '3']],
    ['user', '/rows/1', { id: 'b' }, ['1', '\x001', '3']],
    ['user', '/rows/1/name', 'b', ['1', '\x001', '3']],
    ['user', '/rows/0', undefined, ['3']],
    ['user', '/rows/3', { id: 'd' }, ['1', '3', '\x003']],
  ] as const)(
    '[D-9] [BC-3] where an element was taken out follow a write of the %s to %s',
    (who, path, value, after) => {
      const model = rows()
      model.write(at('/rows'), [{ id: 1 }, { id: 2 }, { id: 3 }])
      keys(model)
      model.write(at('/rows/1'), undefined)
      expect([keys(model), model.items(at('/rows'))?.items]).toEqual([
        ['1', '3'],
        ['0', '2'],
      ])
      model[who === 'user' ? 'enter' : 'write'](at(path), value)
      expect(keys(model)).toEqual(after)
    },
  )

  it.each([
    ['/rows/1', { id: 9 }, ['1', '2']],
    ['/rows/1', { id: 1 }, ['1', '2']],
    ['/rows/2', { id: 1 }, ['1', '2', '\x002']],
    ['/rows/2/id', 1, ['1', '2', '\x002']],
  ] as const)('[BC-3] are none of the user: a write to %s', (path, value, after) => {
    const model = rows()
    model.write(at('/rows'), [{ id: 1 }, { id: 2 }])
    keys(model)
    model.enter(at(path), value)
    expect(keys(model)).toEqual(after)
    model.write(at('/rows/1'), { id: 9 })
    model.write(at('/rows/2'), { id: 'c' })
    expect(keys(model)).toEqual(['1', '9', 'c'])
  })
})

describe('[CH-3] what the user entered, for a host that keeps it', () => {
  it('is every place that the user wrote, until the agent writes there', () => {
    const { data, write } = opened()
    expect(data.userInput()).toEqual([])
    data.set('/name', 'Ada')
    data.set('/rows/0/a~1b', true)
    data.set('/gone', 1)
    data.set('/gone', undefined)
    expect(data.userInput()).toEqual([
      { pointer: '/name', value: 'Ada' },
      { pointer: '/rows/0/a~1b', value: true },
      { pointer: '/gone', value: undefined },
    ])
    write('/name', 'Grace')
    write('/rows', [])
    expect(data.userInput()).toEqual([{ pointer: '/gone', value: undefined }])
  })

  it('brings a form back when it is written again', () => {
    const before = opened()
    before.data.set('/name', 'Ada')
    const after = opened()
    for (const { pointer, value } of before.data.userInput()) after.data.set(pointer, value)
    expect(after.data.get('/')).toEqual(before.data.get('/'))
    expect(after.data.userInput()).toEqual(before.data.userInput())
  })

  function opened() {
    const { runtime } = record()
    runtime.apply([CS('s'), UD('s', '/', { name: '', rows: [{ id: 1 }] })])
    const { data } = runtime.surface('s') ?? expect.fail('There is no surface')
    return { data, write: (path: string, value: JsonValue) => runtime.apply([UD('s', path, value)]) }
  }
})

const clean = createUnsentInput()

describe('[BC-1] what may be done with an address', () => {
  it.each([
    ['', 'none'],
    ['https://a.example/x', 'load'],
    ['http://a.example/x', 'load'],
    ['data:image/png;base64,AA', 'load'],
    ['data:audio/wav;base64,AA', 'load'],
    ['ftp://a.example/x', 'refused'],
    ['data:image/svg+xml,<svg/>', 'refused'],
    ['data:image/\tsvg+xml,<svg/>', 'refused'],
    ['data:image/s\nvg+xml,<svg/>', 'refused'],
    ['nonsense', 'refused'],
    ['https://', 'refused'],
  ])('[BC-1] %s', (address, kind) => {
    expect(mediaOf(address, rules('all', clean)).kind).toBe(kind)
  })

  it('[BC-1] hosts of other scripts are shown as they are asked for', () => {
    expect(mediaOf('https://ex\u0430mple.com/x', rules('none', clean))).toEqual({
      kind: 'refused',
      host: 'xn--exmple-4nf.com',
    })
  })
})
