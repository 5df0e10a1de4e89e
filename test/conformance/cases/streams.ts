// Whole answers, of both versions: what an agent writes, and the texts that people then see.
import type { JsonObject, JsonValue } from '../../../src/json/value.ts'
import { CS, UC, UD, v08 as wire } from '../../support/messages.ts'

export interface StreamCase {
  readonly name: string
  readonly messages: readonly JsonObject[]
  /** Texts of the page, in any order. */
  readonly texts: readonly string[]
}

type Component = JsonObject & { readonly id: string }

function v09(name: string, data: JsonValue, components: readonly Component[], texts: readonly string[]): StreamCase {
  return { name: `v0.9: ${name}`, messages: [CS('room'), UD('room', '/', data), UC('room', components)], texts }
}

/** Of v0.8, data come as a list of typed entries. */
function v08(
  name: string,
  contents: readonly JsonObject[],
  components: readonly Component[],
  texts: readonly string[],
): StreamCase {
  const wrapped = components.map(({ id, component, ...props }) => wire.C(id, String(component), props))
  const messages = [wire.SU('room', wrapped), wire.DM('room', contents), wire.BR('room')]
  return { name: `v0.8: ${name}`, messages, texts }
}

const says = (literalString: string): JsonObject => ({ literalString })
const list = (...explicitList: string[]): JsonObject => ({ explicitList })
const press = { event: { name: 'go' } }

export const streamCases: readonly StreamCase[] = [
  v09(
    'a card with a heading',
    {},
    [
      { id: 'root', component: 'Card', child: 'all' },
      { id: 'all', component: 'Column', children: ['title', 'line'] },
      { id: 'title', component: 'Text', text: 'Tasting on Friday', variant: 'h3' },
      { id: 'line', component: 'Text', text: 'Six teas, two hours', variant: 'caption' },
    ],
    ['Tasting on Friday', 'Six teas, two hours'],
  ),
  v09(
    'a list by a template',
    {
      teas: [
        { name: 'Sencha', price: 4.5 },
        { name: 'Assam', price: 3 },
      ],
    },
    [
      { id: 'root', component: 'List', children: { path: '/teas', componentId: 'row' } },
      { id: 'row', component: 'Row', children: ['name', 'price'] },
      { id: 'name', component: 'Text', text: { path: 'name' } },
      {
        id: 'price',
        component: 'Text',
        text: { call: 'formatCurrency', args: { value: { path: 'price' }, currency: 'USD', decimals: 2 } },
      },
    ],
    ['Sencha', '$4.50', 'Assam', '$3.00'],
  ),
  v09(
    'a template within a template',
    {
      halls: [
        { hall: 'North', seats: ['N1', 'N2'] },
        { hall: 'South', seats: ['S1'] },
      ],
    },
    [
      { id: 'root', component: 'Column', children: { path: '/halls', componentId: 'part' } },
      { id: 'part', component: 'Column', children: ['hall', 'seats'] },
      { id: 'hall', component: 'Text', text: { path: 'hall' }, variant: 'h4' },
      { id: 'seats', component: 'Row', children: { path: 'seats', componentId: 'seat' } },
      { id: 'seat', component: 'Text', text: { path: '' } },
    ],
    ['North', 'N1', 'N2', 'South', 'S1'],
  ),
  v09(
    'a form',
    { guest: 'Ines' },
    [
      { id: 'root', component: 'Column', children: ['guest', 'tea', 'send'] },
      { id: 'guest', component: 'TextField', label: 'Your name', value: { path: '/guest' } },
      { id: 'tea', component: 'CheckBox', label: 'With milk', value: { path: '/milk' } },
      { id: 'send', component: 'Button', child: 'label', action: press, variant: 'primary' },
      { id: 'label', component: 'Text', text: 'Reserve' },
    ],
    ['Your name', 'With milk', 'Reserve'],
  ),
  v09(
    'tabs, one of them open',
    {},
    [
      {
        id: 'root',
        component: 'Tabs',
        tabs: [
          { title: 'Green', child: 'green' },
          { title: 'Black', child: 'black' },
        ],
      },
      { id: 'green', component: 'Text', text: 'Steep for two minutes' },
      { id: 'black', component: 'Text', text: 'Steep for four minutes' },
    ],
    ['Green', 'Black', 'Steep for two minutes'],
  ),
  v09(
    'texts of templates and plurals',
    { guest: { name: 'Ana' }, cups: 3 },
    [
      { id: 'root', component: 'Column', children: ['hello', 'cups'] },
      {
        id: 'hello',
        component: 'Text',
        text: { call: 'formatString', args: { value: 'Good evening, ${/guest/name}!' } },
      },
      {
        id: 'cups',
        component: 'Text',
        text: { call: 'pluralize', args: { value: { path: '/cups' }, one: 'one cup', other: 'several cups' } },
      },
    ],
    ['Good evening, Ana!', 'several cups'],
  ),
  v09(
    'Markdown',
    {},
    [{ id: 'root', component: 'Text', text: '**Closed** on Mondays\n\n- for cleaning\n- for *rest*' }],
    ['Closed on Mondays', 'for cleaning', 'for rest'],
  ),
  v08(
    'a card with a heading',
    [],
    [
      { id: 'root', component: 'Card', child: 'all' },
      { id: 'all', component: 'Column', children: list('title', 'line') },
      { id: 'title', component: 'Text', text: says('Tasting on Sunday'), usageHint: 'h2' },
      { id: 'line', component: 'Text', text: says('Bring a cup') },
    ],
    ['Tasting on Sunday', 'Bring a cup'],
  ),
  v08(
    'values of the model',
    [
      {
        key: 'guest',
        valueMap: [
          { key: 'name', valueString: 'Leo' },
          { key: 'visits', valueNumber: 12 },
        ],
      },
    ],
    [
      { id: 'root', component: 'Row', children: list('name', 'visits') },
      { id: 'name', component: 'Text', text: { path: '/guest/name' } },
      { id: 'visits', component: 'Text', text: { path: '/guest/visits' } },
    ],
    ['Leo', '12'],
  ),
  v08(
    'a list by a template',
    [
      {
        key: 'teas',
        valueMap: [
          { key: 't1', valueMap: [{ key: 'name', valueString: 'Mint' }] },
          { key: 't2', valueMap: [{ key: 'name', valueString: 'Rooibos' }] },
        ],
      },
    ],
    [
      { id: 'root', component: 'List', children: { template: { componentId: 'tea', dataBinding: '/teas' } } },
      { id: 'tea', component: 'Text', text: { path: 'name' } },
    ],
    ['Mint', 'Rooibos'],
  ),
  v08(
    'a form',
    [{ key: 'milk', valueBoolean: true }],
    [
      { id: 'root', component: 'Column', children: list('guest', 'milk', 'send') },
      { id: 'guest', component: 'TextField', label: says('Name of the guest'), text: { path: '/guest' } },
      { id: 'milk', component: 'CheckBox', label: says('Milk, please'), value: { path: '/milk' } },
      { id: 'send', component: 'Button', child: 'label', primary: true, action: { name: 'reserve', context: [] } },
      { id: 'label', component: 'Text', text: says('Reserve a table') },
    ],
    ['Name of the guest', 'Milk, please', 'Reserve a table'],
  ),
]
