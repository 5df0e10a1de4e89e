// Lenient mode: forms of messages, data and paths that are read as what they mean.

import { describe, expect, it } from 'vitest'
import { lenient as mode } from '../../../src/entries/lenient.ts'
import type { JsonObject, JsonValue } from '../../../src/json/value.ts'
import { CS, T, UC, UD, v08 } from '../../support/messages.ts'
import { mount } from '../../surface/mount.ts'
import { lenient, sent, warned } from './message-setup.ts'

const seen = T('root', 'seen')
const messages: readonly JsonObject[] = [CS('s'), UC('s', [seen])]

describe('messages', () => {
  it.each<readonly [title: string, line: JsonValue]>([
    ['under any name', { whatever: messages }],
    ['as texts in a list', messages.map((one) => JSON.stringify(one))],
    ['as a JSON text', JSON.stringify(messages)],
    [
      'as lines in the text of an argument',
      { arguments: { ui: messages.map((one) => JSON.stringify(one)).join('\n') } },
    ],
    ['in a fence in a text', { text: `\`\`\`json\n${JSON.stringify(messages)}\n\`\`\`` }],
    [
      'in parts beside prose',
      { parts: [{ kind: 'text', text: 'Here.' }, ...messages.map((data) => ({ kind: 'data', data }))] },
    ],
    [
      'in calls of tools',
      {
        role: 'assistant',
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'ui', arguments: JSON.stringify(messages) } }],
      },
    ],
    [
      'by a method',
      messages.map((one) => ({ method: Object.keys(one)[1] as string, params: Object.values(one)[1] as JsonValue })),
    ],
    ['as content under another name', { surfaceId: 's', widgets: [seen] }],
    [
      'as a map of elements',
      { surfaceId: 's', root: 'root', elements: { root: { type: 'Text', props: { text: 'seen' } } } },
    ],
  ])('[LN-18] %s are read, with a warning', (_title, line) => {
    const recorder = lenient(line)
    recorder.runtime.end()
    expect(warned(recorder).length).toBeGreaterThan(0)
    const [surface] = recorder.runtime.surfaces.getSnapshot()
    expect(recorder.shown(surface?.id ?? '')).toBe('seen')
  })

  it('[LN-18] hold data and the root beside the components', () => {
    const components = [T('main', { path: '/a' })]
    const payload = { surfaceId: 's', components, root: 'main', dataModel: { a: 'seen' } }
    const recorder = lenient({ version: 'v0.9', updateComponents: payload })
    recorder.runtime.end()
    expect(recorder.shown('s', 'main')).toBe('seen')
  })
})

describe('a component', () => {
  it.each<readonly [component: JsonValue]>([
    [{ id: 'root', componentType: 'Text', text: 'seen' }],
    [{ id: 'root', component: { type: 'Text', text: 'seen' } }],
    [{ id: 'root', component: { name: 'Text', props: { text: 'seen' } } }],
    [{ id: 'root', Text: { text: 'seen' } }],
    [{ Text: { id: 'root', text: 'seen' } }],
    [{ componentId: 'root', component: 'Text', text: 'seen' }],
    [JSON.stringify(seen)],
  ])('[LN-23] as %j is read, with a warning', (component) => {
    const recorder = lenient(CS('s'), UC('s', [component]))
    expect(warned(recorder).length).toBeGreaterThan(0)
    expect(recorder.shown('s')).toBe('seen')
    const older = lenient(v08.BR('s'), v08.SU('s', [component]))
    expect(older.shown('s')).toBe('seen')
  })

  it('[LN-23] of v0.8 with its children beside it keeps them', () => {
    const component = { id: 'root', component: { Row: {} }, children: { explicitList: ['a'] } }
    const { runtime } = lenient(v08.BR('s'), v08.SU('s', [component, v08.T('a', 'x')]))
    expect(runtime.surface('s')?.components.get('root')?.props['children']).toMatchObject({ ids: ['a'] })
  })
})

describe('data', () => {
  const rows = [{ n: 'x' }, { n: 'y' }]
  const entries = rows.map(({ n }, index) => ({ key: `${index}`, valueMap: [{ key: 'n', valueString: n }] }))

  it.each<readonly [title: string, payload: JsonObject]>([
    ['numbered entries', { contents: [{ key: 'rows', valueMap: entries }] }],
    ['entries as the value', { value: [{ key: 'rows', valueMap: entries }] }],
    ['a list of maps', { contents: [{ key: 'rows', valueArray: entries.map(({ valueMap }) => ({ valueMap })) }] }],
    ['changes by their paths', { changes: [{ op: 'replace', path: '/rows', value: rows }] }],
    ['another name', { payload: { rows } }],
    ['the path of JSONPath', { path: '$', value: { rows } }],
    ['no path', { path: null, value: { rows } }],
  ])('[LN-24] as %s are read, with a warning', (_title, payload) => {
    const recorder = lenient(CS('s'), UC('s', [seen]), {
      version: 'v0.9',
      updateDataModel: { surfaceId: 's', ...payload },
    })
    expect(warned(recorder).length).toBeGreaterThan(0)
    expect(recorder.runtime.surface('s')?.data.get('/')).toEqual({ rows })
  })
})

describe('a path', () => {
  const list = (path: string): readonly JsonObject[] => [
    CS('s'),
    UC('s', [{ id: 'root', component: 'List', children: { componentId: 'a', path: '/rows' } }, T('a', { path })]),
    UD('s', '/', { rows: [{ n: 'x', of: { m: 'deep' } }, { n: 'y' }] }),
  ]
  const textsOf = (validation: 'strict' | typeof mode, path: string): readonly unknown[] =>
    mount(sent(validation, ...list(path)).runtime.surface('s'))
      .instances('children')
      .map(({ prop }) => prop('text'))

  it.each([
    '/n',
    '/rows/0/n',
    '/rows/*/n',
    '/rows/-/n',
    '/rows/{index}/n',
    './n',
    'item.n',
    'item/n',
    '/item/n',
    '{{n}}',
  ])('[LN-25] %s in a template means the item', (path) => {
    expect(textsOf(mode, path)).toEqual(['x', 'y'])
  })

  it('[LN-25] stays what it says where the data have such a place, and in strict mode', () => {
    expect(textsOf('strict', '/n')).toEqual(['', ''])
    expect(textsOf('strict', '/rows/0/n')).toEqual(['x', 'x'])
    const messages = [...list('/n'), UD('s', '/n', 'of the root')]
    const recorder = lenient(...messages)
    expect(mount(recorder.runtime.surface('s')).instances('children')[0]?.prop('text')).toBe('of the root')
  })

  it.each([
    'user.name',
    '/user.name',
    '//user/name',
    '#/user/name',
    '/data/user/name',
    'data.user.name',
    '$.user.name',
  ])('[LN-25] %s leads to the place that there is', (path) => {
    const recorder = lenient(CS('s'), UC('s', [T('root', { path })]), UD('s', '/user/name', 'Ada'))
    expect(recorder.shown('s')).toBe('Ada')
  })

  it('[LN-25] is written to where it is read', () => {
    const field = { id: 'a', component: 'TextField', label: 'N', value: { path: '/n' } }
    const root = { id: 'root', component: 'List', children: { componentId: 'a', path: '/rows' } }
    const { runtime } = lenient(CS('s'), UC('s', [root, field]), UD('s', '/', { rows: [{ n: 'x' }] }))
    mount(runtime.surface('s')).instances('children')[0]?.binding.enter('value', 'new')
    expect(runtime.surface('s')?.data.get('/')).toEqual({ rows: [{ n: 'new' }] })
  })
})

describe('an input without a binding', () => {
  const button = (context: JsonObject): JsonObject => ({
    id: 'root',
    component: 'Button',
    child: 'c',
    action: { event: { name: 'go', context } },
  })

  it.each<readonly [title: string, component: JsonObject]>([
    ['without a value', { id: 'mail', component: 'TextField', label: 'Mail' }],
    ['with a text as its value', { id: 'mail', component: 'TextField', label: 'Mail', value: '' }],
    ['that needs a value', { id: 'mail', component: 'DateTimeInput', label: 'Day' }],
  ])('[LN-26] %s: what is entered goes along with the next press', (_title, component) => {
    const recorder = lenient(CS('s'), UC('s', [button({ a: 1 }), T('c', 'Go'), component]))
    mount(recorder.runtime.surface('s'), 'mail').binding.enter('value', 'ada')
    mount(recorder.runtime.surface('s')).binding.act('action')
    expect(recorder.events[0]?.context).toEqual({ a: 1, mail: 'ada' })
  })

  it('[LN-26] does not replace what the context names, and is nothing in strict mode', () => {
    const component = { id: 'mail', component: 'TextField', label: 'Mail', value: '' }
    for (const [validation, context, expected] of [
      [mode, { mail: 'own' }, { mail: 'own' }],
      ['strict', {}, {}],
    ] as const) {
      const recorder = sent(validation, CS('s'), UC('s', [button(context), T('c', 'Go'), component]))
      mount(recorder.runtime.surface('s'), 'mail').binding.enter('value', 'ada')
      mount(recorder.runtime.surface('s')).binding.act('action')
      expect(recorder.events[0]?.context).toEqual(expected)
    }
  })
})

describe('an action', () => {
  const pressed = (action: JsonObject): readonly unknown[] => {
    const recorder = lenient(
      CS('s'),
      UC('s', [{ id: 'root', component: 'Button', child: 'c', ...action }, T('c', 'Go')]),
      UD('s', '/a', 1),
    )
    mount(recorder.runtime.surface('s')).binding.act('action')
    return recorder.events.map(({ name, context }) => [name, context])
  }

  it.each<readonly [action: JsonObject]>([
    [{ action: 'go', context: { a: { path: '/a' } } }],
    [{ actionName: 'go', params: { a: { path: '/a' } } }],
    [{ on: { press: { action: 'go', params: { a: { path: '/a' } } } } }],
    [{ actions: [{ name: 'go', context: { a: '{{/a}}' } }] }],
    [{ action: { function: { name: 'go', arguments: '{"a": {"path": "/a"}}' } } }],
    [{ action: { eventName: 'go', eventData: { a: { binding: '/a' } } } }],
    [{ action: { name: 'go', a: { path: '/a' } } }],
    [{ action: { event: { name: 'go', context: { a: { path: 'a' } } } } }],
    [{ action: { event: { name: 'go', context: { a: { path: '{{/a}}' } } } } }],
  ])('[LN-5] %j sends its name and context', (action) => {
    expect(pressed(action)).toEqual([['go', { a: 1 }]])
  })
})
