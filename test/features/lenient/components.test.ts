// Lenient: faulty parts are left out, each with a warning, and the rest of the message is applied.

import { describe, expect, it } from 'vitest'
import { lenient as mode } from '../../../src/entries/lenient.ts'
import type { JsonObject, JsonValue } from '../../../src/json/value.ts'
import { T, UC, v08 } from '../../support/messages.ts'
import { record } from '../../support/recorder.ts'
import { mount } from '../../surface/mount.ts'
import { lenient } from './component-setup.ts'

type Mended = readonly [title: string, component: JsonObject, places: readonly string[], props: JsonObject]

const mended: readonly Mended[] = [
  [
    '[C-8] an unknown property is left out',
    { ...T('root', 'x'), onclick: 'y' },
    ['/onclick'],
    { text: 'x', variant: 'body' },
  ],
  [
    '[C-8] several are left out one by one',
    { ...T('root', 'x'), a: 1, b: 2 },
    ['/a', '/b'],
    { text: 'x', variant: 'body' },
  ],
  [
    '[C-8] an optional wrong one takes its default',
    { ...T('root', 'x'), variant: 'h9' },
    ['/variant'],
    { text: 'x', variant: 'body' },
  ],
  [
    '[C-8] without a default it is left out',
    { ...T('root', 'x'), weight: 'heavy' },
    ['/weight'],
    { text: 'x', variant: 'body' },
  ],
  [
    '[C-8] unknown and wrong together',
    { ...T('root', 'x'), variant: 'huge', a: 1 },
    ['/a', '/variant'],
    { text: 'x', variant: 'body' },
  ],
  [
    '[C-8] an unknown property deep down is left out there',
    { id: 'root', component: 'Row', children: { componentId: 'a', path: '/rows', more: 1 } },
    ['/children/more'],
    {
      justify: 'start',
      align: 'stretch',
      children: { kind: 'items', componentId: 'a', pointer: ['rows'], scope: [], ofList: true, items: 0 },
    },
  ],
  [
    '[C-8] an optional one that is wrong deep down is left out whole',
    { ...T('root', 'x'), accessibility: { label: [], description: 'D' } },
    ['/accessibility/label'],
    { text: 'x', variant: 'body' },
  ],
]

describe('[LN-9] a number or a truth value where a text is wanted', () => {
  it.each<readonly [value: JsonValue, text: string]>([
    [5, '5'],
    [-0.5, '-0.5'],
    [true, 'true'],
    [false, 'false'],
  ])('[LN-9] %j is drawn as text', (value, text) => {
    const { shown, reports } = lenient({ ...T('root', 'x'), text: value })
    expect(shown('s')).toBe(text)
    expect(reports.map(({ code, severity, place }) => [code, severity, place.at])).toEqual([
      ['VALIDATION_FAILED', 'warning', '/updateComponents/components/0/text'],
    ])
  })

  it('[LN-9] deep down too, and together with other faults', () => {
    const options = [
      { label: 1, value: 'a' },
      { label: 'B', value: 'b' },
    ]
    const picker = { id: 'root', component: 'ChoicePicker', value: ['a'], label: 7, options, more: 1 }
    const { runtime, reports } = lenient(picker)
    expect(mount(runtime.surface('s')).snapshot().props).toMatchObject({
      label: '7',
      options: [
        { label: '1', value: 'a' },
        { label: 'B', value: 'b' },
      ],
    })
    expect(
      reports.map(({ severity, place }) => [severity, place.at?.replace('/updateComponents/components/0/', '')]).sort(),
    ).toEqual([
      ['warning', 'label'],
      ['warning', 'more'],
      ['warning', 'options/0/label'],
    ])
  })

  it.each<readonly [title: string, component: JsonObject]>([
    ['an object', { ...T('root', 'x'), text: { a: 1 } }],
    ['null', { ...T('root', 'x'), text: null }],
    ['a number where a list is wanted', { id: 'root', component: 'Row', children: 5 }],
  ])('[LN-9] %s is not', (_title, component) => {
    const { runtime } = lenient(component)
    expect(runtime.surface('s')?.components.get('root')?.invalid?.code).toBe('VALIDATION_FAILED')
  })
})

describe('a component with small faults', () => {
  it.each(mended)('%s, each with a warning', (_title, component, places, props) => {
    const { runtime, reports } = lenient(T('ok', 'fine'), component)
    expect(reports.map(({ code, severity, place }) => [code, severity, place.at]).sort()).toEqual(
      places.map((at) => ['VALIDATION_FAILED', 'warning', `/updateComponents/components/1${at}`]).sort(),
    )
    for (const { place } of reports) expect(place).toMatchObject({ surfaceId: 's', componentId: 'root', line: 2 })
    expect(mount(runtime.surface('s')).snapshot().props).toEqual(props)
  })

  it('[C-8] is reported again only when it is sent again', () => {
    const { send, runtime, codes } = lenient({ ...T('root', 'x'), onclick: 'y' })
    mount(runtime.surface('s'))
    runtime.end()
    expect(codes()).toHaveLength(1)
    send(UC('s', [{ ...T('root', 'x'), onclick: 'y' }]))
    expect(codes()).toHaveLength(2)
  })
})

describe('a component that cannot be used', () => {
  it.each<readonly [title: string, component: JsonObject, code: string, at: string]>([
    ['[C-8] of an unknown type', { id: 'root', component: 'Hologram', x: 1 }, 'COMPONENT_UNKNOWN', '/component'],
    ['[C-8] without a required property', { id: 'root', component: 'Card' }, 'VALIDATION_FAILED', '/child'],
    ['[C-8] with a required one that is wrong', T('root', []), 'VALIDATION_FAILED', '/text'],
  ])('%s is a placeholder, with one warning; the rest is applied', (_title, component, code, at) => {
    const { runtime, reports, shown } = lenient(component, T('ok', 'fine'))
    expect(reports).toHaveLength(1)
    expect(reports[0]).toMatchObject({
      code,
      severity: 'warning',
      place: { componentId: 'root', at: `/updateComponents/components/0${at}` },
    })
    expect(mount(runtime.surface('s')).snapshot().component).toMatchObject({ id: 'root', invalid: { code }, edges: [] })
    expect(shown('s', 'ok')).toBe('fine')
  })

  it('[LN-16] does not take the place of one that can be drawn', () => {
    const { send, reports, shown } = lenient(T('root', 'good'))
    send(UC('s', [T('root', []), { id: 'odd', component: 'Nobody' }]))
    expect(shown('s')).toBe('good')
    expect(reports.map(({ code, severity }) => [code, severity])).toEqual([
      ['VALIDATION_FAILED', 'warning'],
      ['COMPONENT_UNKNOWN', 'warning'],
    ])
    send(UC('s', [T('root', 'better')]))
    expect(shown('s')).toBe('better')
  })

  it.each<readonly [where: string, components: readonly JsonValue[]]>([
    ['before', [T('root', 'good'), { id: 'root', component: 'Nobody' }]],
    ['after', [{ id: 'root', component: 'Nobody' }, T('root', 'good')]],
    ['between', [T('root', 'first'), { id: 'root', component: 'Nobody' }, T('root', 'good')]],
  ])('[LN-16] nor of one %s it in its message', (_where, components) => {
    const { codes, shown } = lenient(...components)
    expect(shown('s')).toBe('good')
    expect(codes()).toEqual(['COMPONENT_UNKNOWN', ...(components.length > 2 ? ['ID_DUPLICATE'] : [])])
  })

  it('[LN-16] takes the place of another one that cannot', () => {
    const { runtime, send } = lenient(T('root', []))
    send(UC('s', [{ id: 'root', component: 'Nobody' }]))
    expect(runtime.surface('s')?.components.get('root')).toMatchObject({
      type: 'Nobody',
      invalid: { code: 'COMPONENT_UNKNOWN' },
    })
  })

  it('[C-8] is replaced like any other', () => {
    const { send, shown } = lenient(T('root', []))
    send(UC('s', [T('root', 'now')]))
    expect(shown('s')).toBe('now')
  })

  it('[C-8] in v0.8 has its place in the words of v0.8', () => {
    const { send, reports, shown } = record({ validation: mode })
    send(
      v08.BR('s'),
      v08.SU('s', [
        v08.C('root', 'Text', { text: { literalString: 'x' }, usageHint: 'body1', more: 1 }),
        v08.C('bad', 'Text', {}),
        v08.C('odd', 'Txet', {}),
      ]),
    )
    expect([shown('s'), shown('s', 'root', 'variant')]).toEqual(['x', 'body'])
    expect(
      reports.map(({ code, severity, place }) => [
        code,
        severity,
        place.componentId,
        place.at?.replace('/surfaceUpdate/components', ''),
      ]),
    ).toEqual([
      ['VALIDATION_FAILED', 'warning', 'root', '/0/component/Text/more'],
      ['VALIDATION_FAILED', 'warning', 'root', '/0/component/Text/usageHint'],
      ['VALIDATION_FAILED', 'warning', 'bad', '/1/component/Text/text'],
      ['COMPONENT_UNKNOWN', 'warning', 'odd', '/2/component/Txet'],
    ])
  })

  it('[C-8] for very many reasons is given up after a while, and the stream goes on', () => {
    const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`p${n}`, n]))
    const { shown, runtime } = lenient({ ...T('root', 'x'), accessibility: { label: many } }, T('ok', 'fine'))
    expect(shown('s', 'ok')).toBe('fine')
    expect(runtime.surface('s')?.components.has('root')).toBe(true)
  })
})

describe('what stays strict', () => {
  it.each<readonly [title: string, components: readonly JsonValue[], code: string]>([
    ['[C-8] a component without an id, alone', [{ component: 'Text', text: 'x' }], 'ENVELOPE_INVALID'],
  ])('%s refuses the message', (_title, components, code) => {
    const { runtime, reports } = lenient(...components)
    expect(reports).toHaveLength(1)
    expect(reports[0]?.severity).toBe('error')
    expect([code, 'COMPONENT_SHAPE']).toContain(reports[0]?.code)
    expect(runtime.surface('s')?.components.size).toBe(0)
  })
})
