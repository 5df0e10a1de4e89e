// Strict mode: what one round of corrections needs to know of a message.
import { describe, expect, it } from 'vitest'
import { defineCatalog } from '../../src/catalog/catalog.ts'
import { compileCatalog } from '../../src/entries/ajv.ts'
import type { SurfaceError } from '../../src/entries/core.ts'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { encode } from '../../src/protocol/encode.ts'
import { between } from '../support/between.ts'
import { CS, T, UC, v08 } from '../support/messages.ts'
import { record } from '../support/recorder.ts'

/** Codes, and places below `above`. */
function placesOf(reports: readonly SurfaceError[], above: string): readonly string[] {
  return reports.map(({ code, place: { at = '' } }) => {
    expect(at.startsWith(above)).toBe(true)
    return `${code} ${at.slice(above.length)}`
  })
}

const wrong = (at: string): string => `VALIDATION_FAILED ${at}`
const malformed = (at: string): string => `ENVELOPE_INVALID ${at}`
const action = { event: { name: 'go', context: { a: { call: 'nope' }, b: { path: '/~' }, c: { path: '/right' } } } }

const components: readonly (readonly [what: string, component: JsonObject, faults: readonly string[]])[] = [
  [
    'properties, in the order of the component and then what is missing',
    { id: 'root', component: 'Slider', step: 1, min: 'low', max: null },
    [wrong('/step'), wrong('/min'), wrong('/max'), wrong('/value')],
  ],
  [
    'items of a list, and members of an item',
    { id: 'root', component: 'Tabs', tabs: [{ title: 'One' }, { title: 'Two', child: 'a' }, { child: 3, more: 1 }] },
    [wrong('/tabs/0/child'), wrong('/tabs/2/child'), wrong('/tabs/2/more'), wrong('/tabs/2/title')],
  ],
  [
    'one value that two parts of the schema refuse',
    { id: 'root', component: 'Text', text: { call: 'formatString', args: { value: 'x' }, returnType: 5 } },
    [wrong('/text/returnType')],
  ],
  [
    'children of a list',
    { id: 'root', component: 'Row', children: ['a', 1, 2] },
    [1, 2].map((at) => wrong(`/children/${at}`)),
  ],
  [
    'members of an action',
    { id: 'root', component: 'Button', child: 'a', action: { event: { nme: 'go', context: 1 } } },
    [wrong('/action/event/context'), wrong('/action/event/name')],
  ],
  [
    'what no schema sees, beside what it sees',
    { id: 'root', component: 'Button', child: 'a', action, variant: 'h9' },
    ['FUNCTION_UNKNOWN /action/event/context/a/call', 'POINTER_SYNTAX /action/event/context/b/path', wrong('/variant')],
  ],
  [
    'arguments of a call, and calls in them',
    {
      ...T('root', { call: 'formatNumber', args: { vlue: 1, decimals: { call: 'nope' }, grouping: 'yes' } }),
      accessibility: { label: { call: 'openUrl', args: { url: 'https://shop.example' } } },
    },
    [
      wrong('/text/args/grouping'),
      wrong('/text/args/value'),
      'FUNCTION_UNKNOWN /text/args/decimals/call',
      'FUNCTION_NOT_PURE /accessibility/label/call',
    ],
  ],
]

describe('every fault of a message', () => {
  it.each(components)('[E-8] %s', (_what, component, faults) => {
    const { reports, runtime } = between([CS('x'), UC('x', [component])])
    expect(placesOf(reports, '/updateComponents/components/0')).toEqual(faults)
    expect(runtime.surface('x')?.components.get('root')?.invalid).toBe(reports[0])
    for (const { severity, place } of reports)
      expect([severity, place.componentId, place.surfaceId, place.line]).toEqual(['error', 'root', 'x', 4])
  })

  it('[E-8] of all components, in their order', () => {
    const { reports } = between([
      CS('x'),
      UC('x', [
        T('a', 1),
        T('right', 'x'),
        { id: 'b', component: 'Txt' },
        { id: 'c', component: 'Icon' },
        T('d', null),
      ]),
    ])
    expect(reports.map(({ code, place }) => [place.componentId, code])).toEqual([
      ['a', 'VALIDATION_FAILED'],
      ['b', 'COMPONENT_UNKNOWN'],
      ['c', 'VALIDATION_FAILED'],
      ['d', 'VALIDATION_FAILED'],
    ])
  })

  it('[E-8] of the envelope, and of the components in it', () => {
    const payload = { surfaceId: 'x', junk: 1, components: [{ component: 'Text' }, T('a', 1), { id: 'b', text: 'x' }] }
    const { reports } = between([CS('x'), { updateComponents: payload, more: 1 }])
    expect(reports.map(({ code, place: { at } }) => `${code} ${at}`)).toEqual([
      'VERSION_MISSING /version',
      malformed('/more'),
      malformed('/updateComponents/junk'),
      'COMPONENT_SHAPE /updateComponents/components/0/id',
      wrong('/updateComponents/components/1/text'),
      'COMPONENT_SHAPE /updateComponents/components/2/component',
    ])
  })

  it('[E-8] [E-9] of a theme, which costs those members alone', () => {
    const theme = { primaryColor: 'red', agentDisplayName: 7, iconUrl: 'https://host.example/icon.png' }
    const { reports, runtime } = between([CS('x', { theme }), UC('x', [T('root', 'drawn')])])
    expect(placesOf(reports, '/createSurface/theme')).toEqual(['/primaryColor', '/agentDisplayName'].map(wrong))
    expect(reports.map(({ severity, place }) => [severity, place.surfaceId, place.line])).toEqual(
      Array(2).fill(['error', 'x', 3]),
    )
    expect(runtime.surface('x')?.theme).toEqual({ iconUrl: theme.iconUrl })
    expect(runtime.surface('x')?.components.size).toBe(1)
  })

  it('[E-8] in v0.8, also of a message that was held', () => {
    const { reports } = between([
      v08.SU('x', [v08.C('a', 'Text', { txt: 1, usageHint: 'h9' }), v08.C('b', 'Icon', {})]),
      v08.BR('x'),
    ])
    expect(placesOf(reports, '/surfaceUpdate/components')).toEqual([
      wrong('/0/component/Text/usageHint'),
      wrong('/0/component/Text/text'),
      wrong('/1/component/Icon/name'),
    ])
    expect(reports[1]?.hint).toBe('Rename "txt" to "text".')
  })

  it('[E-8] [C-5] of its cycles', () => {
    const row = (id: string, ...children: readonly string[]): JsonObject => ({ id, component: 'Row', children })
    const circles = [row('root', 'a', 'c'), row('a', 'b'), row('b', 'a'), row('c', 'c')]
    const { reports, runtime } = between([CS('x'), UC('x', circles)])
    expect(reports.map(({ code, place }) => [code, place.componentId])).toEqual([
      ['GRAPH_CYCLE', 'b'],
      ['GRAPH_CYCLE', 'c'],
    ])
    const components = [...(runtime.surface('x')?.components.values() ?? [])]
    expect(components.filter(({ invalid }) => !invalid).map(({ id }) => id)).toEqual(['root', 'a'])
  })

  it.each<readonly [properties: JsonObject, places: readonly string[]]>([
    [{ kind: 'c', size: 'big', more: 1, lock: {} }, ['/kind', '/size', '/more']],
    // A required property that is wrong somewhere inside is not missing as well.
    [{ kind: 'c', size: 1, lock: { code: 7 } }, ['/kind', '/lock/code']],
  ])('[E-8] by a schema that a table cannot hold: %j', (properties, places) => {
    const Gate = {
      type: 'object',
      properties: {
        id: { type: 'string' },
        component: { const: 'Gate' },
        kind: { enum: ['a', 'b'] },
        size: { type: 'number' },
        lock: { properties: { code: { type: 'string' } } },
      },
      required: ['id', 'component', 'lock'],
      if: { properties: { kind: { const: 'a' } }, required: ['kind'] },
      else: { required: ['size'] },
      additionalProperties: false,
    }
    const compiled = compileCatalog({ catalogId: 'https://host.example/gates', components: { Gate } })
    const { reports, send } = record({ catalogs: [defineCatalog(compiled)] })
    const gate = { id: 'root', component: 'Gate', ...properties }
    send(CS('x', { catalogId: 'https://host.example/gates' }), UC('x', [gate]))
    expect(new Set(placesOf(reports, '/updateComponents/components/0'))).toEqual(new Set(places.map(wrong)))
  })
})

describe('the number of reports', () => {
  it.each<readonly [what: string, components: readonly JsonValue[]]>([
    ['components', Array.from({ length: 30 }, (_, index) => T(`text${index}`, 1))],
    [
      'properties',
      [{ ...T('root', 'x'), ...Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`p${at}`, 1])) }],
    ],
    ['calls', [T('root', { call: 'and', args: { values: Array.from({ length: 30 }, () => ({ call: 'nope' })) } })]],
    ['children', [{ id: 'root', component: 'Row', children: Array.from({ length: 30 }, () => 1) }]],
    ['components without an id', Array.from({ length: 30 }, () => ({ component: 'Text', text: 'x' }))],
  ])('[E-8] is twenty for thirty wrong %s', (_what, all) => {
    const { reports } = between([CS('x'), UC('x', all)])
    expect(reports).toHaveLength(20)
    expect(new Set(reports.map(({ place }) => place.at)).size).toBe(20)
  })
})

it('[E-8] each fault has a message for the agent with its own path', () => {
  const { reports } = between([CS('x'), UC('x', [T('a', 1), T('b', 2)])])
  expect(reports.map((error) => encode(error))).toMatchObject(
    [0, 1].map((index) => ({ error: { path: `/updateComponents/components/${index}/text` } })),
  )
})
