// Inputs of up to a megabyte that ask for a great deal: hostile.spec.ts sends them and looks, `npm run bench` measures them.
import { column, components, create, data, text } from './wire.ts'

export interface HostileInput {
  readonly name: string
  /** Whole lines; made when they are wanted, because they are long. */
  readonly lines: () => string
  /** What it may be refused with; none: it is shown. */
  readonly codes: readonly string[]
}

export interface HostileTree extends HostileInput {
  /** Elements of its surface that stand for components, at most. */
  readonly most: number
  readonly shows?: string
}

/** What is sent before each: the surface that it is for. */
export const before: readonly object[] = [
  create('s'),
  components('s', text('root', { path: '/text' })),
  data('s', '/rows', []),
]

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}

function linesOf(messages: readonly object[]): string {
  return messages.map((message) => `${JSON.stringify(message)}\n`).join('')
}

const same = (count: number, id: string): readonly string[] => times(count, () => id)

const many = (prefix: string, count: number): readonly string[] => times(count, (index) => `${prefix}${index}`)

type Sent = string | object | readonly object[]

function input(name: string, codes: readonly string[], make: () => Sent): HostileInput {
  const lines = (): string => {
    const sent = make()
    return typeof sent === 'string' ? `${sent}\n` : linesOf(Array.isArray(sent) ? sent : [sent])
  }
  return { name, codes, lines }
}

/** Few components that draw many, or that lie in one another without end. */
export const trees: readonly HostileTree[] = [
  {
    ...input('[C-5] D1: a component that contains itself', ['GRAPH_CYCLE'], () => [
      components('s', column('root', ['root'])),
      components('s', text('root', 'sound')),
    ]),
    most: 1,
    shows: 'sound',
  },
  {
    ...input('[C-5] D2, D3: a circle of three, closed by a later message', ['GRAPH_CYCLE'], () => [
      components(
        's',
        column('root', ['a']),
        { id: 'a', component: 'Card', child: 'b' },
        column('b', ['c']),
        text('c', 'sound'),
      ),
      components('s', column('b', ['root'])),
    ]),
    most: 4,
    shows: 'sound',
  },
  {
    ...input('[C-5] D4: a template that repeats itself', ['GRAPH_CYCLE'], () => [
      data('s', '/items', [1, 2]),
      components('s', column('root', { componentId: 'root', path: '/items' })),
    ]),
    most: 0,
  },
  {
    ...input('[R-8] D6: ten children ten times over, five times', ['LIMIT_NODES'], () =>
      components(
        's',
        ...times(5, (level) => column(level === 0 ? 'root' : `l${level}`, same(10, `l${level + 1}`))),
        text('l5', 'leaf'),
      ),
    ),
    most: 10_000,
    shows: 'leaf',
  },
  {
    ...input('[R-8] D7: templates in templates', ['LIMIT_NODES'], () => [
      data('s', '/i', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
      components(
        's',
        ...times(6, (level) =>
          column(level === 0 ? 'root' : `l${level}`, { componentId: `l${level + 1}`, path: '/i' }),
        ),
        text('l6', 'leaf'),
      ),
    ]),
    most: 10_000,
    shows: 'leaf',
  },
  {
    ...input('[R-8] D8: 3,000 cards in one another', ['LIMIT_RENDER_DEPTH'], () =>
      components(
        's',
        ...times(3000, (index) => ({
          id: index === 0 ? 'root' : `c${index}`,
          component: 'Card',
          child: `c${index + 1}`,
        })),
        text('c3000', 'the end'),
      ),
    ),
    most: 100,
    shows: 'There is more than can be shown here.',
  },
  {
    ...input('[R-8] D9: a list of 100,000 items', [], () => [
      components('s', column('root', { componentId: 'row', path: '/rows' }), text('row', { path: '' })),
      // Short, so that they fit into one line.
      data(
        's',
        '/rows',
        times(100_000, (index) => index),
      ),
    ]),
    most: 201,
    shows: 'Show more (99800)',
  },
  {
    ...input('[R-8] one child 200,000 times', ['LIMIT_NODES'], () =>
      components('s', column('root', same(200_000, 't')), text('t', 'again')),
    ),
    most: 10_000,
    shows: 'again',
  },
]

const deep = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)
const million = 1_000_000
const ninety = 'x'.repeat(90_000)

/** A message with something in it that only JSON can say. */
const around = (message: object, json: string): string => JSON.stringify(message).replace('"?"', json)

const root = (content: unknown): object => components('s', text('root', content))
const format = (value: string): object => root({ call: 'formatString', args: { value } })
const not = (depth: number): string => `${'{"call":"not","args":{"value":'.repeat(depth)}true${'}}'.repeat(depth)}`

const regex = (pattern: string): object => ({
  id: 'root',
  component: 'TextField',
  label: 'L',
  value: { path: '/text' },
  checks: [{ condition: { call: 'regex', args: { value: { path: '/text' }, pattern } }, message: 'bad' }],
})

/** A surface of so many components of one kind. */
const all = (count: number, make: (id: string) => object): object =>
  components('s', column('root', many('c', count)), ...many('c', count).map(make))

const json: readonly HostileInput[] = [
  input('A9: JSON as deep as it gets', ['LIMIT_DEPTH'], () => deep(500_000)),
  input('A9, C12: deep data', ['LIMIT_DEPTH'], () => around(data('s', '/deep', '?'), deep(400_000))),
  input('A12: digits', ['NUMBER_RANGE'], () => around(data('s', '/n', '?'), '9'.repeat(million))),
  input('A12: decimals', [], () => around(data('s', '/n', '?'), `0.${'1'.repeat(million)}`)),
  input('A12: 50,000 integers that lose digits', ['NUMBER_PRECISION'], () =>
    around(data('s', '/n', '?'), `[${same(50_000, '12345678901234567').join(',')}]`),
  ),
  input('A13: lone surrogates', [], () => [data('s', '/text', '\ud800'.repeat(90_000)), root({ path: '/text' })]),
  input('quotes that never end', ['JSON_SYNTAX'], () => `"${'\\"'.repeat(500_000)}`),
  input('blanks', [], () => ' '.repeat(million)),
  input('A5: 500,000 blank lines', [], () => '\r\n'.repeat(500_000)),
  input('A14: 100,000 lines of prose', ['JSON_SYNTAX'], () => 'Sure, so.\n'.repeat(100_000)),
  input('zeros', ['JSON_SYNTAX'], () => '\0'.repeat(million)),
  input('keys', [], () => data('s', '/keys', Object.fromEntries(many('key', 60_000).map((key) => [key, 1])))),
  input(
    'A11: one key again and again',
    ['ENVELOPE_UNKNOWN_KIND', 'JSON_DUPLICATE_KEY'],
    () => `{${same(90_000, '"a":1').join(',')}}`,
  ),
  input('B2: 20,000 kinds of one message', ['ENVELOPE_UNKNOWN_KIND'], () =>
    Object.fromEntries(many('kind', 20_000).map((kind) => [kind, {}])),
  ),
]

const values: readonly HostileInput[] = [
  input('C5: an index of 100,000,000', ['POINTER_INDEX'], () => data('s', '/rows/100000000', 'x')),
  input('a path of 49,000 names', ['LIMIT_DEPTH'], () => data('s', '/a'.repeat(49_000), 1)),
  input('a long path', [], () => data('s', `/${ninety}`, 1)),
  input('ten long texts in one', ['LIMIT_STRING'], () => data('s', '/text', same(10, ninety))),
  input('F8: a text over the limit', ['LIMIT_STRING'], () => data('s', '/text', 'x'.repeat(million))),
  input('A15: 9,000 updates of one value', [], () => times(9_000, (index) => data('s', '/text', index))),
  input('a list that a text shows, written to 5,000 times', [], () => [
    data('s', '/text', same(20_000, '1')),
    ...times(5_000, (index) => data('s', '/text/0', index)),
  ]),
  input('ids of 30,000 rows, written to one by one', [], () => [
    components('s', column('root', { componentId: 'row', path: '/rows' }), text('row', { path: 'id' })),
    data(
      's',
      '/rows',
      times(30_000, (id) => ({ id })),
    ),
    ...times(3_000, (index) => data('s', `/rows/${index}/id`, `new ${index}`)),
  ]),
  input('D9: a list of lists', ['LIMIT_NODES'], () => [
    components(
      's',
      column('root', { componentId: 'row', path: '/rows' }),
      column('row', { componentId: 't', path: '' }),
      text('t', { path: '' }),
    ),
    data(
      's',
      '/rows',
      times(300, () => times(300, () => 1)),
    ),
  ]),
]

const manyOf: readonly HostileInput[] = [
  input('B15: 7,000 surfaces', ['LIMIT_SURFACES'], () => many('s', 7_000).map(create)),
  input('B15: 900 surfaces, each with a text', [], () =>
    many('s', 900).flatMap((id) => [create(id), components(id, text('root', id))]),
  ),
  input('20,000 components', ['LIMIT_COMPONENTS'], () =>
    components('s', ...many('t', 20_000).map((id) => text(id, 'x'))),
  ),
  input('E1: 20,000 wrong components', ['COMPONENT_UNKNOWN'], () =>
    components('s', ...many('t', 20_000).map((id) => ({ id, component: 'Tex' }))),
  ),
  input('E2: 90,000 unknown properties', ['VALIDATION_FAILED'], () =>
    components('s', { ...text('root', 'x'), ...Object.fromEntries(many('p', 90_000).map((name) => [name, 1])) }),
  ),
  input('D12: one id 15,000 times', ['ID_DUPLICATE'], () =>
    components('s', ...same(15_000, 'root').map((id) => text(id, 'x'))),
  ),
  input('4,900 date inputs', ['LIMIT_NODES'], () =>
    all(4_900, (id) => ({ id, component: 'DateTimeInput', label: 'L', value: '2026-05-14' })),
  ),
  input('4,900 sliders', ['LIMIT_NODES'], () =>
    all(4_900, (id) => ({ id, component: 'Slider', label: 'L', max: 9, value: 1 })),
  ),
  input('20,000 options', [], () =>
    components('s', {
      id: 'root',
      component: 'ChoicePicker',
      options: times(20_000, (index) => ({ label: 'a', value: `${index}` })),
      value: [],
    }),
  ),
  input('15,000 options, all of them chosen', [], () =>
    components('s', {
      id: 'root',
      component: 'ChoicePicker',
      options: many('', 15_000).map((value) => ({ label: 'a', value })),
      value: many('', 15_000),
    }),
  ),
  input('5,000 tabs', [], () =>
    components('s', {
      id: 'root',
      component: 'Tabs',
      tabs: many('c', 5_000).map((child) => ({ title: 'a', child })),
    }),
  ),
]

const expressions: readonly HostileInput[] = [
  input('E9: an expression that backtracks', [], () => [
    components('s', regex('^(a+)+$')),
    data('s', '/text', `${'a'.repeat(9_999)}!`),
  ]),
  input('E9: the largest expression over the longest text', ['LIMIT_WORK'], () => [
    components('s', regex(`^${'(a?){9}'.repeat(70)}b$`)),
    data('s', '/text', 'a'.repeat(10_000)),
  ]),
  input('E9: an expression of a billion states', ['LIMIT_WORK'], () => [
    components('s', regex('((((a{99}){99}){99}){99}){99}')),
    data('s', '/text', 'a'.repeat(10_000)),
  ]),
  input('E9: 300 expressions of 2,000 states', ['LIMIT_WORK'], () => [
    data('s', '/text', times(10_000, (index) => (((index * 2_654_435_761) >>> 16) % 2 ? 'a' : 'b')).join('')),
    components(
      's',
      column('root', many('c', 300)),
      ...times(300, (index) => ({
        ...{ id: `c${index}`, component: 'CheckBox', label: 'L' },
        value: {
          call: 'regex',
          args: { value: { path: '/text' }, pattern: `([ab]{${index + 1},${998 - index}})[cd]$` },
        },
      })),
    ),
  ]),
  input('E12: 5,000 templates in one another', ['LIMIT_CALL_DEPTH', 'TEMPLATE_SYNTAX'], () =>
    format('${'.repeat(5000)),
  ),
  input('E12: 19,000 templates in a row', [], () => format('${/a}'.repeat(19_000))),
  input('E12: 3,000 calls in one another', ['LIMIT_DEPTH'], () => around(root('?'), not(3_000))),
  input('F7: an icon of 90,000 characters', ['VALIDATION_FAILED'], () =>
    components('s', { id: 'root', component: 'Icon', name: { svgPath: `M0 0${'L1 1'.repeat(22_000)}` } }),
  ),
]

const markdown: readonly HostileInput[] = [
  input('lists in lists', [], () => root(`A\n${'- '.repeat(45_000)}`)),
  input('stars', [], () => root('*a_'.repeat(30_000))),
  input('brackets', [], () => root('[a]('.repeat(24_000))),
  input('quotations in quotations', [], () => root('> '.repeat(45_000))),
  input('backticks', [], () => root(times(400, (index) => '`'.repeat(index)).join(' '))),
  input('a heading with a hole', [], () => root(`# a${' '.repeat(90_000)}b`)),
  input('items', [], () => root('- a\n'.repeat(24_000))),
  input('F8: one word of 90,000 letters', [], () => root(ninety)),
  input('F8: piles of marks', [], () => root('z\u030d\u0311\u0346\u031a\u0316\u0323\u0359'.repeat(11_000))),
  input('F11: signs that turn the direction', [], () => root('a\u202e\u2066'.repeat(30_000))),
]

const again = (count: number, component: object): (() => object) => {
  return () => components('s', column('root', same(count, 'it')), { ...component, id: 'it' })
}

/** One large component, drawn many times. */
const multiplied: readonly HostileInput[] = [
  input('a text of 5,000 characters, 5,000 times', ['LIMIT_NODES'], again(5_000, text('it', 'word '.repeat(1_000)))),
  input('a text of 90,000 characters, 1,000 times', ['LIMIT_NODES'], again(1_000, text('it', ninety))),
  input('an object of 40,000 keys as a text, 3,000 times', ['LIMIT_STRING'], () => [
    data('s', '/large', Object.fromEntries(many('k', 40_000).map((key) => [key, 1]))),
    again(3_000, text('it', { path: '/large' }))(),
  ]),
  input(
    'a picker of 200 options, 100 times',
    ['LIMIT_NODES'],
    again(100, {
      component: 'ChoicePicker',
      label: 'L',
      options: many('', 200).map((value) => ({ label: 'a', value })),
      value: [],
    }),
  ),
  input('a template of 98,000 characters from the data, 300 times', ['LIMIT_WORK'], () => [
    data('s', '', { a: 'x', template: '${/a}'.repeat(19_600) }),
    again(300, text('it', { call: 'formatString', args: { value: { path: '/template' } } }))(),
  ]),
  input('a date in 90,000 letters, 300 times', ['LIMIT_WORK'], () => [
    data('s', '/pattern', 'd '.repeat(30_000)),
    again(300, text('it', { call: 'formatDate', args: { value: '2026-05-14', format: { path: '/pattern' } } }))(),
  ]),
  input(
    '19,000 templates in a row, 100 times',
    [],
    again(100, text('it', { call: 'formatString', args: { value: '${/a}'.repeat(19_000) } })),
  ),
]

/** What is one line, or many that are short. */
export const large: readonly HostileInput[] = [
  ...json,
  ...values,
  ...manyOf,
  ...expressions,
  ...markdown,
  ...multiplied,
]

/** Elements that the browser itself takes long to make: for the bench alone. */
export const slow: readonly HostileInput[] = [
  input(
    'a date input, 9,999 times',
    ['LIMIT_NODES'],
    again(9_999, { component: 'DateTimeInput', label: 'L', value: '2026-05-14' }),
  ),
]
