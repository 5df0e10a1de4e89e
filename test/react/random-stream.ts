// Random streams of one surface, for tests that compare ways of drawing it. Components refer forward only: no cycles.
import fc from 'fast-check'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { CS, DS, UC, UD, v08 } from '../support/messages.ts'

const containers = ['root', 'c1', 'c2', 'c3']
const controls = ['i1', 'i2', 'i3']
const groups = ['g1', 'g2']
const leaves = ['l1', 'l2', 'l3']
const all = [...containers, ...controls, ...groups, ...leaves]

/** What a component of this id may have as children. */
function childrenOf(id: string): readonly string[] {
  const at = containers.indexOf(id)
  if (at >= 0) return [...containers.slice(at + 1), ...controls, ...groups, ...leaves]
  // A control may name another one, which is then a notice.
  return groups.includes(id) ? leaves : [...controls.slice(controls.indexOf(id) + 1), ...groups, ...leaves]
}

const words = fc.constantFrom('', 'one', 'two **bold**', '# Three', '- a\n- b', '[link](https://a.example/)')
const names = fc.constantFrom('check', 'close', 'arrowBack')
const paths = fc.constantFrom('/name', '/rows/0/name', '/none', 'name')
const bound = (value: fc.Arbitrary<JsonValue>, path = paths): fc.Arbitrary<JsonValue> =>
  fc.oneof(value, fc.record({ path }))
const some = (ids: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...ids)
const list = (ids: readonly string[]): fc.Arbitrary<string[]> => fc.array(some(ids), { minLength: 1, maxLength: 4 })
const label = fc.record({ label: fc.constantFrom('Named', '') })
const required = { condition: { call: 'required', args: { value: { path: '/name' } } }, message: 'Needed' }
const checks = fc.constantFrom([], [required])
const tab = (ids: readonly string[]): fc.Arbitrary<JsonObject> => fc.record({ title: words, child: some(ids) })
const svgPath = fc.constantFrom({ svgPath: 'M0 0h9v9z' }, { svgPath: 'M0 0h9' })

type Shapes = Record<string, fc.Arbitrary<JsonObject>>

function containersOf(ids: readonly string[]): Shapes {
  const template = fc.record({ componentId: some(ids), path: fc.constantFrom('/rows', '/none') })
  const children = fc.oneof<fc.Arbitrary<JsonValue>[]>(list(ids), template)
  return {
    Row: fc.record({ children, justify: fc.constantFrom('start', 'center') }),
    Column: fc.record({ children }),
    List: fc.record({ children, direction: fc.constantFrom('vertical', 'horizontal') }),
    Card: fc.record({ child: some(ids) }),
    Tabs: fc.record({ tabs: fc.array(tab(ids), { minLength: 1, maxLength: 3 }) }),
    // No tabs in a trigger: a press on one opens the dialog, which jsdom cannot show.
    Modal: fc.record({ trigger: some([...controls, ...groups, ...leaves]), content: some(ids) }),
  }
}

function controlsOf(ids: readonly string[]): Shapes {
  const options = fc.constantFrom(
    [{ label: 'A', value: 'a' }],
    [
      { label: 'B', value: 'b' },
      { label: 'A', value: 'a' },
    ],
  )
  const on = fc.oneof<fc.Arbitrary<JsonValue>[]>(fc.boolean(), fc.constant({ path: '/on' }))
  const action = fc.constant({ event: { name: 'go' } })
  return {
    Button: fc.record({ child: some(ids), action, checks }),
    TextField: fc.record({ label: words, value: bound(words), checks }),
    CheckBox: fc.record({ label: bound(words), value: on }),
    Slider: fc.record({
      value: fc.oneof<fc.Arbitrary<JsonValue>[]>(fc.nat(9), fc.constant({ path: '/n' })),
      max: fc.nat(9),
    }),
    DateTimeInput: fc.record({ value: fc.constantFrom('2026-01-02', ''), enableTime: fc.boolean() }),
    ChoicePicker: fc.record({
      options,
      value: fc.constantFrom(['a'], [], ['b']),
      variant: fc.constantFrom('mutuallyExclusive', 'multipleSelection'),
    }),
  }
}

const drawings: Shapes = {
  Text: fc.record({ text: bound(words), variant: fc.constantFrom('body', 'caption', 'h2') }),
  Icon: fc.record({ name: fc.oneof<fc.Arbitrary<JsonValue>[]>(names, svgPath, fc.constant({ path: '/icon' })) }),
  Image: fc.record({ url: fc.constantFrom('https://a.example/1.png', 'ftp://a.example/2.png'), description: words }),
  Divider: fc.constant({}),
}

function shapesOf(id: string): Shapes {
  const ids = childrenOf(id)
  if (controls.includes(id)) return controlsOf(ids)
  if (leaves.includes(id)) return drawings
  const { Row, Column, Card, ...rest } = containersOf(ids) as Required<Shapes>
  const plain = { Row, Column, Card } as Shapes
  return groups.includes(id) ? plain : { ...plain, ...(rest as Shapes) }
}

/** A component as v0.9 has it. `accessibility` is absent more often than not. */
function componentOf(id: string): fc.Arbitrary<JsonObject> {
  const shapes = Object.entries(shapesOf(id))
  return fc
    .oneof(
      ...shapes.map(([component, props]) => ({
        weight: frequent.has(component) ? 3 : 1,
        arbitrary: props.map((own) => ({ id, component, ...own })),
      })),
    )
    .chain((made) =>
      fc.oneof(
        { weight: 4, arbitrary: fc.constant(made) },
        { weight: 1, arbitrary: label.map((accessibility) => ({ ...made, accessibility })) },
      ),
    )
}

/** Those that look at what they hold, and what they look for. */
const frequent = new Set(['Button', 'Icon', 'Tabs', 'Modal'])

const component = some(all).chain(componentOf)
const row = fc.oneof(
  fc.record({ name: words }),
  fc.record({ id: fc.constantFrom('x', 'y', 'z'), name: words }) as fc.Arbitrary<JsonObject>,
)
const rows = fc.array(row, { maxLength: 3 })
const icon = fc.oneof<fc.Arbitrary<JsonValue>[]>(names, svgPath, fc.constant(''))
const write = fc.oneof<fc.Arbitrary<JsonObject>[]>(
  fc
    .record({ name: words, rows, on: fc.boolean(), n: fc.nat(9), icon })
    .map((model) => UD('s', '/', model as JsonObject)),
  words.map((value) => UD('s', '/name', value)),
  icon.map((value) => UD('s', '/icon', value)),
  rows.map((value) => UD('s', '/rows', value)),
  row.map((value) => UD('s', '/rows/0', value as JsonObject)),
  fc.constantFrom('/rows/0', '/rows', '/name').map((path) => UD('s', path)),
)
const update = fc.array(component, { minLength: 1, maxLength: 4 }).map((list) => UC('s', list))

/** Every id at least once, under a root that shows something. */
const first = fc
  .tuple(...all.map(componentOf))
  .map(([, ...list]) =>
    UC('s', [{ id: 'root', component: 'Column', children: ['c1', 'c2', 'i1', 'i2', 'g1'] }, ...list]),
  )
const again = first.map((message) => [DS('s'), CS('s'), message])

/** Messages of v0.9, the surface's creation first. */
export const stream: fc.Arbitrary<readonly JsonObject[]> = fc
  .tuple(
    first,
    write,
    fc.array(
      fc.oneof(
        { weight: 8, arbitrary: update.map((message) => [message]) },
        { weight: 5, arbitrary: write.map((message) => [message]) },
        { weight: 1, arbitrary: again },
      ),
      { minLength: 1, maxLength: 8 },
    ),
  )
  .map(([begin, data, rest]) => [CS('s'), begin, data, ...rest.flat()])

/** The same in v0.8, as far as that has it. */
export const olderStream: fc.Arbitrary<readonly JsonObject[]> = stream.map((messages) =>
  messages.flatMap((message) => older(message)),
)

function older(message: JsonObject): readonly JsonObject[] {
  if (message['createSurface']) return [v08.BR('s')]
  if (message['deleteSurface']) return [v08.DS('s')]
  const { updateComponents, updateDataModel } = message as Record<string, JsonObject>
  if (updateDataModel) return olderData(updateDataModel)
  const list = updateComponents?.['components'] as readonly JsonObject[]
  return [
    v08.SU(
      's',
      list.flatMap((one) => olderComponent(one) ?? []),
    ),
  ]
}

function olderData({ path, value }: JsonObject): readonly JsonObject[] {
  if (typeof path !== 'string' || typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return [
    v08.DM(
      's',
      Object.entries(value).map(([key, one]) => entry(key, one)),
      path,
    ),
  ]
}

function entry(key: string, value: JsonValue): JsonObject {
  if (typeof value === 'string') return { key, valueString: value }
  if (typeof value === 'number') return { key, valueNumber: value }
  if (typeof value === 'boolean') return { key, valueBoolean: value }
  return { key, valueMap: Object.entries(value ?? {}).map(([name, one]) => entry(name, one)) }
}

function olderComponent({ id, component: type, ...props }: JsonObject): JsonObject | undefined {
  const translated = translate(String(type), props)
  return translated && v08.C(String(id), String(type), translated)
}

function wrapped(value: JsonValue | undefined): JsonObject {
  if (typeof value === 'boolean') return { literalBoolean: value }
  if (typeof value === 'number') return { literalNumber: value }
  return typeof value === 'object' && value !== null ? (value as JsonObject) : { literalString: String(value) }
}

function translate(type: string, { children, tabs, ...props }: JsonObject): JsonObject | undefined {
  switch (type) {
    case 'Row':
    case 'Column':
    case 'List':
      return { children: Array.isArray(children) ? { explicitList: children } : { template: olderTemplate(children) } }
    case 'Card':
      return { child: props['child'] ?? '' }
    case 'Tabs':
      return {
        tabItems: (tabs as readonly JsonObject[]).map(({ title, child }) => ({
          title: wrapped(title),
          child: child ?? '',
        })),
      }
    case 'Modal':
      return { entryPointChild: props['trigger'] ?? '', contentChild: props['content'] ?? '' }
    case 'Button':
      return { child: props['child'] ?? '', action: { name: 'go' } }
    case 'Text':
      return { text: wrapped(props['text']) }
    case 'Icon':
      return typeof props['name'] === 'string' ? { name: wrapped(props['name']) } : undefined
    case 'Image':
      return { url: wrapped(props['url']) }
    case 'TextField':
      return { label: wrapped(props['label']), text: wrapped(props['value']) }
    case 'CheckBox':
      return { label: wrapped(props['label']), value: wrapped(props['value']) }
    case 'Slider':
      return { value: wrapped(props['value']), maxValue: props['max'] ?? 9 }
    case 'Divider':
      return {}
    default:
      return undefined
  }
}

function olderTemplate(children: JsonValue | undefined): JsonObject {
  const { componentId, path } = children as JsonObject
  return { componentId: componentId ?? '', dataBinding: path ?? '' }
}
