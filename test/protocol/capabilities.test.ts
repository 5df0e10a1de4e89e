import { describe, expect, it } from 'vitest'
import { createRuntime } from '../../src/basic/create-runtime.ts'
import { basicCatalog, extendedCatalog } from '../../src/catalogs.ts'
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

  it("[O-4] is what it is now: the person's entries too", () => {
    const { runtime, send } = record()
    send(CS('a', { sendDataModel: true }))
    const before = runtime.clientDataModel()
    runtime.surface('a')?.data.set('/name', 'Ada')
    expect(before?.surfaces).toEqual({ a: {} })
    expect(runtime.clientDataModel()?.surfaces).toEqual({ a: { name: 'Ada' } })
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
