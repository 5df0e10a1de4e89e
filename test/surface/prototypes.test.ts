// Names that are keys in JSON and more than keys in JavaScript.

import { afterEach, describe, expect, it } from 'vitest'
import { compileCatalog } from '../../src/entries/ajv.ts'
import { type Args, defineCatalog } from '../../src/entries/core.ts'
import { CS, T, UC, UD, v08 } from '../support/messages.ts'
import { modes } from '../support/modes.ts'
import { record } from '../support/recorder.ts'
import { mount } from './mount.ts'

const write = (value: string): string => `{"version":"v0.9","updateDataModel":{"surfaceId":"s","value":${value}}}`

afterEach(() => {
  expect(Object.keys(Object.prototype)).toEqual([])
  expect('polluted' in {}).toBe(false)
})

describe('a value with the key __proto__', () => {
  it('[D-6] is data, and its prototype stays that of every object', () => {
    const { send, runtime, reports } = record()
    send(CS('s'), write('{"a":{"__proto__":{"polluted":1},"b":1}}'))
    const value = runtime.surface('s')?.data.get('/a') as object
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
    expect(Object.keys(value)).toEqual(['__proto__', 'b'])
    expect(reports).toEqual([])
  })

  it('[D-6] keeps it when a neighbour is written', () => {
    const { send, runtime } = record()
    send(CS('s'), write('{"__proto__":{"polluted":1},"b":1}'))
    const data = runtime.surface('s')?.data
    data?.get('/')
    data?.set('/b', 2)
    expect(JSON.stringify(data?.get('/'))).toBe('{"__proto__":{"polluted":1},"b":2}')
    expect(Object.getPrototypeOf(data?.get('/'))).toBe(Object.prototype)
  })

  it('[D-6] [J-5] is copied as a key when it comes as an object', () => {
    const { runtime } = record()
    const message: unknown = JSON.parse(write('{"__proto__":{"polluted":1}}'))
    runtime.apply([CS('s'), message])
    expect(JSON.stringify(runtime.surface('s')?.data.get('/'))).toBe('{"__proto__":{"polluted":1}}')
  })

  it('[D-6] is shown as JSON where a text is wanted', () => {
    const { send, shown } = record()
    send(CS('s'), write('{"a":{"__proto__":{"polluted":1}}}'), UC('s', [T('root', { path: '/a' })]))
    expect(shown('s')).toBe('{"__proto__":{"polluted":1}}')
  })
})

describe('a component with the key __proto__', () => {
  const component = (rest: string): string =>
    `{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Text",${rest}}]}}`

  it('[D-6] [C-3] is refused for it as for any unknown property', () => {
    const { send, reports } = record()
    send(CS('s'), component('"text":"x","__proto__":{"text":"y"}'))
    expect(reports[0]).toMatchObject({
      code: 'VALIDATION_FAILED',
      place: { at: '/updateComponents/components/0/__proto__' },
    })
  })

  it('[D-6] is not refused for it where the schema leaves an object open, and gets no other prototype', () => {
    const { send, runtime, reports } = record()
    send(CS('s'), component('"text":"x","accessibility":{"label":"L","__proto__":{"polluted":1}}'))
    expect(reports).toEqual([])
    const accessibility = mount(runtime.surface('s')).prop('accessibility')
    expect(Object.getPrototypeOf(accessibility)).toBe(Object.prototype)
    expect(JSON.stringify(accessibility)).toBe('{"label":"L","__proto__":{"polluted":1}}')
  })

  it('[D-6] [B-7] in the context of an action is a key of the event', () => {
    const { send, runtime, events } = record()
    const action = '{"event":{"name":"go","context":{"__proto__":{"path":"/a"}}}}'
    send(
      CS('s'),
      write('{"a":{"polluted":1}}'),
      `{"version":"v0.9","updateComponents":{"surfaceId":"s","components":[{"id":"root","component":"Button","child":"c","action":${action}}]}}`,
    )
    mount(runtime.surface('s')).binding.act('action')
    expect(JSON.stringify(events[0]?.context)).toBe('{"__proto__":{"polluted":1}}')
    expect(Object.getPrototypeOf(events[0]?.context)).toBe(Object.prototype)
  })

  it('[D-6] [FN-1] in a call is refused, in a template too', () => {
    const call = (args: string): string => component(`"text":{"call":"formatString","args":${args}}`)
    const { send, codes } = record()
    send(CS('s'), call('{"value":"x","__proto__":"y"}'))
    send(call('{"value":"${length(value: /a, min: 1, __proto__: /b)}"}'))
    send(call('{"value":"${length(value: /a, min: 1, constructor: /b)}"}'))
    expect(codes()).toEqual(['VALIDATION_FAILED', 'VALIDATION_FAILED', 'VALIDATION_FAILED'])
  })
})

describe('ids and types called like parts of JavaScript', () => {
  it.each(['__proto__', 'constructor', 'toString', 'a/b', 'a:b', 'a\nb', ' '])(
    '[C-6] the id %j is one as any other',
    (id) => {
      const { send, shown, reports } = record()
      send(CS('s'), UC('s', [T(id, 'one'), T('root', 'other')]), CS(id), UC(id, [T('root', 'own')]))
      expect(shown('s', id)).toBe('one')
      expect(shown(id)).toBe('own')
      expect(reports).toEqual([])
    },
  )

  it.each(['__proto__', 'constructor', 'toString'])('[C-2] there is no type %j', (component) => {
    const { send, codes } = record()
    send(CS('s'), UC('s', [{ id: 'root', component, text: 'x' }]))
    send(CS('s2'), UC('s2', [T('root', { call: component, args: {} })]))
    expect(codes()).toEqual(['COMPONENT_UNKNOWN', 'FUNCTION_UNKNOWN'])
  })
})

describe('constructor and prototype are names', () => {
  const table = '{"constructor":"Ferrari","prototype":{"constructor":"F1"},"rows":[{"constructor":"Lotus"}]}'

  it('[D-6] in data as a line, as objects and by the host', () => {
    const { send, runtime, reports } = record()
    send(CS('a'), UD('a', '/', JSON.parse(table)))
    runtime.apply([CS('b'), UD('b', '/', JSON.parse(table))])
    send(CS('c'))
    runtime.surface('c')?.data.set('/', JSON.parse(table))
    for (const id of ['a', 'b', 'c']) {
      const data = runtime.surface(id)?.data
      expect(JSON.stringify(data?.get('/'))).toBe(table)
      data?.set('/prototype/constructor/prototype', undefined)
      expect(() => data?.set('/constructor/prototype', 'x')).toThrow('holds a string')
      data?.set('/rows/0/prototype/polluted', 1)
      expect(data?.get('/rows/0')).toEqual({ constructor: 'Lotus', prototype: { polluted: 1 } })
      expect([data?.get('/rows/constructor'), data?.get('/rows/0/prototype/constructor')]).toEqual([
        undefined,
        undefined,
      ])
    }
    expect(reports).toEqual([])
  })

  it('[D-6] on the way to the place of a write', () => {
    const { send, runtime, reports } = record()
    send(CS('s'), UD('s', '/constructor/prototype/polluted', 1), UD('s', '/a/constructor/prototype/polluted', 1))
    expect(JSON.stringify(runtime.surface('s')?.data.get('/'))).toBe(
      '{"constructor":{"prototype":{"polluted":1}},"a":{"constructor":{"prototype":{"polluted":1}}}}',
    )
    expect(reports).toEqual([])
  })

  it('[D-6] for bindings, templates of lists and of texts', () => {
    const { send, runtime, shown, reports } = record()
    send(CS('s'), UD('s', '/', { constructor: [{ constructor: 'Lotus' }, {}], prototype: 'F1' }))
    send(
      UC('s', [
        { id: 'root', component: 'Column', children: { componentId: 'row', path: '/constructor' } },
        T('row', { path: 'constructor' }),
        T('text', { call: 'formatString', args: { value: '${/constructor/0/constructor} in ${/prototype}' } }),
      ]),
    )
    const rows = mount(runtime.surface('s')).instances('children')
    expect(rows.map((row) => row.prop('text'))).toEqual(['Lotus', ''])
    expect(shown('s', 'text')).toBe('Lotus in F1')
    send(UD('s', '/constructor/1/constructor', 'Ferrari'))
    expect(rows.map((row) => row.prop('text'))).toEqual(['Lotus', 'Ferrari'])
    expect(reports).toEqual([])
  })

  it('[D-6] [V8-3] in entries and paths of v0.8', () => {
    const { send, runtime, shown, reports } = record()
    const entries = [
      { key: 'constructor', valueString: 'Ferrari' },
      { key: 'prototype', valueMap: [{ key: 'polluted', valueNumber: 1 }] },
    ]
    const both = { path: 'constructor/prototype/first', literalString: 'x' }
    send(v08.BR('s'), v08.DM('s', entries, 'a/constructor'))
    send(v08.SU('s', [v08.T('root', { path: 'a/constructor/constructor' }), v08.T('b', both)]))
    expect(runtime.surface('s')?.data.get('/')).toEqual({
      a: { constructor: { constructor: 'Ferrari', prototype: { polluted: 1 } } },
      constructor: { prototype: { first: 'x' } },
    })
    expect([shown('s'), shown('s', 'b'), reports]).toEqual(['Ferrari', 'x', []])
  })

  it('[D-6] [B-4] where the user enters', () => {
    const { send, runtime } = record()
    const field = { id: 'root', component: 'TextField', label: 'L', value: { path: '/constructor/prototype' } }
    send(CS('s'), UC('s', [field]))
    mount(runtime.surface('s')).binding.enter('value', 'typed')
    expect(runtime.surface('s')?.data.get('/')).toEqual({ constructor: { prototype: 'typed' } })
    expect(runtime.surface('s')?.data.userInput()).toEqual([{ pointer: '/constructor/prototype', value: 'typed' }])
  })

  it.each(modes)('[D-6] [C-3] in a catalog: of a type, properties and a function; %s', (_mode, validation) => {
    const dynamic = { $ref: 'common_types.json#/$defs/DynamicString' }
    const named = { constructor: dynamic, prototype: { type: 'string' } }
    const args = { type: 'object', properties: named, unevaluatedProperties: false }
    const schema = {
      catalogId: 'https://host.example/names',
      components: {
        constructor: {
          type: 'object',
          allOf: [{ $ref: 'common_types.json#/$defs/ComponentCommon' }],
          properties: { component: { const: 'constructor' }, ...named },
          unevaluatedProperties: false,
        },
      },
      functions: {
        constructor: {
          type: 'object',
          properties: { call: { const: 'constructor' }, args, returnType: { const: 'string' } },
          required: ['call', 'args'],
          unevaluatedProperties: false,
        },
      },
    }
    const functions = { constructor: { run: (given: Args) => JSON.stringify(given) } }
    const catalog = defineCatalog(compileCatalog(schema), { functions })
    const { send, shown, reports, runtime } = record({ catalogs: [catalog], validation })
    const call = { call: 'constructor', args: { prototype: 'p' } }
    send(
      CS('s', { catalogId: schema.catalogId }),
      UC('s', [{ id: 'root', component: 'constructor', constructor: call }]),
    )
    expect(shown('s', 'root', 'constructor')).toBe('{"prototype":"p"}')
    send(UC('s', [{ id: 'root', component: 'constructor' }]))
    expect(Object.keys(mount(runtime.surface('s')).snapshot().props)).toEqual([])
    expect(reports).toEqual([])
    send(
      UC('s', [{ id: 'root', component: 'prototype' }]),
      UC('s', [{ id: 'root', component: 'constructor', valueOf: 1 }]),
    )
    expect(reports.map(({ code }) => code)).toEqual(['COMPONENT_UNKNOWN', 'VALIDATION_FAILED'])
  })
})
