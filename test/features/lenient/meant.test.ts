// Lenient mode: components as agents write them are the components that they meant.
import { describe, expect, it } from 'vitest'
import { lenient } from '../../../src/entries/lenient.ts'
import type { JsonObject, JsonValue } from '../../../src/json/value.ts'
import { CS, T, UC, UD, v08 } from '../../support/messages.ts'
import { type Recorder, record } from '../../support/recorder.ts'
import { mount } from '../../surface/mount.ts'

const event = { event: { name: 'go' } }
const choice = { component: 'ChoicePicker', value: { path: '/v' } }
const openShop = { call: 'openUrl', args: { url: 'https://shop.example/' } }
const options = [{ label: 'A', value: 'a' }]

function play(...components: readonly JsonObject[]): Recorder {
  const recorder = record({ validation: lenient })
  const data = { v: ['a'], title: 'Tea', rows: [{ n: 'one' }, { n: 'two' }], choices: [{ text: 'A', id: 'a' }] }
  recorder.send(CS('s'), UD('s', '/', data), UC('s', [...components, T('t', 'Tee'), T('u', 'U')]))
  return recorder
}

/** What the components of a surface are, without where they came from. */
function drawn({ runtime }: Recorder): JsonValue {
  const text = (value: unknown): JsonValue =>
    JSON.parse(JSON.stringify(value, (key, one) => (key === 'origin' ? undefined : one)))
  return text([...(runtime.surface('s')?.components.values() ?? [])])
}

const row = (wrong: JsonObject, ...right: readonly JsonObject[]): readonly [JsonObject, readonly JsonObject[]] => [
  wrong,
  right,
]
const part = (name: string, text: JsonValue): JsonObject => ({ id: `root.${name}`, component: 'Text', text })

/** By rule: what was sent, and the components that say the same. */
const rows: readonly (readonly [rule: string, sent: JsonObject, right: readonly JsonObject[]])[] = [
  ...[
    row({ component: 'text', text: 'x' }, { component: 'Text', text: 'x' }),
    row(
      { component: 'text_field', label: 'l', value: { path: '/v' } },
      { component: 'TextField', label: 'l', value: { path: '/v' } },
    ),
    row({ component: 'Heading', level: 3, text: 'x' }, { component: 'Text', text: 'x', variant: 'h3' }),
    row({ component: 'Stack', direction: 'row', children: ['t'] }, { component: 'Row', children: ['t'] }),
    row(
      { component: 'NumberInput', label: 'l', value: { path: '/v' } },
      { component: 'TextField', label: 'l', value: { path: '/v' }, variant: 'number' },
    ),
    row(
      { component: 'Toggle', label: 'l', value: { path: '/v' } },
      { component: 'CheckBox', label: 'l', value: { path: '/v' } },
    ),
    row({ component: 'Text', content: 'x' }, { component: 'Text', text: 'x' }),
    row(
      { component: 'Image', src: 'https://shop.example/a.png', alt: 'A' },
      { component: 'Image', url: 'https://shop.example/a.png', description: 'A' },
    ),
    row(
      { component: 'TextField', placeholder: 'l', binding: '/v' },
      { component: 'TextField', label: 'l', value: { path: '/v' } },
    ),
    row({ component: 'Row', props: { children: ['t'] } }, { component: 'Row', children: ['t'] }),
    row(
      { component: 'Slider', value: { path: '/v' }, min: '0', max: '5' },
      { component: 'Slider', value: { path: '/v' }, min: 0, max: 5 },
    ),
    row({ component: 'Text', text: 'x', variant: 'headline' }, { component: 'Text', text: 'x', variant: 'h1' }),
  ].map(([sent, right]) => ['LN-17', sent, right] as const),
  ...[
    row(
      { component: 'Column', children: [{ component: 'Text', text: 'x' }, 't'] },
      { component: 'Column', children: ['root.children.0', 't'] },
      part('children.0', 'x'),
    ),
    row(
      { component: 'Column', children: [{ id: 'mine', component: 'Text', text: 'x' }] },
      { component: 'Column', children: ['mine'] },
      T('mine', 'x'),
    ),
    row(
      { component: 'Button', label: 'Save now', action: event },
      { component: 'Button', child: 'root.label', action: event },
      part('label', 'Save now'),
    ),
    row(
      { component: 'Button', child: { Text: { text: 'Save' } }, action: event },
      { component: 'Button', child: 'root.child', action: event },
      part('child', 'Save'),
    ),
    row({ component: 'Button', children: ['t'], action: event }, { component: 'Button', child: 't', action: event }),
    row(
      { component: 'Card', title: 'Tea', children: ['t'] },
      { component: 'Card', child: 'root.child' },
      part('title', 'Tea'),
      { id: 'root.child', component: 'Column', children: ['root.title', 't'] },
    ),
    row(
      { component: 'Alert', title: 'Late', message: 'By an hour' },
      { component: 'Column', children: ['root.children.0', 'root.children.1'] },
      part('children.0', 'Late'),
      part('children.1', 'By an hour'),
    ),
    row(
      { component: 'Promo', title: 'Tea', image: 'https://shop.example/a.png', parts: [T('mine', 'x')] },
      { component: 'Column', children: ['root.children.0', 'root.children.1', 'mine'] },
      part('children.0', 'Tea'),
      { id: 'root.children.1', component: 'Image', url: 'https://shop.example/a.png' },
      T('mine', 'x'),
    ),
    row(
      { component: 'Promo', title: 'Tea', children: { componentId: 't', path: '/rows' } },
      { component: 'Column', children: ['root.children.0', 'root.children.1'] },
      part('children.0', 'Tea'),
      { id: 'root.children.1', component: 'Column', children: { componentId: 't', path: '/rows' } },
    ),
    row(
      { component: 'Card', content: { explicitList: ['t', 'u'] } },
      { component: 'Card', child: 'root.child' },
      { id: 'root.child', component: 'Column', children: ['t', 'u'] },
    ),
    row(
      { component: 'List', children: { template: { component: 'Text', text: { path: 'n' } }, path: '/rows' } },
      { component: 'List', children: { componentId: 'root.item', path: '/rows' } },
      part('item', { path: 'n' }),
    ),
    row(
      { component: 'Tabs', tabs: [{ label: 'One', content: 't' }] },
      { component: 'Tabs', tabs: [{ title: 'One', child: 't' }] },
    ),
    row(
      { component: 'Panel', tabs: [{ title: 'One', child: 't' }] },
      { component: 'Tabs', tabs: [{ title: 'One', child: 't' }] },
    ),
  ].map(([sent, right]) => ['LN-20', sent, right] as const),
  ...[
    ...[
      'go',
      { name: 'go' },
      { tool: 'go' },
      { type: 'event', name: 'go' },
      { event: 'go' },
      { event: { type: 'go' } },
      [{ name: 'go' }],
      '{"name":"go"}',
    ].map((action) =>
      row({ component: 'Button', child: 't', action }, { component: 'Button', child: 't', action: event }),
    ),
    row({ component: 'Button', child: 't' }, { component: 'Button', child: 't', action: { event: { name: 'tee' } } }),
    row({ component: 'Button', child: 't', onPress: 'go' }, { component: 'Button', child: 't', action: event }),
    row(
      { component: 'Button', child: 't', action: { name: 'go', params: [{ key: 'n', value: '/title' }] } },
      { component: 'Button', child: 't', action: { event: { name: 'go', context: { n: { path: '/title' } } } } },
    ),
    row(
      { component: 'Button', child: 't', action: 'https://shop.example/' },
      { component: 'Button', child: 't', action: { functionCall: openShop } },
    ),
    row(
      { component: 'Button', child: 't', action: { name: 'go', context: [{ n: 1 }, 'x'] } },
      { component: 'Button', child: 't', action: { event: { name: 'go', context: { n: 1, 1: 'x' } } } },
    ),
    row({ ...choice, options: 'A, B' }, { ...choice, options: ['A', 'B'].map((one) => ({ label: one, value: one })) }),
    row({ ...choice, options, value: 'a' }, { ...choice, options, value: ['a'] }),
    row({ ...choice, options, value: '["a"]' }, { ...choice, options, value: ['a'] }),
    ...[['A'], [{ id: 'A', text: 'A' }], [{ name: 'A', value: 'A' }], { A: 'A' }, '["A"]'].map((sent) =>
      row({ ...choice, options: sent }, { ...choice, options: [{ label: 'A', value: 'A' }] }),
    ),
    row({ ...choice, options, value: '/v' }, { ...choice, options }),
    row({ component: 'Text', text: '/title' }, { component: 'Text', text: { path: '/title' } }),
    row({ component: 'Text', text: '{{title}}' }, { component: 'Text', text: { path: 'title' } }),
    row({ component: 'Text', text: '${/title}' }, { component: 'Text', text: { path: '/title' } }),
    row(
      { component: 'Text', text: 'A cup of {{/title}}' },
      { component: 'Text', text: { call: 'formatString', args: { value: 'A cup of ${/title}' } } },
    ),
    row({ component: 'Text', text: { path: '/rows/*/n' } }, { component: 'Text', text: { path: 'n' } }),
    row({ component: 'Text', text: { path: 'item.n' } }, { component: 'Text', text: { path: 'n' } }),
  ].map(([sent, right]) => ['LN-21', sent, right] as const),
]

describe('a component in another form', () => {
  it.each(rows)('[%s] %j is what was meant, with warnings', (_rule, sent, right) => {
    const { reports, ...recorder } = play({ id: 'root', ...sent })
    expect(reports.map(({ severity }) => severity)).toEqual(reports.map(() => 'warning'))
    expect(reports.length).toBeGreaterThan(0)
    const [first, ...others] = right
    const twin = play({ id: 'root', ...(first as JsonObject) }, ...others)
    expect(twin.reports).toEqual([])
    const byId = (list: JsonValue): JsonValue =>
      (list as readonly { id: string }[]).toSorted((a, b) => (a.id < b.id ? -1 : 1)) as never
    expect(byId(drawn({ reports, ...recorder }))).toEqual(byId(drawn(twin)))
  })

  it('[LN-21] options may be bound, and have any form in the data', () => {
    const { shown } = play({ id: 'root', ...choice, options: { path: '/choices' } })
    expect(shown('s', 'root', 'options')).toEqual([{ label: 'A', value: 'a' }])
  })

  it('[LN-21] a text in the place of a path is drawn where the data have no such place', () => {
    const { shown, runtime } = play({ id: 'root', component: 'Text', text: { path: 'Print it' } })
    expect(shown('s')).toBe('Print it')
    runtime.apply(UD('s', '/Print it', 'from the data'))
    expect(shown('s')).toBe('from the data')
  })

  it('[LN-21] what a user enters may go to a place that reads like a text', () => {
    for (const path of ['Name', '/First name']) {
      const { shown, reports } = play({ id: 'root', component: 'TextField', label: 'l', value: { path } })
      expect([shown('s', 'root', 'value'), reports]).toEqual(['', []])
    }
    const old = record({ validation: lenient })
    const field = { label: { literalString: 'l' }, text: { path: 'Name' } }
    old.send(v08.SU('s', [v08.C('root', 'TextField', field)]), v08.BR('s'))
    expect([old.shown('s', 'root', 'value'), old.reports]).toEqual(['', []])
  })

  it('[LN-21] a check whose call stands beside its message has it as its condition', () => {
    const field = { component: 'TextField', label: 'l', value: { path: '/v' } }
    const call = { call: 'required', args: { value: { path: '/v' } } }
    const { reports } = play({ id: 'root', ...field, checks: [{ ...call, message: 'm' }] })
    const hint = 'Send {"condition": {"call": "required", "args": {"value": {"path": "/v"}}}, "message": "m"}.'
    expect(reports.map((one) => [one.place.at?.slice(-9), one.hint])).toEqual([['/checks/0', hint]])
  })

  it('[LN-20] of a component of unknown type no more is told than that, as far as no agent sent what is drawn', () => {
    const told = (sent: JsonObject): readonly string[] => play({ id: 'root', ...sent }).reports.map(({ code }) => code)
    expect(told({ component: 'Foo', text: 'x', children: ['t'] })).toEqual(['COMPONENT_UNKNOWN'])
    expect(told({ component: 'Foo', text: 'x', action: event })).toEqual(['COMPONENT_UNKNOWN'])
  })

  it('[LN-20] what is drawn beside a child is told to be beside it', () => {
    const { reports } = play({ id: 'root', component: 'Modal', trigger: 't', content: 'u', title: 'x' })
    expect(reports.map(({ hint }) => hint)).toEqual([
      'Send a component of its own in a Column with "u", and the id of the Column as "content".',
    ])
  })

  it('[LN-21] a text with places in it is made in v0.8 too', () => {
    const recorder = record({ validation: lenient })
    recorder.send(v08.SU('s', [v08.C('root', 'Text', { text: { literalString: 'A cup of {{/title}}' } })]), v08.BR('s'))
    recorder.send({ dataModelUpdate: { surfaceId: 's', contents: [{ key: 'title', valueString: 'tea' }] } })
    expect(recorder.shown('s')).toBe('A cup of tea')
  })

  it('[LN-21] an action of v0.8 in the forms of v0.9 is sent as it was meant', () => {
    const recorder = record({ validation: lenient })
    const action = { event: { name: 'go', context: { n: 1, yes: true, list: ['x'], t: { path: '/title' } } } }
    recorder.send(v08.SU('s', [v08.C('root', 'Button', { child: 't', action }), v08.T('t', 'x')]), v08.BR('s'))
    mount(recorder.runtime.surface('s')).binding.act('action')
    expect(recorder.events).toMatchObject([{ name: 'go', context: { n: 1, yes: true, list: '["x"]', t: null } }])
  })

  it('[LN-20] texts of hostile length between braces cost no more than others', () => {
    const text = `{{${' '.repeat(200_000)}`
    const { reports } = play(
      { id: 'root', component: 'Text', text },
      { id: 'b', component: 'Text', text: { path: `{${' '.repeat(200_000)}` } },
    )
    expect(reports.map(({ code }) => code)).not.toContain('INTERNAL')
  })
})

describe('an id that reads like a text', () => {
  const box = T('Big box', 'in the box')
  const card = (id: string): JsonObject => ({ id, component: 'Card', child: 'Big box' })
  const played = (...messages: readonly JsonObject[]): Recorder => {
    const recorder = record({ validation: lenient })
    recorder.send(CS('s'), ...messages)
    recorder.runtime.end()
    return recorder
  }
  const childOf = ({ runtime }: Recorder, id: string): unknown =>
    runtime
      .surface('s')
      ?.components.get(id)
      ?.edges.map(({ to }) => to)

  it('[LN-20] is that of a component that came with an earlier message', () => {
    const recorder = played(UC('s', [box]), UC('s', [card('root')]))
    expect([childOf(recorder, 'root'), recorder.codes()]).toEqual([['Big box'], []])
  })

  it('[LN-19] is that of the component that is drawn in the place of a missing root', () => {
    const recorder = played(UC('s', [{ id: 'Main screen', component: 'Card', child: 't' }, T('t', 'x')]))
    expect([childOf(recorder, 'root'), recorder.codes()]).toEqual([['Main screen'], ['ROOT_MISSING']])
  })
})
