// Random surfaces that are typed into: a surface of v0.9 that holds the secret, one beside it that shares its limits, and one of
// v0.8 that holds the secret as well. Much of what they draw depends on the secret.
import fc from 'fast-check'
import type { JsonObject, JsonValue } from '../../src/json/value.ts'
import { CS, DS, T, UC, UD, v08 } from '../support/messages.ts'

const some = <T>(...values: T[]): fc.Arbitrary<T> => fc.constantFrom(...values)
const call = (name: string, args: JsonObject): JsonObject => ({ call: name, args })
const format = (value: string): JsonObject => call('formatString', { value })

/** Paths of what is typed, chosen or the agent's, from the root and within a row. */
const paths = some('/pw', '/list/0/n', '/list/2/n', '/sel', '/sel/0', '/agent', '/none', 'n', 'u')

const pattern = some('^a', 'b', '(a+)+$')

/** Made with functions whose modules may come late. */
const late = fc.oneof(
  some("${formatDate(value: 0, format: 'yyyy')}", "${formatDate(value: ${/agent}, format: 'yyyy')}"),
  pattern.map((one) => `\${regex(value: \${/pw}, pattern: '${one}')}`),
)

/** Parts of a text; most depend on what is typed. */
const part = fc.oneof(
  some('x', ' ', '**', '- a\n', '# ', '](', '[l](https://l.example/)', '\\${%6', '\\${', '}'),
  paths.map((path) => `\${${path}}`),
  pattern.map((one) => `\${regex(value: \${/pw}, pattern: '${one}')}`),
  some('${formatNumber(value: ${/pw})}', '${formatDate(value: ${/pw}, format: ${/pw})}', '${required(value: ${/pw})}'),
  paths.map((path) => `[t](https://h\${${path}}.example/)`),
  paths.map((path) => `https://p.example/\${${path}}`),
  late.map((made) => `[d](https://d.example/${made})`),
)
const template = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''))

const text: fc.Arbitrary<JsonValue> = fc.oneof(
  some<JsonValue>('plain', '[l](https://l.example/)', 'a\n\n- b'),
  paths.map((path): JsonValue => ({ path })),
  template.map(format),
  // What a template makes is a template: its mistakes depend on what was typed.
  template.map((inner) => call('formatString', { value: format(inner) })),
)

const address: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.nat(9).map((n): JsonValue => `https://p.example/${n}.png`),
  some<JsonValue>('data:image/gif;base64,R0lGODlhAQABAAAAACw=', 'ftp://p.example/1'),
  paths.map((path): JsonValue => ({ path })),
  paths.map((path) => format(`https://p.example/\${${path}}`)),
  { weight: 3, arbitrary: late.map((made) => format(`https://d.example/${made}`)) },
  template.map(format),
)

/** Takes many steps; some of them depend on what is typed. */
const costly: fc.Arbitrary<JsonValue> = fc.oneof(
  some(10, 200).map((often) => call('formatDate', { value: 0, format: 'MMMM '.repeat(often) })),
  some('/pw', '/agent').map((path) => format(`\${${path}}`.repeat(50))),
  some('/pw', '/agent').map((path) => call('regex', { value: format(`\${${path}}`.repeat(50)), pattern: '(a+)+b' })),
)

const condition: fc.Arbitrary<JsonValue> = fc.oneof(
  some('/pw', '/sel', '/agent').map((path) => call('required', { value: { path } })),
  pattern.map((one) => call('regex', { value: { path: '/pw' }, pattern: one })),
  some(1, 3).map((min) => call('length', { value: { path: '/pw' }, min })),
  costly,
)
const checks = fc.array(fc.record({ condition, message: some('No', 'Not so') }) as fc.Arbitrary<JsonValue>, {
  maxLength: 2,
})

const containers = ['c1', 'c2', 'c3']
const leaves = ['l1', 'l2', 'l3', 'l4']

function children(id: string): fc.Arbitrary<JsonValue> {
  const after = [...containers.slice(containers.indexOf(id) + 1), ...leaves]
  return fc.oneof(
    fc.array(some(...after), { minLength: 1, maxLength: 3 }) as fc.Arbitrary<JsonValue>,
    fc.record({
      componentId: some(...after),
      path: some('/list', '/sel', '/agents', 'rows'),
    }) as fc.Arbitrary<JsonValue>,
  )
}

function container(id: string): fc.Arbitrary<JsonObject> {
  const inside = some(...containers.slice(containers.indexOf(id) + 1), ...leaves)
  const plain = fc.record({ id: fc.constant(id), component: some('Column', 'Row', 'List'), children: children(id) })
  const modal = fc.record({ id: fc.constant(id), component: fc.constant('Modal'), trigger: inside, content: inside })
  const tabs = fc.array(fc.record({ title: some('One', 'Two'), child: inside }), { minLength: 1, maxLength: 3 })
  return fc.oneof(
    { weight: 4, arbitrary: plain },
    { weight: 1, arbitrary: modal },
    { weight: 1, arbitrary: tabs.map((all) => ({ id, component: 'Tabs', tabs: all })) },
  )
}

function leaf(id: string): fc.Arbitrary<JsonObject> {
  const own = (component: string, props: { [name: string]: fc.Arbitrary<JsonValue> }): fc.Arbitrary<JsonObject> =>
    fc.record({ ...props, id: fc.constant(id), component: fc.constant(component) }) as fc.Arbitrary<JsonObject>
  return fc.oneof(
    { weight: 3, arbitrary: own('Image', { url: address, description: text }) },
    { weight: 3, arbitrary: own('Text', { text }) },
    { weight: 1, arbitrary: own('Text', { text: costly }) },
    { weight: 1, arbitrary: own('Icon', { name: fc.oneof(some<JsonValue>('check', { path: '/pw' }), text) }) },
    { weight: 1, arbitrary: own('Video', { url: address, posterUrl: address }) },
    { weight: 1, arbitrary: own('AudioPlayer', { url: address }) },
    {
      weight: 1,
      arbitrary: own('TextField', { label: text, value: paths.map((path) => ({ path })), checks }),
    },
    {
      weight: 1,
      arbitrary: own('CheckBox', { label: text, value: some<JsonValue>({ path: '/on' }, { path: '/agent' }), checks }),
    },
  )
}

const inputs: readonly JsonObject[] = [
  { id: 'field', component: 'TextField', label: 'Secret', value: { path: '/pw' } },
  { id: 'row', component: 'TextField', label: 'Secret', value: { path: '/list/2/n' } },
  {
    ...{ id: 'choice', component: 'ChoicePicker', label: 'Choice', variant: 'multipleSelection' },
    ...{ value: { path: '/sel' }, options: ['x', 'y'].map((value) => ({ label: `Option ${value}`, value })) },
  },
]

const components = fc
  .tuple(...containers.map(container), ...leaves.map(leaf))
  .map((made) => [
    { id: 'root', component: 'Column', children: ['field', 'row', 'choice', 'c1', 'c2', 'c3', 'l1'] },
    ...inputs,
    ...made,
  ])

/** Components of v0.8 with an initial value beside a path: whether the data take it depends on what they hold. */
const older = fc
  .tuple(some('w', 'v.x', 'pw.x', 'sel'), some(1, 60, 200), fc.nat(5))
  .map(([path, length, n]) =>
    v08.SU('o', [
      v08.T(`t${n}`, { path, literalString: 'x'.repeat(length) }),
      v08.C(`i${n}`, 'Image', { url: { literalString: `https://p.example/${n}.png` } }),
    ]),
  )

/** What the agent sends after the secret was typed; `undefined`: its stream ends. */
const later: fc.Arbitrary<JsonObject | undefined> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .oneof(...[...containers.map(container), ...leaves.map(leaf)])
      .map((one): JsonObject => UC('s', [one])),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(
        some('/agent', '/list', '/list/0', '/agents', '/none'),
        some<JsonValue>('https://p.example/w', 'w', 3, null),
      )
      .map(([path, value]): JsonObject => UD('s', path, path === '/agents' ? [{ n: 1 }, { u: value }] : value)),
  },
  { weight: 3, arbitrary: older },
  { weight: 2, arbitrary: some(1, 40, 200).map((length) => UD('t', '/text', 'y'.repeat(length))) },
  { weight: 2, arbitrary: some(1, 8, 30).map((count) => UC('t', beside(count))) },
  { weight: 1, arbitrary: some(UD('s', '/pw/x', 1), UD('s', '/sel/5', 1), DS('s'), DS('o'), undefined) },
)

/** The surface beside it: it draws as many texts and pictures as there is room for. */
function beside(count: number): readonly JsonObject[] {
  const ids = Array.from({ length: count }, (_, n) => `b${n}`)
  const picture = (id: string): JsonObject => ({ id, component: 'Image', url: `https://t.example/${count}-${id}` })
  return [
    { id: 'root', component: 'Column', children: ids },
    ...ids.map((id, n) => (n % 3 === 0 ? picture(id) : T(id, { path: '/text' }))),
  ]
}

export interface Secret {
  readonly text: string
  /** Places of options. */
  readonly chosen: readonly number[]
}

export const secret: fc.Arbitrary<Secret> = fc.record({
  text: some(
    'a',
    'b',
    'ab',
    'hunter2',
    'tunafis',
    'true',
    '%',
    '${',
    '12',
    'b'.repeat(400),
    'https://p.example/s',
    'y)[x](https://s.example/',
  ),
  chosen: some([0], [1], [0, 1]),
})

/** Limits of which some are reached, by what the agent sends alone or only with what is typed. */
const limits = fc.record({
  work: some(5_000, 30_000, 10_000_000),
  nodes: some(40, 80, 10_000),
  dataBytes: some(300, 600, 100_000),
  components: some(11, 14, 1_000),
  totalNodes: some(60, 150, 50_000),
  totalDataBytes: some(500, 1_000, 1_000_000),
})

export interface Story {
  readonly first: readonly JsonObject[]
  /** What comes between two inputs, and what comes afterwards. */
  readonly between: readonly (JsonObject | undefined)[]
  readonly after: readonly (JsonObject | undefined)[]
  readonly limits: { readonly [name: string]: number }
}

const first = fc.tuple(components, fc.boolean()).map(([typed, long]): readonly JsonObject[] => [
  CS('s'),
  UD('s', '/', {
    ...{ pw: '', sel: [], agent: 'x', agents: [] },
    // More rows than a list draws whole.
    list: [
      { n: 1, u: 'https://p.example/l' },
      { n: 2 },
      ...(long ? Array.from({ length: 60 }, (_, n) => ({ n })) : []),
    ],
  }),
  UC('s', typed),
  CS('t'),
  UC('t', beside(3)),
  v08.BR('o'),
  v08.SU('o', [
    v08.C('root', 'Column', { children: { explicitList: ['f', ...Array.from({ length: 6 }, (_, n) => `t${n}`)] } }),
    v08.C('f', 'TextField', { label: { literalString: 'Older' }, text: { path: 'pw' } }),
  ]),
])

const messages = (maxLength: number): fc.Arbitrary<readonly (JsonObject | undefined)[]> =>
  fc.array(later, { maxLength })

export const story: fc.Arbitrary<Story> = fc.record({ first, between: messages(2), after: messages(4), limits })
