// The minimal catalogs, and how one catalog takes components from another.
import { describe, expect, it } from 'vitest'
import schemaV08 from '../../catalogs/v0.8/minimal_catalog.json'
import basic from '../../catalogs/v0.9/basic_catalog.json'
import common from '../../catalogs/v0.9/common_types.json'
import schema from '../../catalogs/v0.9/minimal_catalog.json'
import { createRuntime } from '../../src/basic/create-runtime.ts'
import { compileCatalog } from '../../src/compiler/compile.ts'
import { basicCatalog, minimalCatalog } from '../../src/entries/catalogs.ts'
import { defineCatalog, type SurfaceError } from '../../src/entries/core.ts'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { stage, textOf } from './functions/calling.ts'

const files = { 'common_types.json': common, 'basic_catalog.json': basic }

function shown(components: readonly JsonObject[], data: JsonValue = {}): ReturnType<typeof stage> {
  return stage(components, data, {}, minimalCatalog.catalogId)
}

function button(extra: JsonObject): JsonObject {
  return { id: 'root', component: 'Button', child: 'c', action: { event: { name: 'go' } }, ...extra }
}

describe('the minimal catalog', () => {
  it('[C-11] has five components and one function', () => {
    expect(Object.keys(minimalCatalog.components).sort()).toEqual(['Button', 'Column', 'Row', 'Text', 'TextField'])
    expect([...minimalCatalog.functions.keys()]).toEqual(['capitalize'])
  })

  it('[C-11] shares what it takes from the basic one', () => {
    for (const type of ['Text', 'Row', 'Column', 'TextField'])
      expect(minimalCatalog.components[type]).toBe(basicCatalog.components[type])
  })

  it('[FN-16] computes capitalize from the data', () => {
    const { binding, reports } = shown([textOf({ call: 'capitalize', args: { value: { path: '/v' } } })], { v: 'ada' })
    expect([binding().getSnapshot().props['text'], reports]).toEqual(['Ada', []])
  })

  it('[C-11] has two variants of its button, and a plain one without', () => {
    const codes = (extra: JsonObject): readonly string[] => shown([button(extra)]).reports.map(({ code }) => code)
    const verdicts = [{}, { variant: 'primary' }, { variant: 'borderless' }, { variant: 'default' }].map(codes)
    expect(verdicts).toEqual([[], [], [], ['VALIDATION_FAILED']])
    expect(
      shown([button({})])
        .binding()
        .getSnapshot().props['variant'],
    ).toBe('default')
  })

  it('[C-11] refuses what only the basic one has', () => {
    const card = shown([{ id: 'root', component: 'Card', child: 'c' }])
    const call = shown([textOf({ call: 'formatNumber', args: { value: 1 } })])
    expect([...card.reports, ...call.reports].map(({ code }) => code)).toEqual([
      'COMPONENT_UNKNOWN',
      'FUNCTION_UNKNOWN',
    ])
  })

  it('[C-11] is there in v0.8 too', () => {
    const reports: SurfaceError[] = []
    const runtime = createRuntime({ onError: (error) => void reports.push(error) })
    const catalogId = 'https://a2ui.org/specification/v0_8/catalogs/minimal/minimal_catalog.json'
    const send = (type: string, bag: JsonObject): void =>
      runtime.apply({ surfaceUpdate: { surfaceId: 's', components: [{ id: 'root', component: { [type]: bag } }] } })
    runtime.apply({ beginRendering: { surfaceId: 's', root: 'root', catalogId, styles: { primaryColor: 'blue' } } })
    runtime.apply({ beginRendering: { surfaceId: 's', root: 'root', catalogId } })
    send('TextField', { label: { literalString: 'When' }, textFieldType: 'date' })
    expect(runtime.surface('s')?.components.has('root')).toBe(true)
    send('Card', { child: 'c' })
    expect(reports.map(({ code, place }) => [code, place.at])).toEqual([
      ['VALIDATION_FAILED', '/beginRendering/styles/primaryColor'],
      ['COMPONENT_UNKNOWN', '/surfaceUpdate/components/0/component/Card'],
    ])
  })

  it('[C-11] has in v0.8 the id and the types of its file', () => {
    const [, old] = minimalCatalog.dialects
    expect(old?.ids[0]).toBe(schemaV08.catalogId)
    const types = Object.keys(basicCatalog.components).filter((type) => old?.reads(type))
    expect(types.sort()).toEqual(Object.keys(schemaV08.components).sort())
  })

  it('[C-11] checks its theme as the basic one does', () => {
    const reports: SurfaceError[] = []
    const { catalogId } = minimalCatalog
    const runtime = createRuntime({ onError: (error) => void reports.push(error) })
    runtime.apply({ version: 'v0.9', createSurface: { surfaceId: 's', catalogId, theme: { primaryColor: 'blue' } } })
    expect(reports.map(({ place }) => place.at)).toEqual(['/createSurface/theme/primaryColor'])
  })
})

describe('a component by reference', () => {
  it('[C-11] must match the referenced schema and the keywords beside the reference', () => {
    const places = (extra: JsonObject): readonly unknown[] =>
      shown([button(extra)]).reports.map(({ place }) => place.at)
    const at = '/updateComponents/components/0'
    expect(places({ variant: 'default' })).toEqual([`${at}/variant`])
    expect(places({ varient: 'primary' })).toEqual([`${at}/varient`])
    expect(places({ child: 3 })).toEqual([`${at}/child`])
  })

  it('[C-11] is not compiled a second time', () => {
    const compiled = compileCatalog(schema, files)
    const { catalogId } = basicCatalog
    const lent = { from: catalogId }
    expect(compiled.components).toEqual({})
    expect(compiled.imported).toEqual({
      Text: lent,
      Row: lent,
      Column: lent,
      Button: { from: catalogId, validate: expect.any(Function) },
      TextField: lent,
    })
    expect(compiled.theme).toBeUndefined()
  })

  it('[FN-8] needs the catalog that it is taken from', () => {
    const { anyFunction: _any, ...$defs } = schema.$defs
    const compiled = compileCatalog({ ...schema, functions: {}, $defs }, files)
    expect(() => defineCatalog(compiled)).toThrow('"source"')
    expect(() => defineCatalog(compiled, { source: minimalCatalog })).toThrow('"source"')
    expect(Object.keys(defineCatalog(compiled, { source: basicCatalog }).components)).toHaveLength(5)
    expect(Object.keys(defineCatalog(compiled, { extend: basicCatalog }).components)).toContain('Card')
  })

  it.each(['basic_catalog.json#/components/Row', 'elsewhere.json#/components/Text'])('[FN-8] may not be %s', ($ref) => {
    expect(() => compileCatalog({ ...schema, components: { Text: { $ref } } }, files)).toThrow('Text')
  })
})
