// From an action to the event that the agent gets.
import type { JsonObject, JsonValue } from '../../../src/json/value.ts'

export interface ActionCase {
  readonly name: string
  readonly action: JsonObject
  readonly data?: JsonValue
  /** Where the component stands in the data: the element of a list, for one that is drawn by a template. */
  readonly scope?: string
  readonly expect?: { readonly name: string; readonly context?: JsonObject }
  /** One for each report; no event is sent. */
  readonly expect_errors?: readonly string[]
}

const data = {
  table: 7,
  guest: { name: 'Ines' },
  orders: [
    { tea: 'sencha', cups: 2 },
    { tea: 'assam', cups: 1 },
  ],
}

function sends(name: string, given: JsonObject, context: JsonObject, scope = '/'): ActionCase {
  return { name, data, scope, action: { event: { name: 'order', context: given } }, expect: { name: 'order', context } }
}

function refused(name: string, action: JsonObject): ActionCase {
  return { name, data, action, expect_errors: ['refused'] }
}

export const actionCases: readonly ActionCase[] = [
  { name: 'a name alone', action: { event: { name: 'leave' } }, expect: { name: 'leave' } },
  {
    name: 'an empty context',
    action: { event: { name: 'leave', context: {} } },
    expect: { name: 'leave', context: {} },
  },
  sends(
    'literals of each kind',
    { text: 'x', number: 1, yes: true, no: false },
    { text: 'x', number: 1, yes: true, no: false },
  ),
  sends('a value of the model', { table: { path: '/table' } }, { table: 7 }),
  sends('a whole branch of the model', { guest: { path: '/guest' } }, { guest: { name: 'Ines' } }),
  sends('a list of the model', { all: { path: '/orders' } }, { all: data.orders }),
  sends('a path from the element', { tea: { path: 'tea' } }, { tea: 'assam' }, '/orders/1'),
  sends(
    'a path from the root beside one from the element',
    { t: { path: '/table' }, c: { path: 'cups' } },
    { t: 7, c: 2 },
    '/orders/0',
  ),
  sends('a call', { line: { call: 'formatString', args: { value: 'For ${/guest/name}' } } }, { line: 'For Ines' }),
  sends(
    'a call within a call',
    { ok: { call: 'not', args: { value: { call: 'required', args: { value: { path: '/table' } } } } } },
    { ok: false },
  ),
  sends('names that other members have', { path: '/as/it/stands', call: 'me' }, { path: '/as/it/stands', call: 'me' }),
  refused('a function that nobody has', { functionCall: { call: 'brew' } }),
  refused('one in the context', { event: { name: 'order', context: { tea: { call: 'brew' } } } }),
  refused('an argument that the function has not', {
    functionCall: { call: 'openUrl', args: { url: 'https://tea.example', tab: 1 } },
  }),
]
