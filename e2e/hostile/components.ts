// Many components, and large ones that are drawn many times.
import { column, components, create, data, text } from '../wire.ts'
import { again, type HostileInput, input, many, ninety, same, times } from './input.ts'

/** A surface of so many components of one kind. */
const all = (count: number, make: (id: string) => object): object =>
  components('s', column('root', many('c', count)), ...many('c', count).map(make))

export const manyOf: readonly HostileInput[] = [
  input('7,000 surfaces', ['LIMIT_SURFACES'], () => many('s', 7_000).map(create)),
  input('900 surfaces, each with a text', [], () =>
    many('s', 900).flatMap((id) => [create(id), components(id, text('root', id))]),
  ),
  input('20,000 components', ['LIMIT_COMPONENTS'], () =>
    components('s', ...many('t', 20_000).map((id) => text(id, 'x'))),
  ),
  input('20,000 wrong components', ['COMPONENT_UNKNOWN', 'LIMIT_COMPONENTS'], () =>
    components('s', ...many('t', 20_000).map((id) => ({ id, component: 'Tex' }))),
  ),
  input('90,000 unknown properties', ['VALIDATION_FAILED'], () =>
    components('s', { ...text('root', 'x'), ...Object.fromEntries(many('p', 90_000).map((name) => [name, 1])) }),
  ),
  input('one id 15,000 times', ['ID_DUPLICATE'], () =>
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
  input('15,000 options, all of them chosen where one may be', ['VALIDATION_FAILED'], () =>
    components('s', {
      id: 'root',
      component: 'ChoicePicker',
      options: many('', 15_000).map((value) => ({ label: 'a', value })),
      value: many('', 15_000),
    }),
  ),
  input('5,000 tabs', ['LIMIT_NODES'], () =>
    components('s', {
      id: 'root',
      component: 'Tabs',
      tabs: many('c', 5_000).map((child) => ({ title: 'a', child })),
    }),
  ),
]

/** One large component, drawn many times. */
export const multiplied: readonly HostileInput[] = [
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
  // Equal calls run once, so there is room for the work of the date, and not for all the texts that come of it.
  input('a date in 90,000 letters, 300 times', ['LIMIT_NODES', 'LIMIT_WORK'], () => [
    data('s', '/pattern', 'd '.repeat(30_000)),
    again(300, text('it', { call: 'formatDate', args: { value: '2026-05-14', format: { path: '/pattern' } } }))(),
  ]),
  input(
    '19,000 templates in a row, 100 times',
    ['LIMIT_WORK'],
    again(100, text('it', { call: 'formatString', args: { value: '${/a}'.repeat(19_000) } })),
  ),
]

/** Small messages that cost by what they draw or compute. */
export const small: readonly HostileInput[] = [
  input('Markdown of 1.6 kB, 560 times', ['LIMIT_NODES'], again(560, text('it', 'a\n===\n- a\n\n'.repeat(145)))),
  input('equal calls on 90,000 characters, 40,000 times', [], () => [
    data('s', '/text', ninety),
    again(
      20,
      text('it', {
        call: 'formatString',
        args: { value: '${email(value:${/text})}${numeric(value:${/text})}'.repeat(1_000) },
      }),
    )(),
  ]),
  input('v0.8: 3,000 updates for surfaces that never begin', ['LIMIT_HELD'], () =>
    many('u', 3_000).map((surfaceId) => ({
      surfaceUpdate: {
        surfaceId,
        components: [{ id: 'root', component: { Text: { text: { literalString: 'x'.repeat(150) } } } }],
      },
    })),
  ),
]

/** Elements that the browser itself takes long to make: for the bench alone. */
export const slow: readonly HostileInput[] = [
  input(
    'a date input, 9,999 times',
    ['LIMIT_NODES'],
    again(9_999, { component: 'DateTimeInput', label: 'L', value: '2026-05-14' }),
  ),
]
