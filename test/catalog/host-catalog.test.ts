// A host's own catalog: compiled ahead of time and in the page, with the same verdicts.
import { describe, expect, it } from 'vitest'
import type { Catalog } from '../../src/catalog/catalog.ts'
import { basicCatalog } from '../../src/entries/catalogs.ts'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { CS, T, UC, UD } from '../support/messages.ts'
import { type Recorder, record } from '../support/recorder.ts'
import { plain, stateOf } from '../support/state.ts'
import { mount } from '../surface/mount.ts'
import travel from './travel.json'
import { aheadOfTime, inThePage } from './travel.ts'

const { catalogId } = travel
const open = (theme?: JsonValue): JsonObject => CS('s', { catalogId, ...(theme === undefined ? {} : { theme }) })
const gauge = (rest: JsonObject = {}): JsonObject => ({ id: 'root', component: 'Gauge', level: 5, ...rest })
const ticket = (rest: JsonObject): JsonObject => ({ id: 'root', component: 'Ticket', ...rest })

function recorded(catalog: Catalog, messages: readonly JsonObject[]): Recorder {
  const recorder = record({ catalogs: [catalog, basicCatalog] })
  recorder.send(...messages)
  return recorder
}

const accepted: readonly (readonly [title: string, messages: readonly JsonObject[]])[] = [
  ['[C-9] a component of its own', [open(), UC('s', [gauge()])]],
  [
    '[C-9] with all that it may have',
    [
      open(),
      UC('s', [
        gauge({
          labels: ['a'],
          raw: [1],
          title: 'T',
          ends: { low: 1 },
          stops: [{ name: 'A', view: 'x' }],
          size: 'large',
          checks: [{ condition: true, message: 'm' }],
        }),
      ]),
    ],
  ],
  [
    '[C-9] bound and computed',
    [
      open(),
      UC('s', [
        gauge({ level: { call: 'distance', args: { from: { path: '/a' }, to: 'x' } }, labels: { path: '/l' } }),
      ]),
    ],
  ],
  ['[C-9] a component of the catalog that it extends', [open(), UC('s', [T('root', 'x')])]],
  [
    '[C-9] a function of that catalog',
    [open(), UC('s', [T('root', { call: 'formatString', args: { value: '${distance(from: "a", to: "bc")}' } })])],
  ],
  ['[C-9] a component that cannot be flattened', [open(), UC('s', [ticket({ train: 'T1', extras: ['a'] })])]],
  ['[C-9] a theme of its own', [open({ font: 'serif' })]],
  ['[C-9] an alias', [CS('s', { catalogId: `${catalogId}/latest` }), UC('s', [gauge()])]],
]

const refused: readonly (readonly [title: string, messages: readonly JsonObject[], code: string])[] = [
  ['[C-9] an unknown property', [open(), UC('s', [gauge({ levl: 1 })])], 'VALIDATION_FAILED'],
  ['[C-9] a text for a number', [open(), UC('s', [gauge({ level: 'high' })])], 'VALIDATION_FAILED'],
  [
    '[C-9] an unknown property within a list',
    [open(), UC('s', [gauge({ stops: [{ name: 'A', vew: 'x' }] })])],
    'VALIDATION_FAILED',
  ],
  ['[C-9] none of those that a part demands', [open(), UC('s', [ticket({})])], 'VALIDATION_FAILED'],
  [
    '[C-9] more than a component that cannot be flattened has',
    [open(), UC('s', [ticket({ train: 'T', bus: 'B' })])],
    'VALIDATION_FAILED',
  ],
  [
    '[C-9] an argument out of its list',
    [open(), UC('s', [gauge({ level: { call: 'distance', args: { from: 'a', to: 'b', unit: 'ly' } } })])],
    'VALIDATION_FAILED',
  ],
  [
    '[C-9] a result of the wrong type',
    [open(), UC('s', [T('root', { call: 'distance', args: { from: 'a', to: 'b' }, returnType: 'number' })])],
    'VALIDATION_FAILED',
  ],
  [
    '[C-9] a misspelt function',
    [open(), UC('s', [gauge({ level: { call: 'distanse', args: {} } })])],
    'FUNCTION_UNKNOWN',
  ],
  ['[C-9] a misspelt type', [open(), UC('s', [{ id: 'root', component: 'Guage', level: 1 }])], 'COMPONENT_UNKNOWN'],
  [
    '[C-9] a cycle through a list of its own',
    [open(), UC('s', [gauge({ stops: [{ name: 'A', view: 'root' }] })])],
    'GRAPH_CYCLE',
  ],
  ['[C-9] a theme beyond its own', [open({ agentDisplayName: 'A' })], 'VALIDATION_FAILED'],
]

describe("a host's own catalog", () => {
  it.each(accepted)('%s is accepted, however it was compiled', (_title, messages) => {
    const [one, other] = [aheadOfTime, inThePage].map((catalog) => recorded(catalog, messages))
    expect(one?.reports).toEqual([])
    expect(other?.reports).toEqual([])
    expect(one && JSON.stringify(stateOf(one.runtime))).toBe(other && JSON.stringify(stateOf(other.runtime)))
  })

  it.each(refused)('%s is refused in the same words, however it was compiled', (_title, messages, code) => {
    const [one, other] = [aheadOfTime, inThePage].map((catalog) => recorded(catalog, messages).reports.map(plain))
    expect(one).toMatchObject([{ code }])
    expect(other).toEqual(one)
  })

  it.each([
    ['ahead of time', aheadOfTime],
    ['in the page', inThePage],
  ] as const)('[B-1] [C-4] compiled %s gives its renderers what the schema promises', (_how, catalog) => {
    const { send, runtime } = recorded(catalog, [
      open(),
      UC('s', [
        gauge({
          level: { path: '/level' },
          labels: { path: '/labels' },
          raw: { path: '/raw' },
          stops: [{ name: { path: '/name' }, view: 'x' }],
        }),
      ]),
    ])
    const { prop } = mount(runtime.surface('s'))
    expect(['level', 'labels', 'raw', 'title', 'ends', 'size'].map(prop)).toEqual([
      0,
      [],
      undefined,
      'No title',
      { title: 'Ends', low: 0, high: 100 },
      'small',
    ])
    send(UD('s', '/', { level: ' 12.5 ', labels: ['a', 1, null], raw: { any: [null] }, name: true }))
    expect(['level', 'labels', 'raw'].map(prop)).toEqual([12.5, ['a', '1', ''], { any: [null] }])
    expect(prop('stops')).toEqual([{ name: 'true', view: { kind: 'child', id: 'x' } }])
    const seen = ['12px', '', null, true, { a: 1 }, [7], 1e3, '0x10', undefined].map((level) => {
      send(UD('s', '/level', level as JsonValue))
      return prop('level')
    })
    expect(seen).toEqual([0, 0, 0, 1, 0, 0, 1000, 16, 0])
  })

  it('[C-4] its defaults are read as if the agent had sent them', () => {
    const { send, runtime, reports } = recorded(aheadOfTime, [open(), UC('s', [gauge()]), UD('s', '/unit', 'km')])
    const { prop } = mount(runtime.surface('s'))
    expect([prop('unit'), prop('scale')]).toEqual(['km', { kind: 'child', id: 'scale' }])
    send(UD('s', '/unit', 'mi'))
    expect(prop('unit')).toBe('mi')
    runtime.end()
    expect(reports.map(({ code }) => code)).toEqual(['CHILD_MISSING'])
  })

  it('[FN-1] runs its own functions', () => {
    const { runtime } = recorded(aheadOfTime, [
      open(),
      UC('s', [gauge({ level: { call: 'distance', args: { from: 'ab', to: { path: '/to' } } } })]),
      UD('s', '/to', 'abcde'),
    ])
    expect(mount(runtime.surface('s')).prop('level')).toBe(3)
  })

  it('[SF-8] what is missing within a list of its own is reported with its place', () => {
    const { runtime, reports } = recorded(aheadOfTime, [
      open(),
      UC('s', [gauge({ stops: [{ name: 'A' }, { name: 'B', view: 'gone' }] }), T('scale', 'x')]),
    ])
    runtime.end()
    expect(reports.map(({ code, place }) => [code, place.at])).toEqual([
      ['CHILD_MISSING', '/updateComponents/components/0/stops/1/view'],
    ])
  })
})
