import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import chart from '../../catalogs/extended/chart.json'
import { createRuntime } from '../../src/basic/create-runtime.ts'
import { compileCatalog } from '../../src/entries/ajv.ts'
import { basicCatalog, extendedCatalog, minimalCatalog } from '../../src/entries/catalogs.ts'
import { defineCatalog, inlineCatalog, withAliases } from '../../src/entries/core.ts'
import type { JsonObject } from '../../src/json/value.ts'
import travel from '../catalog/travel.json'
import { travelFunctions } from '../catalog/travel.ts'
import { CS, DS, T, UC, UD, v08 } from '../support/messages.ts'
import { record } from '../support/recorder.ts'

const standard = 'https://a2ui.org/specification/v0_8/standard_catalog_definition.json'
const minimalOld = 'https://a2ui.org/specification/v0_8/catalogs/minimal/minimal_catalog.json'
const minimal = 'https://a2ui.org/specification/v0_9/catalogs/minimal/catalog.json'
const basic = 'https://a2ui.org/specification/v0_9/catalogs/basic/catalog.json'
const extended = 'https://surface-runtime.example/catalogs/extended/functions.json'

describe('capabilities', () => {
  it.each([
    ['without an option', undefined, [standard, minimalOld], [basic, minimal]],
    ['of one catalog', [basicCatalog], [standard], [basic]],
    ['of two, the preferred one first', [extendedCatalog, basicCatalog], [standard], [extended, basic]],
    ['of two, the other way', [basicCatalog, extendedCatalog], [standard], [basic, extended]],
    ['of one that v0.8 does not reach', [extendedCatalog], [], [extended]],
  ])('[O-3] list catalogs by version: %s', (_, catalogs, old, current) => {
    const runtime = createRuntime(catalogs ? { catalogs } : {})
    expect(runtime.clientCapabilities()).toEqual({
      'v0.8': { supportedCatalogIds: old },
      'v0.9': { supportedCatalogIds: current },
      'v0.9.1': { supportedCatalogIds: current },
    })
  })

  it('[O-3] name only catalogs that can be used', () => {
    const { runtime, send, codes } = record()
    const { 'v0.8': old, 'v0.9': current } = runtime.clientCapabilities()
    for (const id of current.supportedCatalogIds) send(CS(id, { catalogId: id }))
    for (const id of old.supportedCatalogIds) send(v08.BR(`old ${id}`, 'root', { catalogId: id }))
    expect(codes()).toEqual([])
    expect(runtime.surfaces.getSnapshot()).toHaveLength(5)
  })
})

describe('ids of catalogs', () => {
  const github = 'https://github.com/google/A2UI/blob/main/specification'
  const raw = 'https://raw.githubusercontent.com/google/A2UI/main/specification'
  const site = 'https://a2ui.org/specification'

  it.each([
    `${site}/v0_9_1/catalogs/basic/catalog.json`,
    `${site}/v0_9/basic_catalog.json`,
    `${site}/v0_9/standard_catalog.json`,
    `${site}/v0_9/catalogs/minimal/catalog.json`,
    `${site}/v0_9/catalogs/minimal/minimal_catalog.json`,
    `${github}/v0_9/json/basic_catalog.json`,
  ])('[CI-1] v0.9 knows %s', (catalogId) => {
    const { runtime, send, codes } = record()
    send(CS('s', { catalogId }), UC('s', [T('root', 'seen')]))
    expect([codes(), runtime.surface('s')?.catalogId]).toEqual([[], catalogId])
  })

  it.each([
    `${site}/v0_8/json/standard_catalog_definition.json`,
    `${site}/0.8/json/standard_catalog_definition.json`,
    `${github}/0.8/json/standard_catalog_definition.json`,
    `${github}/v0_8/json/standard_catalog_definition.json`,
    `${raw}/0.8/json/standard_catalog_definition.json`,
    `${raw}/v0_8/json/standard_catalog_definition.json`,
    `${site}/v0_8/catalogs/minimal/minimal_catalog.json`,
  ])('[CI-1] v0.8 knows %s', (catalogId) => {
    const { runtime, send, codes } = record()
    send(v08.BR('s', 'root', { catalogId }), v08.SU('s', [v08.T('root', 'seen')]))
    expect([codes(), runtime.surface('s')?.catalogId]).toEqual([[], catalogId])
  })

  it('[CI-1] each belong to one catalog and version', () => {
    const dialects = [basicCatalog, minimalCatalog, extendedCatalog].flatMap((catalog) => catalog.dialects)
    const all = dialects.flatMap(({ protocol, ids }) => ids.map((id) => `${protocol} ${id}`))
    expect(all.filter((id, index) => all.indexOf(id) !== index)).toEqual([])
  })

  it('[CI-2] are more where the host says so, for one version or all', () => {
    const named = withAliases(withAliases(basicCatalog, ['urn:both', 'urn:both']), ['urn:old'], 'v0.8')
    const { send, codes } = record({ catalogs: [named] })
    send(CS('a', { catalogId: 'urn:both' }), v08.BR('b', 'root', { catalogId: 'urn:both' }))
    send(v08.BR('c', 'root', { catalogId: 'urn:old' }))
    expect(codes()).toEqual([])
    send(CS('d', { catalogId: 'urn:old' }))
    expect(codes()).toEqual(['CATALOG_UNKNOWN'])
    expect(named.dialects.map(({ ids }) => ids.filter((id) => id.startsWith('urn:')))).toEqual([
      ['urn:both'],
      ['urn:both', 'urn:old'],
    ])
    expect(basicCatalog.dialects.flatMap(({ ids }) => ids)).not.toContain('urn:both')
  })

  it('[CI-3] are announced with all aliases on demand, own ids first, each usable', () => {
    const { runtime, send, codes } = record({ catalogs: [minimalCatalog, basicCatalog] })
    const { 'v0.8': old, 'v0.9': current, 'v0.9.1': newest } = runtime.clientCapabilities({ announce: 'all' })
    expect(current).toEqual(newest)
    expect(current.supportedCatalogIds.slice(0, 2)).toEqual([minimal, basic])
    expect(old.supportedCatalogIds).toContain(`${github}/0.8/json/standard_catalog_definition.json`)
    for (const id of current.supportedCatalogIds) send(CS(id, { catalogId: id }))
    for (const id of old.supportedCatalogIds) send(v08.BR(`old ${id}`, 'root', { catalogId: id }))
    expect(codes()).toEqual([])
    expect(new Set(current.supportedCatalogIds).size).toBe(current.supportedCatalogIds.length)
    expect(runtime.clientCapabilities({ announce: 'first' })).toEqual(runtime.clientCapabilities())
  })
})

describe('inline catalogs', () => {
  const { runtime } = record()

  it('[CI-3] are sent whole, in the version that they are for', () => {
    const inlineCatalogs = [inlineCatalog(travel), inlineCatalog(travel, 'v0.8')]
    const { 'v0.8': old, 'v0.9': current } = runtime.clientCapabilities({ inlineCatalogs })
    const [newer] = current.inlineCatalogs ?? []
    expect(Object.keys(newer ?? {})).toEqual(['catalogId', 'components', 'functions', 'theme'])
    expect(newer?.['functions']).toEqual([
      {
        name: 'distance',
        parameters: travel.functions.distance.properties.args,
        returnType: 'number',
        description: 'Kilometres between two places',
      },
    ])
    expect(newer?.['theme']).toEqual(travel.$defs.theme.properties)
    const [older] = old.inlineCatalogs ?? []
    expect(Object.keys(older ?? {})).toEqual(['catalogId', 'components', 'styles'])
    expect(older?.['styles']).toEqual(travel.$defs.theme.properties)
    expect(runtime.clientCapabilities()['v0.9']).not.toHaveProperty('inlineCatalogs')
  })

  it('[CI-3] say in v0.8 what an agent of v0.8 may write, which is then taken', () => {
    const { catalog } = inlineCatalog(travel, 'v0.8')
    const { Gauge } = catalog['components'] as { readonly Gauge: JsonObject }
    expect(Object.keys(Gauge['properties'] as JsonObject)).toEqual([
      ...['size', 'level', 'labels', 'raw', 'title', 'unit', 'scale', 'ends', 'stops'],
    ])
    const props = { level: { literalNumber: 5 }, stops: [{ name: { path: 'n' }, view: 'v' }], size: 'large' }
    const fits = new Ajv2020({ strict: false }).compile(Gauge)
    expect([fits(props), fits({}), fits({ level: 5 }), fits({ ...props, more: 1 })]).toEqual([
      true,
      false,
      false,
      false,
    ])
    const own = defineCatalog(compileCatalog(travel), {
      functions: travelFunctions,
      extend: basicCatalog,
      protocol: 'v0.8',
    })
    const { send, codes } = record({ catalogs: [own] })
    send(v08.BR('s', 'root', { catalogId: travel.catalogId }), v08.SU('s', [v08.C('root', 'Gauge', props)]))
    expect(codes()).toEqual([])
  })

  it('[CI-3] have no references into the file, and those to other files by name', () => {
    const text = JSON.stringify(inlineCatalog(chart).catalog)
    expect([...text.matchAll(/"\$ref":"([^"#]*)#/g)].map(([, file]) => file)).toEqual(
      expect.arrayContaining(['common_types.json', 'basic_catalog.json']),
    )
    expect(JSON.stringify(inlineCatalog(travel).catalog)).not.toMatch(/"\$ref":"(?:#|[^"]*\/[^"]*#)/)
    expect(text).not.toContain('../')
  })

  it.each([
    ['without an id', { components: {} }],
    ['with a reference that leads nowhere', { catalogId: 'x', components: { A: { $ref: '#/$defs/none' } } }],
    [
      'with a definition that contains itself',
      { catalogId: 'x', components: { A: { $ref: '#/$defs/a' } }, $defs: { a: { items: { $ref: '#/$defs/a' } } } },
    ],
  ])('[CI-3] are refused %s', (_, schema) => {
    expect(() => inlineCatalog(schema)).toThrow(TypeError)
  })
})

describe('the data model for the agent', () => {
  it('[O-4] is absent where no surface asked', () => {
    const { runtime, send } = record()
    expect(runtime.clientDataModel()).toBeUndefined()
    send(CS('s'), CS('t', { sendDataModel: false }), UD('s', '/secret', 1), v08.BR('o'))
    expect(runtime.clientDataModel()).toBeUndefined()
  })

  it('[O-4] has the surfaces that asked, and no other', () => {
    const { runtime, send } = record()
    send(CS('a', { sendDataModel: true }), CS('b'), CS('c', { sendDataModel: true }), v08.BR('o'))
    for (const id of ['a', 'b', 'c']) send(UD(id, '/secret', id), UC(id, [T('root', id)]))
    send(v08.DM('o', [{ key: 'secret', valueString: 'o' }]))
    expect(runtime.clientDataModel()).toEqual({ version: 'v0.9', surfaces: { a: { secret: 'a' }, c: { secret: 'c' } } })
  })

  it('[O-4] is empty before there is data, and gone with its surface', () => {
    const { runtime, send } = record()
    send(CS('a', { sendDataModel: true }))
    expect(runtime.clientDataModel()?.surfaces).toEqual({ a: {} })
    send(UD('a', '/'))
    expect(runtime.clientDataModel()?.surfaces).toEqual({ a: {} })
    send(DS('a'))
    expect(runtime.clientDataModel()).toBeUndefined()
  })

  it("[O-4] is what it is now: the user's entries too", () => {
    const { runtime, send } = record()
    send(CS('a', { sendDataModel: true }))
    const before = runtime.clientDataModel()
    runtime.surface('a')?.data.set('/name', 'Ada')
    expect(before?.surfaces).toEqual({ a: {} })
    expect(runtime.clientDataModel()?.surfaces).toEqual({ a: { name: 'Ada' } })
  })

  it('[O-4] [D-9] has null where an element was taken out of a list, so the indexes are the same on both sides', () => {
    const { runtime, send } = record()
    send(
      CS('a', { sendDataModel: true }),
      UD('a', '/', { l: [1, { m: [[2], 3] }, 4] }),
      UD('a', '/l/0'),
      UD('a', '/l/1/m/0'),
    )
    expect(runtime.clientDataModel()?.surfaces).toStrictEqual({ a: { l: [null, { m: [null, 3] }, 4] } })
    expect(runtime.surface('a')?.data.get('/l/0')).toBeUndefined()
    send(UD('a', '/', JSON.parse('{"__proto__":[{"constructor":1}],"n":null}')))
    expect(JSON.stringify(runtime.clientDataModel()?.surfaces)).toBe('{"a":{"__proto__":[{"constructor":1}],"n":null}}')
  })

  it('[O-4] takes any surface id for a name', () => {
    const { runtime, send } = record()
    send(CS('__proto__', { sendDataModel: true }), CS('constructor', { sendDataModel: true }))
    expect(Object.keys(runtime.clientDataModel()?.surfaces ?? {})).toEqual(['__proto__', 'constructor'])
  })

  it("[O-4] of one runtime has nothing of another's", () => {
    const [a, b] = [record(), record()]
    a.send(CS('s', { sendDataModel: true }), UD('s', '/n', 'of a'))
    b.send(CS('s', { sendDataModel: true }), UD('s', '/n', 'of b'))
    expect(a.runtime.clientDataModel()?.surfaces).toEqual({ s: { n: 'of a' } })
  })
})
