import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { between } from '../support/between.ts'
import { CS, catalogId, T, UC, UD, v08 } from '../support/messages.ts'
import { modes } from '../support/modes.ts'

type Row = readonly [payload: JsonValue, at: string, surfaceId?: string]

const components = [T('root', 'changed')]

/** For each message payloads that it refuses, with the place of the fault below the message's name. */
const refused: { readonly [kind: string]: readonly Row[] } = {
  createSurface: [
    [null, ''],
    [[], ''],
    ['x', ''],
    [{ catalogId }, '/surfaceId'],
    [{ surfaceId: 'x' }, '/catalogId', 'x'],
    [{ surfaceId: 7, catalogId }, '/surfaceId'],
    [{ surfaceId: null, catalogId }, '/surfaceId'],
    [{ surfaceId: '', catalogId }, '/surfaceId', ''],
    [{ surfaceId: ['x'], catalogId }, '/surfaceId'],
    [{ surfaceId: 'x', catalogId: '' }, '/catalogId', 'x'],
    [{ surfaceId: 'x', catalogId: 9 }, '/catalogId', 'x'],
    [{ surfaceId: 'x', catalogId, junk: 1 }, '/junk', 'x'],
    [{ surfaceId: 'x', catalogId, 'ju/nk~': 1 }, '/ju~1nk~0', 'x'],
    [{ surfaceId: 'x', catalogId, root: 'root' }, '/root', 'x'],
    [{ surfaceId: 'x', catalogId, sendDataModel: 'true' }, '/sendDataModel', 'x'],
    [{ surfaceId: 'x', catalogId, sendDataModel: 1 }, '/sendDataModel', 'x'],
    [{ surfaceId: 'x', catalogId, theme: 'dark' }, '/theme', 'x'],
    [{ surfaceId: 'x', catalogId, theme: null }, '/theme', 'x'],
  ],
  updateComponents: [
    [{ surfaceId: 's' }, '/components', 's'],
    [{ surfaceId: 's', components: [] }, '/components', 's'],
    [{ surfaceId: 's', components: {} }, '/components', 's'],
    [{ surfaceId: 's', components: null }, '/components', 's'],
    [{ surfaceId: 's', components: 'root' }, '/components', 's'],
    [{ components }, '/surfaceId'],
    [{ surfaceId: 's', components, junk: 1 }, '/junk', 's'],
    [{ surfaceId: 's', components, component: components }, '/component', 's'],
  ],
  updateDataModel: [
    [{}, '/surfaceId'],
    [{ path: '/n', value: 1 }, '/surfaceId'],
    [{ surfaceId: 's', path: 7, value: 1 }, '/path', 's'],
    [{ surfaceId: 's', path: null, value: 1 }, '/path', 's'],
    [{ surfaceId: 's', path: ['n'], value: 1 }, '/path', 's'],
    [{ surfaceId: 's', path: '/n', values: 1 }, '/values', 's'],
    [{ surfaceId: 's', contents: [] }, '/contents', 's'],
  ],
  deleteSurface: [
    [{}, '/surfaceId'],
    [{ surfaceId: 1 }, '/surfaceId'],
    ['s', ''],
    [{ surfaceId: 's', junk: 1 }, '/junk', 's'],
  ],
}

const refusedOld: { readonly [kind: string]: readonly Row[] } = {
  beginRendering: [
    [null, ''],
    [{ surfaceId: 'x' }, '/root', 'x'],
    [{ root: 'root' }, '/surfaceId'],
    [{ surfaceId: 'x', root: '' }, '/root', 'x'],
    [{ surfaceId: 'x', root: 1 }, '/root', 'x'],
    [{ surfaceId: '', root: 'root' }, '/surfaceId', ''],
    [{ surfaceId: 'x', root: 'root', catalogId: '' }, '/catalogId', 'x'],
    [{ surfaceId: 'x', root: 'root', styles: [] }, '/styles', 'x'],
    [{ surfaceId: 'x', root: 'root', theme: {} }, '/theme', 'x'],
  ],
  surfaceUpdate: [
    [{ surfaceId: 'x' }, '/components', 'x'],
    [{ surfaceId: 'x', components: [] }, '/components', 'x'],
  ],
  dataModelUpdate: [
    [{ surfaceId: 'x' }, '/contents', 'x'],
    [{ surfaceId: 'x', contents: {} }, '/contents', 'x'],
    [{ surfaceId: 'x', contents: [], path: 1 }, '/path', 'x'],
    [{ surfaceId: 'x', contents: [], value: 1 }, '/value', 'x'],
    [{ surfaceId: 'x', contents: [{ valueString: 'v' }] }, '/contents/0/key', 'x'],
    [{ surfaceId: 'x', contents: [{ valueString: 'v', valueNumber: 1 }] }, '/contents/0/key', 'x'],
    [{ surfaceId: 'x', contents: [{ key: 'k' }] }, '/contents/0', 'x'],
    [{ surfaceId: 'x', contents: [{ key: 'k', valueString: 'v', valueNumber: 1 }] }, '/contents/0', 'x'],
    [{ surfaceId: 'x', contents: [{ key: 'k', valueString: 1 }] }, '/contents/0/valueString', 'x'],
    [{ surfaceId: 'x', contents: [{ key: 'k', valueNumber: '1' }] }, '/contents/0/valueNumber', 'x'],
    [{ surfaceId: 'x', contents: [{ key: 'k', valueBoolean: 'true' }] }, '/contents/0/valueBoolean', 'x'],
    [{ surfaceId: 'x', contents: [{ key: 'k', valueMap: {} }] }, '/contents/0/valueMap', 'x'],
    [{ surfaceId: 'x', contents: [{ key: 'k', valueArray: [] }] }, '/contents/0/valueArray', 'x'],
    [
      { surfaceId: 'x', contents: [{ key: 'k', valueMap: [{ key: 'l', valueNumber: null }] }] },
      '/contents/0/valueMap/0/valueNumber',
      'x',
    ],
  ],
  deleteSurface: [
    [{}, '/surfaceId'],
    [{ surfaceId: 'x', junk: 1 }, '/junk', 'x'],
  ],
}

describe.each([
  ['v0.9', refused, { version: 'v0.9' }],
  ['v0.8', refusedOld, {}],
])('%s', (_, table, version) => {
  const rows = Object.entries(table).flatMap(([kind, payloads]) =>
    payloads.map(([payload, at, surfaceId]) => [kind, payload, at, surfaceId] as const),
  )

  it.each(rows)('[E-4] %s refuses %j at %j', (kind, payload, at, surfaceId) => {
    const { reports, runtime } = between([{ ...version, [kind]: payload }])
    expect(reports.map(({ code, place: { line, at, surfaceId } }) => ({ code, line, at, surfaceId }))).toEqual([
      { code: 'ENVELOPE_INVALID', line: 3, at: `/${kind}${at}`, surfaceId },
    ])
    expect(runtime.surfaces.getSnapshot().map(({ id }) => id)).toEqual(['s', 'g'])
    expect(runtime.surface('s')?.data.get('/')).toEqual({})
  })
})

describe('a component without its form', () => {
  const begun = [CS('x'), v08.BR('o')]

  it.each<readonly [component: JsonValue, at: string]>([
    [null, ''],
    [5, ''],
    [[T('a', 'x')], ''],
    [{ component: 'Text', text: 'x' }, '/id'],
    [{ id: 7, component: 'Text', text: 'x' }, '/id'],
    [{ id: '', component: 'Text', text: 'x' }, '/id'],
    [{ id: 'a', text: 'x' }, '/component'],
    [{ id: 'a', component: '' }, '/component'],
  ])('[E-4] [E-5] costs itself: %j at %j', (component, at) => {
    const { reports, shown } = between([...begun, UC('x', [component, T('root', 'beside')])])
    expect(reports.map(({ code, place }) => [code, place.at])).toEqual([
      ['COMPONENT_SHAPE', `/updateComponents/components/0${at}`],
    ])
    expect(shown('x')).toBe('beside')
  })

  it.each<readonly [component: JsonValue, at: string]>([
    [null, ''],
    [{ id: 'a' }, '/component'],
    [{ component: { Text: {} } }, '/id'],
    [{ id: 'a', component: 'Text' }, '/component'],
    [{ id: 'a', component: {} }, '/component'],
    [{ ...v08.T('a', 'x'), text: 'x' }, '/text'],
    [{ ...v08.T('a', 'x'), weight: '1' }, '/weight'],
    [{ id: 'a', component: { Text: [] } }, '/component/Text'],
  ])('[E-4] [E-5] in v0.8 costs itself: %j at %j', (component, at) => {
    const { reports, shown } = between([...begun, v08.SU('o', [component, v08.T('root', 'beside')])])
    expect(reports.map(({ code, place }) => [code, place.at])).toEqual([
      ['COMPONENT_SHAPE', `/surfaceUpdate/components/0${at}`],
    ])
    expect(shown('o')).toBe('beside')
  })
})

describe('what a message need not have', () => {
  const standard = 'https://a2ui.org/specification/v0_8/standard_catalog_definition.json'

  it('[E-4] createSurface: a theme, and whether it wants the data', () => {
    const { runtime, codes } = between([{ version: 'v0.9', createSurface: { surfaceId: 'x', catalogId } }])
    const { theme, sendDataModel } = runtime.surface('x') ?? {}
    expect([codes(), theme, sendDataModel]).toEqual([[], {}, false])
  })

  it('[E-4] [V8-10] beginRendering: a catalog, and styles', () => {
    const { runtime, codes } = between([{ beginRendering: { surfaceId: 'x', root: 'root' } }])
    const { theme, catalogId: id } = runtime.surface('x') ?? {}
    expect([codes(), theme, id]).toEqual([[], {}, standard])
  })

  it('[E-4] [D-1] updateDataModel: a path, where the whole model is meant', () => {
    const { send, runtime, codes } = between([])
    for (const [payload, after] of [
      [{ value: { a: 1 } }, { a: 1 }],
      [{ path: '/', value: { b: 2 } }, { b: 2 }],
      [{}, {}],
    ] as const) {
      send({ version: 'v0.9', updateDataModel: { surfaceId: 's', ...payload } })
      expect([codes(), runtime.surface('s')?.data.get('/')]).toEqual([[], after])
    }
  })

  it('[E-4] [V8-4] dataModelUpdate: a path, where the whole model is meant', () => {
    const entry = (key: string): JsonObject => ({ key, valueNumber: 1 })
    const { runtime, codes } = between([v08.BR('x'), v08.DM('x', [entry('a')]), v08.DM('x', [entry('b')])])
    expect([codes(), runtime.surface('x')?.data.get('/')]).toEqual([[], { b: 1 }])
  })
})

describe('the value of updateDataModel', () => {
  it.each<JsonValue>(['text', '', 1.5, 0, true, false, null, [1, [null]], [], { a: { b: [] } }, {}])(
    '[E-4] may be any JSON: %j',
    (value) => {
      const { runtime, codes } = between([UD('s', '/a', value)])
      expect(codes()).toEqual([])
      expect(runtime.surface('s')?.data.get('/')).toStrictEqual({ a: value })
    },
  )
})

describe('a surface id', () => {
  const limit = 256

  it.each([
    ['ü', 1],
    ['x'.repeat(limit), 1],
    ['😀'.repeat(limit / 2), 1],
    ['__proto__', 1],
    ['constructor', 1],
    ['a/b~c:d e', 1],
    ['x'.repeat(limit + 1), 0],
    ['x'.repeat(10_000), 0],
    ['\ud800', 0],
    ['\udc00\ud800', 0],
    ['half \ud83d', 0],
  ])('[E-4] %j: %i surfaces', (surfaceId, count) => {
    for (const [message, path] of [
      [CS(surfaceId), '/createSurface/surfaceId'],
      [v08.BR(surfaceId), '/beginRendering/surfaceId'],
    ] as const) {
      const { runtime, reports } = between([message])
      expect(runtime.surfaces.getSnapshot().filter(({ id }) => id === surfaceId)).toHaveLength(count)
      expect(reports.map(({ code, place }) => [code, place.at])).toEqual(count > 0 ? [] : [['ENVELOPE_INVALID', path]])
    }
  })

  it('[E-4] may be longer or must be shorter as the option says', () => {
    expect(between([CS('fiver')], { limits: { idLength: 4 } }).codes()).toEqual(['ENVELOPE_INVALID'])
    expect(between([CS('x'.repeat(300))], { limits: { idLength: 300 } }).codes()).toEqual([])
  })

  it.each(modes)(
    '[E-4] [E-7] names its surface in the report of a fault, as far as the option says: %s',
    (_mode, validation) => {
      const faulty = (surfaceId: string): JsonValue => ({ version: 'v0.9', createSurface: { surfaceId, theme: 7 } })
      for (const [length, idLength, named] of [
        [300, 300, true],
        [301, 300, false],
        [5, 4, false],
      ] as const) {
        const { reports } = between([faulty('x'.repeat(length))], { limits: { idLength }, validation })
        expect(reports[0]?.place.surfaceId).toBe(named ? 'x'.repeat(length) : undefined)
      }
    },
  )
})
