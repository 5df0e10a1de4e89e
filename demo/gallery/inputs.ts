/** Components that people enter something into. */
import { lines, v08 } from '../messages.ts'
import { type Exhibit, type Fields, failing, long } from './exhibit.ts'

const options: readonly Fields[] = [
  { label: 'Window', value: 'window' },
  { label: 'Aisle', value: 'aisle' },
  { label: 'Anywhere', value: 'any' },
]
const many: readonly Fields[] = [
  ...options,
  { label: 'Near the front', value: 'front' },
  { label: long, value: 'long' },
]
const arabic: readonly Fields[] = [
  { label: 'نافذة', value: 'window' },
  { label: 'ممر', value: 'aisle' },
]

const choice = (extra: Fields): Fields => ({ label: 'Seat', options, value: { path: '/seat' }, ...extra })
const seat: Fields = { seat: ['aisle'] }

/** Two of three are chosen, and no more may be: v0.8 alone has such a bound. */
function twoOfThree(surfaceId: string): string {
  const option = (label: string, value: string): Fields => ({ label: { literalString: label }, value })
  return lines(
    v08.components(surfaceId, {
      id: 'root',
      component: {
        MultipleChoice: {
          selections: { literalArray: ['window', 'front'] },
          options: [option('Window', 'window'), option('Aisle', 'aisle'), option('Near the front', 'front')],
          maxAllowedSelections: 2,
        },
      },
    }),
    v08.begin(surfaceId, 'root'),
  )
}

export const inputs: readonly Exhibit[] = [
  {
    type: 'TextField',
    cases: [
      { state: 'default', props: { label: 'Name', value: { path: '/name' } }, data: { name: 'Ada' } },
      { state: 'empty', props: { label: 'Name', value: { path: '/name' } } },
      { state: 'several lines', props: { label: 'Wishes', variant: 'longText', value: long } },
      { state: 'invalid', props: { label: 'Name', value: { path: '/name' }, ...failing } },
      { state: 'secret', props: { label: 'Password', variant: 'obscured', value: 'open sesame' } },
      { state: 'long', props: { label: long, value: long } },
      { state: 'right to left', props: { label: 'الاسم', value: 'ليلى' }, rightToLeft: true },
    ],
  },
  {
    type: 'CheckBox',
    cases: [
      { state: 'off', props: { label: 'With breakfast', value: false } },
      { state: 'on', props: { label: 'With breakfast', value: true } },
      { state: 'invalid', props: { label: 'I have read the terms', value: false, ...failing } },
      { state: 'long', props: { label: long, value: true } },
      { state: 'right to left', props: { label: 'مع الفطور', value: true }, rightToLeft: true },
    ],
  },
  {
    type: 'ChoicePicker',
    cases: [
      { state: 'one of', props: choice({}), data: seat },
      { state: 'several of', props: choice({ variant: 'multipleSelection' }), data: { seat: ['aisle', 'any'] } },
      { state: 'chips, one of', props: choice({ displayStyle: 'chips' }), data: seat },
      {
        state: 'chips, several of',
        props: choice({ displayStyle: 'chips', variant: 'multipleSelection' }),
        data: { seat: ['aisle', 'any'] },
      },
      { state: 'filter', props: choice({ options: many, filterable: true, variant: 'multipleSelection' }), data: seat },
      { state: 'invalid', props: choice({ value: { path: '/nothing' }, ...failing }) },
      { state: 'long', props: choice({ options: many, displayStyle: 'chips', label: long }), data: { seat: ['long'] } },
      { state: 'empty', props: choice({ options: [] }) },
      { state: 'disabled', props: {}, wire: twoOfThree },
      { state: 'right to left', props: choice({ label: 'المقعد', options: arabic }), data: seat, rightToLeft: true },
    ],
  },
  {
    type: 'Slider',
    cases: [
      { state: 'default', props: { label: 'Guests', value: { path: '/guests' }, max: 10 }, data: { guests: 4 } },
      { state: 'fractions', props: { label: 'Volume', value: { path: '/volume' }, max: 1 }, data: { volume: 0.35 } },
      { state: 'empty', props: { label: 'Guests', value: { path: '/nothing' }, max: 10 } },
      {
        state: 'invalid',
        props: { label: 'Guests', value: { path: '/guests' }, max: 10, ...failing },
        data: { guests: 9 },
      },
      { state: 'long', props: { label: long, value: 5000, max: 10_000 } },
      { state: 'right to left', props: { label: 'الضيوف', value: 4, max: 10 }, rightToLeft: true },
    ],
  },
  {
    type: 'DateTimeInput',
    cases: [
      { state: 'date', props: { label: 'Arrival', value: '2026-05-14', enableDate: true } },
      { state: 'time', props: { label: 'At', value: '19:30', enableTime: true } },
      {
        state: 'date and time',
        props: { label: 'Table for', value: '2026-05-14T19:30', enableDate: true, enableTime: true },
      },
      { state: 'empty', props: { label: 'Arrival', value: { path: '/nothing' }, enableDate: true } },
      { state: 'invalid', props: { label: 'Arrival', value: { path: '/nothing' }, enableDate: true, ...failing } },
      { state: 'long', props: { label: long, value: '2026-05-14', enableDate: true } },
      { state: 'right to left', props: { label: 'الوصول', value: '2026-05-14', enableDate: true }, rightToLeft: true },
    ],
  },
]
