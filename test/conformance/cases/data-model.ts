// Reads, writes and watches of a data model. A tea room, its table and its orders.
import type { JsonValue } from '../../../src/json/value.ts'

export interface DataCase {
  readonly name: string
  readonly initial: JsonValue
  /** Paths that are watched from the start. */
  readonly watch?: readonly string[]
  readonly steps: readonly DataStep[]
}

export interface DataStep {
  readonly op: 'get' | 'set' | 'delete' | 'dispose'
  readonly path?: string
  readonly value?: JsonValue
  readonly expect?: JsonValue
  readonly expect_absent?: true
  readonly expect_type?: 'object' | 'list'
  readonly expect_error?: string
  /** Of the watched paths, those that are told: from the root down. */
  readonly expect_notified?: readonly string[]
  readonly expect_values?: { readonly [path: string]: JsonValue }
}

const room = { table: { number: 7, guest: { name: 'Ines', vip: false } }, orders: ['sencha', 'assam'], note: null }

function get(path: string, expected: JsonValue): DataStep {
  return { op: 'get', path, expect: expected }
}

function absent(path: string): DataStep {
  return { op: 'get', path, expect_absent: true }
}

function set(path: string, value: JsonValue, then: Partial<DataStep> = {}): DataStep {
  return { op: 'set', path, value, ...then }
}

function remove(path: string, then: Partial<DataStep> = {}): DataStep {
  return { op: 'delete', path, ...then }
}

function on(name: string, ...steps: readonly DataStep[]): DataCase {
  return { name, initial: room, steps }
}

function watching(name: string, watch: readonly string[], ...steps: readonly DataStep[]): DataCase {
  return { name, initial: room, watch, steps }
}

const refused = { expect_error: 'refused' }

export const dataCases: readonly DataCase[] = [
  on('an empty path and a slash are the root', get('', room), get('/', room)),
  on('a path without a slash in front begins at the root', get('table/number', 7)),
  on('a value that is false is there', get('/table/guest/vip', false)),
  on('a value that is null is there', get('/note', null)),
  on('an element by its index', get('/orders/1', 'assam')),
  on('what no one wrote is absent, however deep', absent('/bill'), absent('/bill/total/tax')),
  on('nothing is below a text', absent('/orders/0/length'), absent('/table/guest/name/0')),
  on('a list has no length and no methods', absent('/orders/length'), absent('/orders/map')),
  on('an object has no inherited members', absent('/constructor'), absent('/table/toString')),
  on('no path goes through a prototype', { op: 'get', path: '/__proto__/x', ...refused }),
  on('an index that is none reads nothing', absent('/orders/2'), absent('/orders/-1'), absent('/orders/1.5')),
  on('a new member beside others', set('/table/seats', 4), get('/table/seats', 4), get('/table/number', 7)),
  on('a value of another type', set('/table', 'the terrace'), get('/table', 'the terrace'), absent('/table/number')),
  on('null in place of a value', set('/table/guest', null), get('/table/guest', null)),
  on('an empty object and an empty list', set('/bill', {}), set('/tips', []), get('/bill', {}), get('/tips', [])),
  on('objects are made on the way', set('/bill/tax/rate', 0.07), get('/bill', { tax: { rate: 0.07 } })),
  on('a list is made where a number comes next', set('/tips/0', 2), get('/tips', [2])),
  on(
    'both are made on one way',
    set('/rooms/0/tables/0/free', true),
    get('/rooms', [{ tables: [{ free: true }] }]),
    { op: 'get', path: '/rooms/0/tables', expect_type: 'list' },
    { op: 'get', path: '/rooms/0', expect_type: 'object' },
  ),
  on('a number is a name where an object is', set('/table/2', 'two'), get('/table/2', 'two')),
  on('an element is replaced', set('/orders/0', 'matcha'), get('/orders', ['matcha', 'assam'])),
  on('an element is added at the end', set('/orders/2', 'oolong'), get('/orders', ['sencha', 'assam', 'oolong'])),
  on('the whole model is replaced', set('/', { closed: true }), get('/', { closed: true }), absent('/orders')),
  on('a member that is removed leaves no name', remove('/table/guest/vip'), get('/table/guest', { name: 'Ines' })),
  on('what is not there is removed without a word', remove('/bill/total'), absent('/bill'), get('/', room)),
  on('a removed branch takes what is below', remove('/table'), absent('/table'), absent('/table/guest/name')),
  on('what was removed is written again', remove('/orders'), set('/orders/0', 'mint'), get('/orders', ['mint'])),
  on('a slash in a name is ~1', set('/prices/per~1kg', 30), get('/prices', { 'per/kg': 30 })),
  on('a tilde in a name is ~0', set('/prices/~0approx', 12), get('/prices', { '~approx': 12 })),
  on('~01 is a tilde and a 1', set('/prices/~01', 'x'), get('/prices', { '~1': 'x' })),
  on(
    'names may have blanks, dots and other scripts',
    set('/tè verde/no. 1', 'ok'),
    get('/tè verde', { 'no. 1': 'ok' }),
  ),
  on('a slash at the end says nothing', set('/table/number/', 8), get('/table/number', 8)),
  on('nothing is written below a text', set('/table/guest/name/first', 'I', refused), get('/', room)),
  on('nothing is written below a number', set('/table/number/unit', 'm', refused), get('/', room)),
  on('a list takes no names', set('/orders/first', 'mint', refused), get('/orders', ['sencha', 'assam'])),
  on('a list takes no names on the way', set('/orders/first/cup', 1, refused), get('/', room)),
  watching(
    'who watches a value is told with the new one',
    ['/table/number'],
    set('/table/number', 9, { expect_notified: ['/table/number'], expect_values: { '/table/number': 9 } }),
  ),
  watching(
    'who watches what is around is told',
    ['/table', '/'],
    set('/table/guest/name', 'Ana', { expect_notified: ['/', '/table'] }),
  ),
  watching(
    'who watches what is below is told',
    ['/table/guest/name'],
    set('/table', { guest: { name: 'Leo' } }, { expect_notified: ['/table/guest/name'] }),
  ),
  watching(
    'who watches something beside is not told',
    ['/orders', '/table/guest'],
    set('/table/number', 1, { expect_notified: [] }),
  ),
  watching('a name that begins alike is another', ['/ta', '/table2'], set('/table/number', 2, { expect_notified: [] })),
  watching(
    'what is not there yet can be watched',
    ['/bill/total'],
    set('/bill/total', 14, { expect_notified: ['/bill/total'] }),
  ),
  watching('a removal is told', ['/orders/1'], remove('/orders', { expect_notified: ['/orders/1'] })),
  watching('the same value again is not told', ['/table/number'], set('/table/number', 7, { expect_notified: [] })),
  watching(
    'each of two that watch the same is told',
    ['/note', '/note'],
    set('/note', 'by the window', { expect_notified: ['/note', '/note'] }),
  ),
  watching(
    'who no longer watches is not told',
    ['/', '/note'],
    { op: 'dispose' },
    set('/note', 'gone', { expect_notified: [] }),
  ),
]
