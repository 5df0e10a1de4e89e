// Expressions and Markdown.
import { column, components, data } from '../wire.ts'
import { around, format, type HostileInput, input, many, ninety, not, root, times } from './input.ts'

const regex = (pattern: string): object => ({
  id: 'root',
  component: 'TextField',
  label: 'L',
  value: { path: '/text' },
  checks: [{ condition: { call: 'regex', args: { value: { path: '/text' }, pattern } }, message: 'bad' }],
})

export const expressions: readonly HostileInput[] = [
  input('an expression that backtracks', [], () => [
    components('s', regex('^(a+)+$')),
    data('s', '/text', `${'a'.repeat(9_999)}!`),
  ]),
  input('the largest expression over the longest text', ['LIMIT_WORK'], () => [
    components('s', regex(`^${'(a?){9}'.repeat(70)}b$`)),
    data('s', '/text', 'a'.repeat(10_000)),
  ]),
  input('an expression of a billion states', ['LIMIT_WORK'], () => [
    components('s', regex('((((a{99}){99}){99}){99}){99}')),
    data('s', '/text', 'a'.repeat(10_000)),
  ]),
  input('300 expressions of 2,000 states', ['LIMIT_WORK'], () => [
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
  input('5,000 templates in one another', ['LIMIT_CALL_DEPTH', 'TEMPLATE_SYNTAX'], () => format('${'.repeat(5000))),
  input('19,000 templates in a row', [], () => format('${/a}'.repeat(19_000))),
  input('3,000 calls in one another', ['LIMIT_DEPTH'], () => around(root('?'), not(3_000))),
  input('an icon of 90,000 characters', ['VALIDATION_FAILED'], () =>
    components('s', { id: 'root', component: 'Icon', name: { svgPath: `M0 0${'L1 1'.repeat(22_000)}` } }),
  ),
]

export const markdown: readonly HostileInput[] = [
  input('lists in lists', [], () => root(`A\n${'- '.repeat(45_000)}`)),
  input('stars', [], () => root('*a_'.repeat(30_000))),
  input('brackets', [], () => root('[a]('.repeat(24_000))),
  input('quotations in quotations', [], () => root('> '.repeat(45_000))),
  input('backticks', [], () => root(times(400, (index) => '`'.repeat(index)).join(' '))),
  input('a heading with a hole', [], () => root(`# a${' '.repeat(90_000)}b`)),
  input('items', [], () => root('- a\n'.repeat(24_000))),
  input('one word of 90,000 letters', [], () => root(ninety)),
  input('piles of marks', [], () => root('z\u030d\u0311\u0346\u031a\u0316\u0323\u0359'.repeat(11_000))),
  input('signs that turn the direction', [], () => root('a\u202e\u2066'.repeat(30_000))),
]
