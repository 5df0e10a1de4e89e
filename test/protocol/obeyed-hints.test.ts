// Each hint is obeyed to the letter, as a model does that knows no more than the report: the next reading finds no fault.
import { describe, expect, it } from 'vitest'
import { namesIn } from '../../src/json/pointer.ts'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { CS, catalogId, UC, v08 } from '../support/messages.ts'
import { record } from '../support/recorder.ts'
import { obeyed } from './obey.ts'

type Row = readonly [what: string, wrong: JsonObject]

/** A component of v0.9. */
const root = (component: JsonObject): JsonObject => UC('s', [{ id: 'root', ...component }])
const text = (value: JsonValue): JsonObject => root({ component: 'Text', text: value })
const column = (children: JsonValue): JsonObject => root({ component: 'Column', children })
const button = (action: JsonValue): JsonObject => root({ component: 'Button', child: 'label', action })
const context = (value: JsonValue): JsonObject => button({ event: { name: 'go', context: value } })

const inV09: readonly Row[] = [
  ['a text as v0.8 writes it', text({ literalString: 'shown' })],
  ['a number as v0.8 writes it', root({ component: 'Slider', max: 5, value: { literalNumber: 3 } })],
  ['a truth value as v0.8 writes it', root({ component: 'CheckBox', label: 'L', value: { literalBoolean: true } })],
  ['a list as v0.8 writes it', root({ component: 'ChoicePicker', options: [], value: { literalArray: ['a'] } })],
  ['a number that cannot be bound', root({ component: 'Slider', max: { literalNumber: 5 }, value: 3 })],
  ['the name of an icon', root({ component: 'Icon', name: { literalString: 'home' } })],
  ['an argument', text({ call: 'formatString', args: { value: { literalString: 'shown' } } })],
  ['an empty object', text({})],
  ['a path with a capital', text({ Path: '/x' })],
  ['a path beside a literal', text({ path: '/x', literalString: 'x' })],
  ['an object in a context', context({ user: { a: 1 }, b: 2 })],
  ['a literal in a context', context({ a: { literalString: 'shown' } })],
  ['a context as v0.8 writes it', context([{ key: 'a', value: { path: '/b' } }])],
  ['children as v0.8 writes them', column({ explicitList: ['a', 'b'] })],
  ['a template as v0.8 writes it', column({ template: { componentId: 'a', dataBinding: '/list' } })],
  ['half a template of v0.8', column({ componentId: 'a', dataBinding: '/list' })],
  ['an action as v0.8 writes it', button({ name: 'go' })],
  ['with a context', button({ name: 'go', context: [{ key: 'a', value: { path: '/b' } }] })],
  ['a call without its wrapper', button({ call: 'openUrl', args: { url: 'https://x.example' } })],
  ['a component as v0.8 writes it', root({ component: { Text: { text: 'shown' } } })],
  ['its type by another name', root({ type: 'Text', text: 'shown' })],
  ['a usage hint', root({ component: 'Text', text: 'shown', usageHint: 'h1' })],
  ['a checked box', root({ component: 'CheckBox', label: 'L', checked: true })],
  [
    'updateSurface',
    {
      version: 'v0.9',
      updateSurface: { surfaceId: 's', components: [{ id: 'root', component: 'Text', text: 'shown' }] },
    },
  ],
  [
    'surfaceUpdate',
    {
      version: 'v0.9',
      surfaceUpdate: { surfaceId: 's', components: [{ id: 'root', component: 'Text', text: 'shown' }] },
    },
  ],
  ['dataModelUpdate', { version: 'v0.9', dataModelUpdate: { surfaceId: 's', path: '/x', value: 1 } }],
  ['beginRendering', { version: 'v0.9', beginRendering: { surfaceId: 'other', catalogId } }],
  [
    'data as v0.8 writes them',
    { version: 'v0.9', updateDataModel: { surfaceId: 's', contents: [{ key: 'a', valueString: 'shown' }] } },
  ],
]

const old = (type: string, props: JsonObject): JsonObject => v08.SU('s', [v08.C('root', type, props)])
const oldAction = (action: JsonValue): JsonObject => old('Button', { child: 'label', action: action as JsonObject })

const inV08: readonly Row[] = [
  ['a component as v0.9 writes it', v08.SU('s', [{ id: 'root', component: 'Text', text: { literalString: 'shown' } }])],
  ['its type by another name', v08.SU('s', [{ id: 'root', type: 'Text', text: { literalString: 'shown' } }])],
  ['properties beside it', v08.SU('s', [{ id: 'root', component: { Text: {} }, text: { literalString: 'shown' } }])],
  ['no type', v08.SU('s', [{ id: 'root', text: { literalString: 'shown' } }])],
  ['two types', v08.SU('s', [{ id: 'root', component: { Text: { text: { literalString: 'shown' } }, Row: {} } }])],
  ['a plain text', old('Text', { text: 'shown' })],
  ['a plain number', old('Slider', { value: 3 })],
  ['a literal of another type', old('Text', { text: { literalNumber: 'shown' } })],
  ['a literal of no type', old('Text', { text: { literal: 'shown' } })],
  ['a call', old('Text', { text: { call: 'formatString', args: { value: 'x' } } })],
  ['a path with a capital', old('Text', { text: { Path: '/x' } })],
  ['children as v0.9 writes them', old('Column', { children: ['a', 'b'] })],
  ['a template as v0.9 writes it', old('Column', { children: { componentId: 'a', path: '/list' } })],
  ['half a template of v0.9', old('Column', { children: { template: { componentId: 'a', path: '/list' } } })],
  ['an action as v0.9 writes it', oldAction({ event: { name: 'go' } })],
  ['with a context', oldAction({ event: { name: 'go', context: { a: { path: '/b' } } } })],
  ['a context as v0.9 writes it', oldAction({ name: 'go', context: { a: { path: '/b' } } })],
  ['a plain text in a context', oldAction({ name: 'go', context: [{ key: 'a', value: 'shown' }] })],
  ['a variant', old('Text', { text: { literalString: 'shown' }, variant: 'h1' })],
  ['updateSurface', { updateSurface: { surfaceId: 's', components: [v08.T('root', 'shown')] } }],
  ['data as v0.9 writes them', { dataModelUpdate: { surfaceId: 's', path: '/x', value: { a: 'shown' } } }],
  ['data as an object', { dataModelUpdate: { surfaceId: 's', contents: { a: 'shown' } } }],
  ['an entry with a value of no type', v08.DM('s', [{ key: 'a', value: 'shown' }])],
]

/** What a strict runtime says of a message for a surface that is there. */
function faultsOf(beginning: JsonObject, message: JsonObject): ReturnType<typeof record>['reports'] {
  const { send, reports } = record()
  send(beginning, message)
  return reports
}

describe.each([
  ['v0.9', CS('s'), inV09],
  ['v0.8', v08.BR('s'), inV08],
] as const)('what is sent in %s instead of what is meant', (_version, beginning, rows) => {
  it.each(rows)('[E-10] %s: its hints lead to a message without fault', (_what, wrong) => {
    const faults = faultsOf(beginning, wrong)
    expect(faults.length).toBeGreaterThan(0)
    const right = obeyed(wrong, faults)
    expect(faultsOf(beginning, right).map(({ message, hint, place }) => [place.at, message, hint])).toEqual([])
    expect(textsIn(right)).toEqual(expect.arrayContaining(textsIn(wrong).filter((one) => one === 'shown')))
  })
})

/** The texts that a user would see: no hint may lose them. */
function textsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

it('[E-10] names no kind of message twice', () => {
  for (const message of [{ update: {} }, { version: 'v0.9', update: {} }]) {
    const [fault] = faultsOf(CS('s'), message)
    const kinds = fault?.hint.match(/\w+(?=[,.])/g) ?? []
    expect(kinds).toEqual([...new Set(kinds)])
    expect(kinds.length).toBeGreaterThan(3)
  }
})

it('[E-10] leaves out only what nothing else was meant by', () => {
  const [fault] = faultsOf(CS('s'), text({ path: '/x', more: 1 }))
  expect([fault?.hint, namesIn(fault?.place.at ?? '').at(-1)]).toEqual(['Leave it out.', 'more'])
})
