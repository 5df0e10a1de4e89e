// Components of a host's own for agents of v0.8, described once in the words of v0.9.

import { describe, expect, it } from 'vitest'
import { compileCatalog } from '../../src/entries/ajv.ts'
import { basicCatalog, minimalCatalog } from '../../src/entries/catalogs.ts'
import { type Catalog, defineCatalog } from '../../src/entries/core.ts'
import { lenient as mode } from '../../src/entries/lenient.ts'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { CS, UC, v08 } from '../support/messages.ts'
import { type Recorder, record } from '../support/recorder.ts'
import { mount } from '../surface/mount.ts'
import travel from './travel.json'
import { travelFunctions } from './travel.ts'

const compiled = compileCatalog(travel)
const options = { functions: travelFunctions, extend: basicCatalog }
const travelV08 = defineCatalog(compiled, { ...options, protocol: 'v0.8' })
const { catalogId } = travel

function sent(components: readonly JsonValue[], contents: readonly JsonObject[] = [], lenient = false): Recorder {
  const recorder = record({ catalogs: [travelV08], validation: lenient ? mode : 'strict' })
  recorder.send(v08.BR('s', 'root', { catalogId }), v08.DM('s', contents), v08.SU('s', components))
  return recorder
}

const gauge = (props: JsonObject): JsonObject => v08.C('root', 'Gauge', { level: { literalNumber: 5 }, ...props })

describe('a catalog of a host for v0.8', () => {
  it.each<readonly [title: string, props: JsonObject, shown: JsonObject]>([
    ['literals', { labels: { literalArray: ['a', 'b'] } }, { level: 5, labels: ['a', 'b'] }],
    ['a bound value', { level: { path: 'a.b' } }, { level: 7 }],
    ['a value of any type', { raw: { literalBoolean: true } }, { raw: true }],
    ['a call with a path', { raw: { call: 'formatString', args: { value: { path: 'a.b' } } } }, { raw: '7' }],
    ['an empty wrapper as nothing', { labels: {} }, { title: 'No title', unit: '' }],
    ['plain literals', { level: 6 }, { level: 6 }],
    ['lists with values inside', { stops: [{ name: { literalString: 'A' }, view: 'x' }] }, { stops: [{ name: 'A' }] }],
    ['static properties', { title: 'T', ends: { low: 1 } }, { title: 'T', ends: { low: 1 } }],
  ])('[CI-4] takes %s', (_title, props, shown) => {
    const recorder = sent([gauge(props)], [{ key: 'a', valueMap: [{ key: 'b', valueNumber: 7 }] }])
    expect(recorder.codes()).toEqual([])
    expect(mount(recorder.runtime.surface('s')).snapshot().props).toMatchObject(shown)
  })

  it('[CI-4] writes a literal beside a path to the data model', () => {
    const recorder = sent([gauge({ level: { path: 'level', literalNumber: 3 } })])
    expect(recorder.runtime.surface('s')?.data.get('/')).toEqual({ level: 3 })
    expect(recorder.shown('s', 'root', 'level')).toBe(3)
  })

  it('[CI-4] reads paths in the list item first, then from the root', () => {
    const ticket = (children: JsonObject): JsonObject => v08.C('root', 'Ticket', { train: 'T', extras: children })
    const recorder = sent(
      [
        ticket({ template: { componentId: 'g', dataBinding: '/rows' } }),
        { ...gauge({ level: { path: '/n' } }), id: 'g' },
      ],
      [
        {
          key: 'rows',
          valueMap: [
            { key: 'x', valueMap: [{ key: 'n', valueNumber: 1 }] },
            { key: 'y', valueMap: [] },
          ],
        },
        { key: 'n', valueNumber: 9 },
      ],
    )
    const instances = mount(recorder.runtime.surface('s')).instances('extras')
    expect(instances.map((instance) => instance.prop('level'))).toEqual([1, 9])
    recorder.send(v08.SU('s', [ticket({ explicitList: ['g', 'gone'] })]))
    recorder.runtime.end()
    expect(recorder.reports.map(({ message }) => message)).toContain(
      'Component "root" names "gone", which was never sent',
    )
  })

  it('[CI-4] sends actions with their context', () => {
    const onUse = {
      name: 'use',
      context: [
        { key: 'seat', value: { path: 'seat' } },
        { key: 'class', value: { literalString: 'first', path: 'class' } },
        { key: 'bare', value: { literalNumber: 2 } },
      ],
    }
    const recorder = sent([v08.C('root', 'Ticket', { train: 'T', onUse })], [{ key: 'seat', valueString: '7A' }])
    mount(recorder.runtime.surface('s')).binding.act('onUse')
    expect(recorder.events).toMatchObject([{ name: 'use', context: { seat: '7A', class: null, bare: 2 } }])
    expect(recorder.runtime.surface('s')?.data.get('/class')).toBeUndefined()
  })

  it('[CI-4] has the components of the catalog that it extends, in the words of v0.8', () => {
    const choice = v08.C('m', 'MultipleChoice', { selections: { literalArray: [] }, options: [] })
    const recorder = sent([v08.C('root', 'Column', { children: { explicitList: ['m'] } }), choice])
    expect(recorder.codes()).toEqual([])
    expect(recorder.runtime.surface('s')?.components.get('m')?.type).toBe('ChoicePicker')
  })

  it('[CI-4] keeps a weight, which stands beside the id', () => {
    const recorder = sent([{ ...gauge({}), weight: 2 }])
    expect(recorder.shown('s', 'root', 'weight')).toBe(2)
  })

  it.each<readonly [title: string, component: JsonValue, code: string, at: string]>([
    ['an unknown property', gauge({ levl: 1 }), 'VALIDATION_FAILED', '/component/Gauge/levl'],
    ['a wrong literal', gauge({ level: { literalString: 'x' } }), 'VALIDATION_FAILED', '/component/Gauge/level'],
    ['a missing property', v08.C('root', 'Gauge', {}), 'VALIDATION_FAILED', '/component/Gauge/level'],
    ['a forbidden path', gauge({ level: { path: 'a.__proto__' } }), 'POINTER_FORBIDDEN', '/component/Gauge/level'],
    ['a static property', gauge({ size: 'huge' }), 'VALIDATION_FAILED', '/component/Gauge/size'],
    ['an unknown type', v08.C('root', 'Guage', {}), 'COMPONENT_UNKNOWN', '/component/Guage'],
    ['two types', { id: 'root', component: { Gauge: {}, Text: {} } }, 'COMPONENT_SHAPE', '/component'],
    ['no action', v08.C('root', 'Ticket', { train: 'T', onUse: 5 }), 'VALIDATION_FAILED', '/component/Ticket/onUse'],
  ])('[CI-4] refuses %s, with its place', (_title, component, code, at) => {
    const recorder = sent([component])
    expect(recorder.reports.map(({ code: one, place }) => [one, place.at])).toEqual([
      [code, `/surfaceUpdate/components/0${at}`],
    ])
    expect(recorder.reports[0]?.place.componentId).toBe('root')
  })

  it('[CI-4] is as lenient as any other', () => {
    const recorder = sent([gauge({ size: 'huge', more: 1 }), v08.C('b', 'Box', { child: 'root' })], [], true)
    expect(recorder.reports.map(({ severity, place }) => [severity, place.at])).toEqual([
      ['warning', '/surfaceUpdate/components/0/component/Gauge/more'],
      ['warning', '/surfaceUpdate/components/0/component/Gauge/size'],
      ['warning', '/surfaceUpdate/components/1/component/Box'],
    ])
    expect(recorder.runtime.surface('s')?.components.get('b')?.type).toBe('Column')
  })

  it('[CI-4] loses a property with a forbidden path in lenient mode, and no more', () => {
    const label = { path: 'a.__proto__', literalArray: ['x'] }
    const recorder = sent([gauge({ labels: label }), v08.C('b', 'Gauge', { level: { literalNumber: 1 } })], [], true)
    expect(recorder.reports.map(({ code, severity, place }) => [code, severity, place.at])).toEqual([
      ['POINTER_FORBIDDEN', 'warning', '/surfaceUpdate/components/0/component/Gauge/labels'],
    ])
    expect(recorder.shown('s', 'root', 'level')).toBe(5)
    expect(recorder.runtime.surface('s')?.data.get('/')).toEqual({})
  })

  it('[CI-4] writes nothing to the data model for a component that cannot be drawn', () => {
    const recorder = sent([v08.C('root', 'Gauge', { labels: { path: 'l', literalArray: ['x'] } })], [], true)
    expect(recorder.runtime.surface('s')?.components.get('root')?.invalid?.code).toBe('VALIDATION_FAILED')
    expect(recorder.runtime.surface('s')?.data.get('/')).toEqual({})
  })

  it('[CI-4] is not for agents of v0.9, unless it is for both', () => {
    const messages = [CS('s', { catalogId }), UC('s', [{ id: 'root', component: 'Gauge', level: 5 }])]
    const codesOf = (catalog: Catalog): readonly string[] => {
      const recorder = record({ catalogs: [catalog] })
      recorder.send(...messages)
      return recorder.codes()
    }
    expect(codesOf(travelV08)).toEqual(['CATALOG_UNKNOWN', 'SURFACE_NOT_FOUND'])
    expect(codesOf(defineCatalog(compiled, { ...options, protocol: 'both' }))).toEqual([])
  })

  it('[CI-4] writes the components of a catalog without v0.8 in the same way', () => {
    const newOnly = { ...minimalCatalog, dialects: minimalCatalog.dialects.slice(0, 1) }
    const { functions: _functions, $defs: _defs, ...schema } = travel
    const small = { ...schema, components: { Ticket: travel.components.Ticket } }
    const catalog = defineCatalog(compileCatalog(small), { extend: newOnly, protocol: 'v0.8' })
    const recorder = record({ catalogs: [catalog] })
    recorder.send(v08.BR('s', 'root', { catalogId }), v08.SU('s', [v08.T('root', 'seen')]))
    expect([recorder.codes(), recorder.shown('s')]).toEqual([[], 'seen'])
  })
})
