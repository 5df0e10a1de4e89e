// Components at the dialect: types by name, properties strictly.
import { describe, expect, it } from 'vitest'
import { basicCatalog } from '../../src/entries/catalogs.ts'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { between } from '../support/between.ts'
import { CS, T, UC, v08 } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { soundIds } from '../support/sound.ts'

const button = { id: 'root', component: 'Button', child: 'c', action: { event: { name: 'go' } } }

describe('a component type', () => {
  it.each<readonly [type: string, hint: string]>([
    ['Txet', 'Did you mean "Text"?'],
    ['text', 'Did you mean "Text"?'],
    ['Colum', 'Did you mean "Column"?'],
    ['Checkbox', 'Did you mean "CheckBox"?'],
    ['Hologram', 'Known: Text, '],
  ])('[C-2] that is unknown is refused with the nearest known one: %s', (component, hint) => {
    const { reports, runtime } = between([CS('x'), UC('x', [T('ok', 'x'), { id: 'bad', component }])])
    expect(reports).toHaveLength(1)
    expect(reports[0]).toMatchObject({
      code: 'COMPONENT_UNKNOWN',
      severity: 'error',
      place: { surfaceId: 'x', componentId: 'bad', line: 4, at: '/updateComponents/components/1/component' },
    })
    expect(reports[0]?.message).toBe(`Catalog "${basicCatalog.catalogId}" has no component type "${component}"`)
    expect(reports[0]?.hint).toContain(hint)
    expect(soundIds(runtime.surface('x'))).toEqual(['ok'])
  })

  it('[C-2] that is unknown in v0.8 is named there, with the types of v0.8', () => {
    const { send, reports } = record()
    send(v08.BR('s'), v08.SU('s', [v08.C('bad', 'Txet', { text: {} })]))
    expect(reports[0]).toMatchObject({
      code: 'COMPONENT_UNKNOWN',
      place: { componentId: 'bad', at: '/surfaceUpdate/components/0/component/Txet' },
      hint: 'Did you mean "Text"?',
    })
  })

  it('[C-2] with a long name is not repeated at length', () => {
    const { send, reports } = record()
    send(CS('s'), UC('s', [{ id: 'root', component: 'T'.repeat(10_000) }]))
    expect(reports[0]?.code).toBe('COMPONENT_UNKNOWN')
    expect(reports[0]?.message.length).toBeLessThan(250)
  })

  it.each<readonly [what: string, component: JsonValue, code: string]>([
    ['is missing', { id: 'root', text: 'x' }, 'COMPONENT_SHAPE'],
    ['is empty', { id: 'root', component: '', text: 'x' }, 'COMPONENT_SHAPE'],
    ['is written as in v0.8', v08.T('root', 'x'), 'COMPONENT_SHAPE'],
  ])('[C-2] that %s in v0.9 is reported', (_what, component, code) => {
    const { send, reports } = record()
    send(CS('s'), UC('s', [component]))
    expect(reports).toHaveLength(1)
    expect(reports[0]).toMatchObject({ code, place: { at: '/updateComponents/components/0/component' } })
  })

  it.each<readonly [what: string, component: JsonObject, at: string]>([
    ['two types', { id: 'root', component: { Text: { text: {} }, Card: { child: 'x' } } }, '/component'],
    ['no type', { id: 'root', component: {} }, '/component'],
    ['properties that are no object', { id: 'root', component: { Text: 'x' } }, '/component/Text'],
  ])('[C-2] in v0.8 may not be %s', (_what, component, at) => {
    const { send, reports } = record()
    send(v08.BR('s'), v08.SU('s', [component]))
    expect(reports).toHaveLength(1)
    expect(reports[0]).toMatchObject({
      code: 'COMPONENT_SHAPE',
      place: { componentId: 'root', at: `/surfaceUpdate/components/0${at}` },
    })
  })
})

type Fault = readonly [title: string, component: JsonObject, at: string, message: string, hint: string]

const faults: readonly Fault[] = [
  [
    '[C-3] an unknown property',
    { ...T('root', 'x'), onclick: 'alert(1)' },
    '/onclick',
    'no property "onclick"',
    'Known: ',
  ],
  [
    '[C-3] a misspelt property',
    { ...T('root', 'x'), varriant: 'h1' },
    '/varriant',
    'no property "varriant"',
    'Did you mean "variant"?',
  ],
  [
    '[C-3] a missing property',
    { id: 'root', component: 'Card' },
    '/child',
    '"child" is missing',
    'Add "child": the id of a component.',
  ],
  [
    '[C-3] a required property misspelt',
    { id: 'root', component: 'Text', txt: 'x' },
    '/text',
    '"text" is missing',
    'Rename "txt" to "text".',
  ],
  [
    '[C-3] a number for a text',
    T('root', 12_345),
    '/text',
    '"text" cannot be 12345',
    'Send a string, {"path": …} or a function call.',
  ],
  ['[C-3] null for a text', T('root', null), '/text', '"text" cannot be null', 'Send a string, {"path": …} or '],
  [
    '[C-3] a value out of the list',
    { ...T('root', 'x'), variant: 'h9' },
    '/variant',
    '"variant" cannot be "h9"',
    'Send one of "h1", "h2", "h3", "h4", "h5", "caption", "body".',
  ],
  [
    '[C-3] an icon that is not in the list',
    { id: 'root', component: 'Icon', name: 'zebra' },
    '/name',
    '"name" cannot be "zebra"',
    ', or another form of the schema.',
  ],
  [
    '[C-3] an icon whose name is no text, and cannot become one',
    { id: 'root', component: 'Icon', name: [{ toString: null }] },
    '/name',
    '"name" cannot be an array of 1',
    'Send one of "accountCircle", ',
  ],
  [
    '[C-3] an icon that is nearly in the list',
    { id: 'root', component: 'Icon', name: 'favorit' },
    '/name',
    '"name" cannot be "favorit"',
    'Did you mean "favorite"?',
  ],
  ['[C-3] a path that is no text', T('root', { path: 5 }), '/text/path', '"path" cannot be 5', 'Send a string.'],
  ['[C-3] more beside a path', T('root', { path: '/a', def: 'x' }), '/text/def', 'no property "def"', 'Leave it out.'],
  [
    '[C-3] an empty child',
    { id: 'root', component: 'Card', child: '' },
    '/child',
    '"child" cannot be ""',
    'Send the id of a component.',
  ],
  [
    '[C-3] a child that is a component',
    { id: 'root', component: 'Card', child: T('x', 'x') },
    '/child',
    '"child" cannot be {"id": …, "component": …, "text": …}',
    'Send the id of a component.',
  ],
  [
    '[C-3] a number among children',
    { id: 'root', component: 'Row', children: ['a', 5] },
    '/children/1',
    'Element 1 of "children" cannot be 5',
    'Send a string.',
  ],
  [
    '[C-3] a template without a path',
    { id: 'root', component: 'Row', children: { componentId: 'a' } },
    '/children/path',
    '"path" is missing',
    'Send an array of component ids, or {"componentId": …, "path": …}.',
  ],
  [
    '[C-3] an event without a name',
    { ...button, action: { event: {} } },
    '/action/event/name',
    '"name" is missing',
    'Add ',
  ],
  [
    '[C-3] a number for a condition',
    {
      ...button,
      checks: [
        { condition: true, message: 'm' },
        { condition: 5, message: 'm' },
      ],
    },
    '/checks/1/condition',
    '"condition" cannot be 5',
    'Send true, false, {"path": …} or a function call.',
  ],
  [
    '[C-3] a number for a label',
    { ...T('root', 'x'), accessibility: { label: 5 } },
    '/accessibility/label',
    '"label" cannot be 5',
    'Send a string, {"path": …} or a function call.',
  ],
  [
    '[C-3] a check without a message',
    { ...button, checks: [{ condition: true }] },
    '/checks/0/message',
    '"message" is missing',
    'Add ',
  ],
  [
    '[C-3] null in a context',
    { ...button, action: { event: { name: 'go', context: { a: null } } } },
    '/action/event/context/a',
    '"a" cannot be null',
    'Send ',
  ],
]

describe('the properties of a component', () => {
  it.each(faults)('%s is named with place and remedy', (_title, component, at, message, hint) => {
    const { reports, runtime } = between([CS('x'), UC('x', [T('ok', 'fine'), component])])
    expect(reports).toHaveLength(1)
    expect(reports[0]).toMatchObject({
      code: 'VALIDATION_FAILED',
      place: { surfaceId: 'x', componentId: 'root', line: 4, at: `/updateComponents/components/1${at}` },
    })
    expect(reports[0]?.message).toContain(message)
    expect(reports[0]?.hint).toContain(hint)
    expect(soundIds(runtime.surface('x'))).toEqual(['ok'])
  })

  it.each<readonly [what: string, component: JsonObject, at: string]>([
    ['an unknown property', v08.C('root', 'Text', { text: {}, size: 1 }), '/Text/size'],
    ['a property of v0.9', v08.C('root', 'Text', { text: {}, variant: 'h1' }), '/Text/variant'],
    ['a plain text', v08.C('root', 'Text', { text: 'x' }), '/Text/text'],
    ['a missing property', v08.C('root', 'Button', { child: 'c' }), '/Button/action'],
    [
      'both kinds of children',
      v08.C('root', 'Row', { children: { explicitList: [], template: { componentId: 'a', dataBinding: 'b' } } }),
      '/Row/children',
    ],
    ['neither kind of children', v08.C('root', 'Row', { children: {} }), '/Row/children'],
  ])('[C-3] in v0.8 are checked as strictly: %s', (_what, component, at) => {
    const { send, reports } = record()
    send(v08.BR('s'), v08.SU('s', [component]))
    expect(reports).toHaveLength(1)
    expect(reports[0]).toMatchObject({ code: 'VALIDATION_FAILED', place: { componentId: 'root' } })
    expect(reports[0]?.place.at).toMatch(new RegExp(`^/surfaceUpdate/components/0/component${at}`))
  })
})
