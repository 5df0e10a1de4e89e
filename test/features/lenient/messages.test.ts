// Lenient mode: what lines hold, however they are written, is the messages that were meant.

import { describe, expect, it } from 'vitest'
import { basicCatalog } from '../../../src/basic/catalog.ts'
import { lenient as mode } from '../../../src/entries/lenient.ts'
import type { JsonObject, JsonValue } from '../../../src/json/value.ts'
import { CS, T, UC, UD, v08 } from '../../support/messages.ts'
import { type Recorder, record } from '../../support/recorder.ts'

const modern: readonly JsonObject[] = [CS('s'), UC('s', [T('root', { path: '/a' })]), UD('s', '/', { a: 'seen' })]
const older: readonly JsonObject[] = [
  v08.SU('s', [v08.C('root', 'Text', { text: { path: '/a' } })]),
  { dataModelUpdate: { surfaceId: 's', contents: [{ key: 'a', valueString: 'seen' }] } },
  v08.BR('s'),
]
const [begin, components, data] = modern as readonly [JsonObject, JsonObject, JsonObject]
const texts = [T('root', { path: '/a' })]

const payload = (message: JsonObject, kind: string): JsonObject => message[kind] as JsonObject
const versioned = (version: JsonValue): readonly JsonObject[] => modern.map((message) => ({ ...message, version }))

/** Everything that the source says, to its end. */
function read(lines: readonly (JsonValue | string)[], options: Parameters<typeof record>[0] = {}): Recorder {
  const recorder = record({ validation: mode, ...options })
  recorder.send(...lines)
  recorder.runtime.end()
  return recorder
}

const raw = (lines: string): readonly string[] => lines.split('\n')

/** A whole answer in another envelope, by rule. */
const rows: readonly (readonly [rule: string, title: string, lines: readonly (JsonValue | string)[]])[] = [
  ['LN-18', 'a list on one line', [modern]],
  ['LN-18', 'a list of v0.8', [older]],
  ...['messages', 'a2ui_messages', 'a2ui_operations', 'operations', 'updates'].map(
    (name) => ['LN-18', `{"${name}": […]}`, [{ [name]: modern }]] as const,
  ),
  ['LN-18', 'the arguments of a tool call', [{ name: 'show', arguments: { messages: modern } }]],
  [
    'LN-18',
    'the same as a text',
    [{ id: 'call-1', function: { name: 'show', arguments: JSON.stringify({ messages: modern }) } }],
  ],
  [
    'LN-18',
    'the content of messages alone',
    [{ surfaceId: 's', components: JSON.stringify(texts), data: { a: 'seen' } }],
  ],
  [
    'LN-18',
    'a message that is named by its type',
    [
      { type: 'createSurface', ...payload(begin, 'createSurface') },
      { type: 'update_components', surfaceId: 's', components: texts },
      { type: 'updateDataModel', payload: { surfaceId: 's', value: { a: 'seen' } } },
    ],
  ],
  ['LN-18', 'components without a message', [begin, texts, data]],
  ['LN-18', 'a component on a line', [begin, ...texts, data]],
  [
    'LN-18',
    'the names of v0.8 in v0.9',
    [begin, { version: 'v0.9', surfaceUpdate: payload(components, 'updateComponents') }, data],
  ],
  [
    'LN-18',
    'the names of v0.9 in v0.8',
    [
      { updateComponents: payload(older[0] as JsonObject, 'surfaceUpdate') },
      older[1] as JsonObject,
      older[2] as JsonObject,
    ],
  ],
  ...['0.9', 0.9, 'v0.9.0', 'V0.9', '1.0', 'v1.0'].map(
    (version) => ['LN-2', `the version ${JSON.stringify(version)}`, versioned(version)] as const,
  ),
  ['LN-2', 'the version "v0.8" in v0.8', older.map((message) => ({ version: 'v0.8', ...message }))],
  [
    'LN-2',
    'names in other spellings',
    [begin, { version: 'v0.9', update_components: { surface_id: 's', components: texts } }, data],
  ],
  [
    'LN-2',
    'components by their ids',
    [begin, UC('s', { root: { component: 'Text', text: { path: '/a' } } } as never), data],
  ],
  ['LN-2', 'data as JSON in a text', [begin, components, UD('s', '/', JSON.stringify({ a: 'seen' }))]],
  [
    'LN-2',
    'data as operations',
    [
      begin,
      components,
      { version: 'v0.9', updateDataModel: { surfaceId: 's', operations: [{ op: 'add', path: '/a', value: 'seen' }] } },
    ],
  ],
  [
    'LN-2',
    'data of v0.8 by another name',
    [older[0] as JsonObject, { dataModelUpdate: { surfaceId: 's', updates: { a: 'seen' } } }, older[2] as JsonObject],
  ],
  [
    'LN-2',
    'no id of the surface after the first',
    [
      begin,
      { version: 'v0.9', updateComponents: { components: texts } },
      { version: 'v0.9', updateDataModel: { value: { a: 'seen' } } },
    ],
  ],
  ['LN-19', 'no beginning', [components, data]],
  ['LN-19', 'no beginning in v0.8', older.slice(0, 2)],
  ['LN-19', 'a beginning after the first update', [components, begin, data]],
  ['LN-19', 'two beginnings', [begin, components, begin, data]],
  ['LN-19', 'another root', [begin, UC('s', [T('top', { path: '/a' })]), data]],
  [
    'LN-19',
    'a root that the beginning names',
    [CS('s', { rootId: 'top', components: [T('top', { path: '/a' })] }), data],
  ],
  ['LN-22', 'one message over several lines', modern.flatMap((message) => raw(JSON.stringify(message, null, 2)))],
  ['LN-22', 'a fence', ['```json', ...modern, '```']],
  ['LN-22', 'a list over several lines', raw(JSON.stringify(modern, null, 1))],
  ['LN-22', 'commas too many', modern.map((message) => `${JSON.stringify(message).replace(/\}$/, ',}')},`)],
  ['LN-22', 'a brace too many', modern.map((message) => `${JSON.stringify(message)}}`)],
  ['LN-22', 'the last brace is missing', modern.map((message) => JSON.stringify(message).slice(0, -1))],
  ['LN-22', 'several messages on a line', [modern.map((message) => JSON.stringify(message)).join(' ')]],
]

describe('an answer in another form', () => {
  it.each(rows)('[%s] %s: strict mode refuses something of it, lenient mode draws it', (_rule, _title, lines) => {
    const strict = read(lines, { validation: 'strict' })
    expect(strict.reports.length > 0 || strict.runtime.surface('s')?.data.get('/a') === undefined).toBe(true)
    const { reports, runtime } = read(lines)
    expect(reports.filter(({ severity }) => severity === 'error')).toEqual([])
    const [surface, second] = runtime.surfaces.getSnapshot()
    expect([surface?.id, second, surface?.data.get('/a')]).toEqual(['s', undefined, 'seen'])
    const drawn = [...(surface?.components.values() ?? [])].filter(({ type }) => type === 'Text')
    expect(drawn).toMatchObject([{ props: { text: { kind: 'dynamic' } } }])
    const live = runtime.surface('s')
    expect(live?.components.has(live.beginning.getSnapshot().root)).toBe(true)
  })

  it('[LN-22] of a message that is cut draws what is whole', () => {
    const parts = ['a', 'b', 'c'].map((id) => T(id, `text ${id}`))
    const line = JSON.stringify(UC('s', [{ id: 'root', component: 'Column', children: ['a', 'b', 'c'] }, ...parts]))
    const recorder = record({ validation: mode })
    recorder.runtime.push(`${JSON.stringify(begin)}\n${line.slice(0, line.indexOf('text c') + 3)}`)
    recorder.runtime.end()
    expect(recorder.reports.map(({ code, severity }) => [code, severity])).toEqual([
      ['STREAM_TRUNCATED', 'warning'],
      ['CHILD_MISSING', 'warning'],
    ])
    expect([recorder.shown('s', 'a'), recorder.shown('s', 'b')]).toEqual(['text a', 'text b'])
    expect(recorder.runtime.surface('s')?.components.has('c')).toBe(false)
  })

  it('[LN-22] prose stays prose, and a broken line takes no later message along', () => {
    const broken = JSON.stringify(components).slice(0, 70)
    const recorder = read(['Here is your form:', begin, broken, components, data])
    expect(recorder.codes()).toEqual(['JSON_SYNTAX', 'JSON_SYNTAX'])
    expect(recorder.shown('s')).toBe('seen')
  })

  it('[LN-19] several components that no other names are a column, in their order', () => {
    const recorder = read([
      begin,
      UC('s', [T('a', 'A'), { id: 'row', component: 'Row', children: ['b'] }, T('b', 'B')]),
    ])
    expect(recorder.reports.map(({ code, severity }) => [code, severity])).toEqual([['ROOT_MISSING', 'warning']])
    expect(recorder.runtime.surface('s')?.components.get('root')).toMatchObject({
      type: 'Column',
      props: { children: { ids: ['a', 'row'] } },
    })
  })

  it('[LN-19] a surface that cannot begin is told at the end, and data alone begin none', () => {
    const only = {
      catalogs: [{ ...basicCatalog, dialects: basicCatalog.dialects.filter(({ protocol }) => protocol === 'v0.9') }],
    }
    const refused = read([v08.SU('old', [v08.T('root', 'x')]), begin, components, data], only)
    expect(refused.codes()).toEqual(['ROOT_MISSING', 'CATALOG_UNKNOWN'])
    expect(refused.shown('s')).toBe('seen')
    expect(read([older[1] as JsonObject]).runtime.surfaces.getSnapshot()).toEqual([])
  })

  it('[LN-18] a wrapper that holds other things is no message', () => {
    const other = { name: 'weather', arguments: { city: 'Lindholm' } }
    expect(read([begin, components, data, other]).reports.map(({ severity }) => severity)).toEqual(['error'])
  })

  it('[LN-2] JSON within a text has the limits of a line', () => {
    const deep = `${'['.repeat(5_000)}${']'.repeat(5_000)}`
    const { reports } = read([begin, UC('s', deep as never)])
    expect(reports.map(({ code }) => code)).not.toContain('INTERNAL')
  })
})
