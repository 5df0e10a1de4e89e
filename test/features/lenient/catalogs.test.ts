// Lenient mode: surfaces of catalogs that nobody has, and components of types that no catalog has.

import { describe, expect, it } from 'vitest'
import { basicCatalog, minimalCatalog } from '../../../src/entries/catalogs.ts'
import { lenient as mode } from '../../../src/entries/lenient.ts'
import type { JsonObject, JsonValue } from '../../../src/json/value.ts'
import { aheadOfTime } from '../../catalog/travel.ts'
import { CS, T, UC, v08 } from '../../support/messages.ts'
import { type Recorder, record } from '../../support/recorder.ts'

const catalogs = [minimalCatalog, basicCatalog, aheadOfTime]

function lenient(...messages: readonly JsonValue[]): Recorder {
  const recorder = record({ validation: mode, catalogs })
  recorder.send(...messages)
  return recorder
}

function reported({ reports }: Recorder): readonly string[] {
  return reports.map(({ code, severity, place }) => `${severity} ${code} ${place.at}`)
}

const open = CS('s', { catalogId: 'nobody' })
const unknown = 'warning CATALOG_UNKNOWN /createSurface/catalogId'
const gauge = { id: 'g', component: 'Gauge', level: 5 }
const icon = (id: string): JsonObject => ({ id, component: 'Icon', name: 'add' })

describe('an unknown catalog', () => {
  it('[LN-6] is refused in strict mode', () => {
    const recorder = record({ catalogs })
    recorder.send(open)
    expect(reported(recorder)).toEqual(['error CATALOG_UNKNOWN /createSurface/catalogId'])
    expect(recorder.runtime.surface('s')).toBeUndefined()
  })

  it.each<readonly [title: string, components: readonly JsonObject[], refused: readonly string[]]>([
    ['one catalog has all types', [T('root', 'seen'), icon('i')], []],
    ['only the last has all types', [T('root', 'seen'), icon('i'), gauge], []],
    [
      'no catalog has all types',
      [T('root', 'seen'), { id: 'x', component: 'Hologram' }, gauge],
      ['warning COMPONENT_UNKNOWN /updateComponents/components/1/component'],
    ],
  ])('[LN-6] is one that there is, where %s', (_title, components, refused) => {
    const recorder = lenient(open, UC('s', components))
    expect(reported(recorder)).toEqual([unknown, ...refused])
    expect(recorder.shown('s')).toBe('seen')
    expect(recorder.runtime.surface('s')?.components.size).toBe(components.length)
    expect(recorder.runtime.surface('s')?.catalogId).toBe('nobody')
  })

  it('[LN-6] is chosen by the first components, and later ones are found all the same', () => {
    // The button of the minimal catalog has two variants, the one of the basic catalog three.
    const button = { id: 'b', component: 'Button', child: 'c', action: { event: { name: 'go' } }, variant: 'default' }
    const first = lenient(open, UC('s', [T('root', 'x')]), UC('s', [button, icon('i')]))
    expect(reported(first)).toEqual([unknown, 'warning VALIDATION_FAILED /updateComponents/components/0/variant'])
    const second = lenient(open, UC('s', [T('root', 'x'), icon('i')]), UC('s', [button]))
    expect(reported(second)).toEqual([unknown])
  })

  it('[LN-6] is not chosen by components that are refused', () => {
    const button = { id: 'b', component: 'Button', child: 'c', action: { event: { name: 'go' } }, variant: 'default' }
    const recorder = record({ validation: mode, catalogs, limits: { components: 2 } })
    recorder.send(open, UC('s', [T('root', 'x'), icon('i'), icon('j')]), UC('s', [T('root', 'x')]), UC('s', [button]))
    expect(reported(recorder)).toEqual([
      unknown,
      'error LIMIT_COMPONENTS undefined',
      'warning VALIDATION_FAILED /updateComponents/components/0/variant',
    ])
  })

  it('[LN-6] is found in v0.8 among the types of v0.8, and may begin again', () => {
    const begin = v08.BR('s', 'root', { catalogId: 'nobody' })
    const choice = v08.C('m', 'MultipleChoice', { selections: { literalArray: [] }, options: [] })
    const recorder = lenient(v08.SU('s', [v08.T('root', 'seen'), choice]), begin)
    recorder.send({ beginRendering: { surfaceId: 's', root: 'm', catalogId: 'nobody' } })
    expect(reported(recorder)).toEqual(['warning CATALOG_UNKNOWN /beginRendering/catalogId'])
    expect(recorder.runtime.surface('s')?.components.get('m')?.type).toBe('ChoicePicker')
    expect([recorder.shown('s'), recorder.runtime.surface('s')?.beginning.getSnapshot().root]).toEqual(['seen', 'm'])
  })

  it('[LN-6] may be missing in v0.9', () => {
    const recorder = lenient({ version: 'v0.9', createSurface: { surfaceId: 's' } }, UC('s', [T('root', 'seen')]))
    expect(reported(recorder)).toEqual(['warning ENVELOPE_INVALID /createSurface/catalogId'])
    expect(recorder.shown('s')).toBe('seen')
  })
})

describe('a component that cannot be drawn', () => {
  type Row = readonly [title: string, component: JsonObject, children: JsonValue]
  const list = (...ids: readonly string[]): JsonObject => ({ kind: 'children', ids })

  it.each<Row>([
    ['"children"', { component: 'Masonry', children: ['a', 'b'], columns: 2 }, list('a', 'b')],
    ['"child"', { component: 'Frame', child: 'a' }, list('a')],
    ['other names', { component: 'Split', leftChild: 'a', right_children: ['b'] }, list('a', 'b')],
    ['elements', { component: 'Accordion', sections: [{ title: 'A', child: 'a' }, { child: 'b' }] }, list('a', 'b')],
    [
      'a template',
      { component: 'Carousel', children: { componentId: 'a', path: 'rows' } },
      { kind: 'template', componentId: 'a', path: { kind: 'path', pointer: ['rows'], from: 'scope' }, objects: false },
    ],
    ['itself among them', { component: 'Masonry', children: ['root', 'a', 7] }, list('a')],
  ])('[LN-7] shows its children: %s', (_title, component, children) => {
    const recorder = lenient(CS('s'), UC('s', [{ id: 'root', ...component }, T('a', 'A'), T('b', 'B')]))
    expect(new Set(recorder.reports.map(({ severity }) => severity))).toEqual(new Set(['warning']))
    const { type, props, invalid } = recorder.runtime.surface('s')?.components.get('root') ?? {}
    expect([type, invalid, props?.['children']]).toEqual(['Column', undefined, children])
  })

  it.each<readonly [more: JsonObject, reports: readonly string[]]>([
    [{}, []],
    [{ gap: 8 }, ['warning VALIDATION_FAILED /updateComponents/components/0/gap']],
    [{ align: 'middle' }, ['warning VALIDATION_FAILED /updateComponents/components/0/align']],
  ])('[LN-7] of a type by another name is told of once, and keeps what is right: %j', (more, reports) => {
    const recorder = lenient(
      CS('s'),
      UC('s', [{ id: 'root', component: 'Stack', children: ['a'], ...more }, T('a', 'A')]),
    )
    expect(reported(recorder)).toEqual([
      'warning VALIDATION_FAILED /updateComponents/components/0/component',
      ...reports,
    ])
    const { type, props } = recorder.runtime.surface('s')?.components.get('root') ?? {}
    expect([type, props?.['children']]).toEqual(['Column', list('a')])
  })

  it.each<readonly [title: string, component: JsonObject]>([
    ['without children', { component: 'Map', center: 'a', items: ['a'] }],
    ['with an action, which a label alone would hide', { component: 'Button', child: 'a', action: 5 }],
  ])('[LN-7] %s is a notice', (_title, component) => {
    const recorder = lenient(CS('s'), UC('s', [{ id: 'root', ...component }, T('a', 'A')]))
    expect(recorder.runtime.surface('s')?.components.get('root')).toMatchObject({ invalid: {}, edges: [] })
  })

  it.each<readonly [title: string, children: JsonValue, kind: string]>([
    ['a list', { explicitList: ['a'] }, 'children'],
    ['a template', { template: { componentId: 'a', dataBinding: '/rows' } }, 'template'],
  ])('[LN-7] shows its children in v0.8: %s', (_title, children, kind) => {
    const recorder = lenient(v08.BR('s'), v08.SU('s', [v08.C('root', 'Masonry', { children }), v08.T('a', 'A')]))
    expect(reported(recorder)).toEqual(['warning COMPONENT_UNKNOWN /surfaceUpdate/components/0/component/Masonry'])
    expect(recorder.runtime.surface('s')?.components.get('root')).toMatchObject({
      type: 'Column',
      props: { children: { kind } },
    })
  })

  it('[LN-7] is refused in strict mode', () => {
    const recorder = record()
    recorder.send(CS('s'), UC('s', [{ id: 'root', component: 'Grid', children: ['a'] }]))
    expect(reported(recorder)).toEqual(['error COMPONENT_UNKNOWN /updateComponents/components/0/component'])
  })
})
