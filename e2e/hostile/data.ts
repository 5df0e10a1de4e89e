// Text that is hardly JSON, and data.
import { column, components, data, text } from '../wire.ts'
import { around, deep, type HostileInput, input, many, million, ninety, root, same, times } from './input.ts'

export const json: readonly HostileInput[] = [
  input('JSON as deep as it gets', ['LIMIT_DEPTH'], () => deep(500_000)),
  input('deep data', ['LIMIT_DEPTH'], () => around(data('s', '/deep', '?'), deep(400_000))),
  input('digits', ['NUMBER_RANGE'], () => around(data('s', '/n', '?'), '9'.repeat(million))),
  input('decimals', [], () => around(data('s', '/n', '?'), `0.${'1'.repeat(million)}`)),
  input('50,000 integers that lose digits', ['NUMBER_PRECISION'], () =>
    around(data('s', '/n', '?'), `[${same(50_000, '12345678901234567').join(',')}]`),
  ),
  input('lone surrogates', [], () => [data('s', '/text', '\ud800'.repeat(90_000)), root({ path: '/text' })]),
  input('quotes that never end', ['JSON_SYNTAX'], () => `"${'\\"'.repeat(500_000)}`),
  input('blanks', [], () => ' '.repeat(million)),
  input('500,000 blank lines', [], () => '\r\n'.repeat(500_000)),
  input('100,000 lines of prose', ['JSON_SYNTAX'], () => 'Sure, so.\n'.repeat(100_000)),
  input('zeros', ['JSON_SYNTAX'], () => '\0'.repeat(million)),
  input('keys', [], () => data('s', '/keys', Object.fromEntries(many('key', 60_000).map((key) => [key, 1])))),
  input(
    'one key again and again',
    ['ENVELOPE_UNKNOWN_KIND', 'JSON_DUPLICATE_KEY'],
    () => `{${same(90_000, '"a":1').join(',')}}`,
  ),
  input('20,000 kinds of one message', ['ENVELOPE_UNKNOWN_KIND'], () =>
    Object.fromEntries(many('kind', 20_000).map((kind) => [kind, {}])),
  ),
]

export const values: readonly HostileInput[] = [
  input('an index of 100,000,000', ['POINTER_INDEX'], () => data('s', '/rows/100000000', 'x')),
  input('a path of 49,000 names', ['LIMIT_DEPTH'], () => data('s', '/a'.repeat(49_000), 1)),
  input('a long path', [], () => data('s', `/${ninety}`, 1)),
  input('ten long texts in one', ['LIMIT_STRING'], () => data('s', '/text', same(10, ninety))),
  input('a text over the limit', ['LIMIT_STRING'], () => data('s', '/text', 'x'.repeat(million))),
  input('9,000 updates of one value', [], () => times(9_000, (index) => data('s', '/text', index))),
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
  input('a list of lists', ['LIMIT_NODES'], () => [
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
