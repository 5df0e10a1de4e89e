// One component of every type of both basic catalogs, and one call of every function. Children are the texts `a` and `b`.
import type { JsonObject } from '../../src/entries/index.ts'

const url = 'https://pictures.example/a'

/** Of v0.9, without an id. */
export const components: readonly (JsonObject & { readonly component: string })[] = [
  { component: 'Text', text: 'Some **bold** text and [a link](https://a.example/)', weight: 2 },
  { component: 'Row', children: ['a', 'b'], accessibility: { label: 'Both', description: 'Side by side' } },
  { component: 'Column', children: ['a', 'b'] },
  { component: 'Card', child: 'a' },
  { component: 'Button', child: 'a', action: { event: { name: 'go' } }, checks: [{ condition: false, message: 'No' }] },
  { component: 'TextField', label: 'A', value: 'one', variant: 'longText' },
  { component: 'CheckBox', label: 'A', value: true },
  { component: 'Image', url },
  { component: 'Icon', name: 'home' },
  { component: 'Video', url },
  { component: 'AudioPlayer', url, description: 'A tone' },
  { component: 'List', children: ['a', 'b'] },
  { component: 'Tabs', tabs: ['a', 'b'].map((child) => ({ title: child, child })) },
  { component: 'Modal', trigger: 'a', content: 'b' },
  { component: 'Divider' },
  { component: 'ChoicePicker', options: [{ label: 'A', value: 'a' }], value: ['a'], filterable: true },
  { component: 'Slider', value: 3, max: 10 },
  { component: 'DateTimeInput', value: '2026-01-01T00:00:00Z', enableDate: true, enableTime: true },
]

const word = { literalString: 'A' }
const address = { literalString: url }
const both = { explicitList: ['a', 'b'] }

/** Of v0.8: the properties by type. */
export const olderComponents: { readonly [type: string]: JsonObject } = {
  Text: { text: { literalString: 'Some **bold** text' }, usageHint: 'h2' },
  Row: { children: both },
  Column: { children: both },
  Card: { child: 'a' },
  Button: { child: 'a', primary: true, action: { name: 'go' } },
  TextField: { label: word, text: { literalString: '2026-01-01T00:00:00Z' }, textFieldType: 'date' },
  CheckBox: { label: word, value: { literalBoolean: true } },
  Image: { url: address },
  Icon: { name: { literalString: 'home' } },
  Video: { url: address },
  AudioPlayer: { url: address },
  List: { children: both },
  Tabs: { tabItems: [{ title: word, child: 'a' }] },
  Modal: { entryPointChild: 'a', contentChild: 'b' },
  Divider: {},
  MultipleChoice: { options: [{ label: word, value: 'a' }], selections: { literalArray: ['a'] } },
  Slider: { value: { literalNumber: 3 }, maxValue: 10 },
  DateTimeInput: { value: { literalString: '2026-01-01T00:00:00Z' }, enableDate: true, enableTime: true },
}

/** Functions that give a text: arguments, and what they give in `en-GB` and `Europe/Berlin`. */
export const texts: { readonly [name: string]: readonly [args: JsonObject, text: string] } = {
  formatString: [{ value: "On ${formatDate(value: '2026-05-14', format: 'd MMM')}" }, 'On 14 May'],
  formatNumber: [{ value: 1234.5 }, '1,234.5'],
  formatCurrency: [{ value: 7, currency: 'EUR' }, '€7.00'],
  formatDate: [
    { value: '2026-05-14T10:30:15Z', format: "EEEE d MMMM yyyy, HH:mm:ss.SSS XXX, QQQ G a, 'week' w e" },
    'Thursday 14 May 2026, 12:30:15.000 +02:00, Q2 AD pm, week 20 4',
  ],
  pluralize: [{ value: 2, one: 'one night', other: 'two nights' }, 'two nights'],
}

/** Functions that give `true` or `false`. */
export const conditions: { readonly [name: string]: JsonObject } = {
  required: { value: 'x' },
  regex: { value: 'abc', pattern: '^[a-z]+$' },
  length: { value: 'x', min: 1 },
  numeric: { value: 3, min: 1 },
  email: { value: 'ada@sample.example' },
  and: { values: [true, true] },
  or: { values: [true, false] },
  not: { value: false },
}

/** Functions with an effect. */
export const effects: { readonly [name: string]: JsonObject } = { openUrl: { url: 'https://a.example/' } }
