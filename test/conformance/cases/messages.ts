// Single messages of v0.9: taken without a word, or told of once.
import type { JsonObject, JsonValue } from '../../../src/json/value.ts'
import { catalogId } from '../../support/messages.ts'

export interface MessageCase {
  readonly name: string
  readonly expect: 'valid' | 'invalid'
  readonly input: JsonObject
}

function message(name: string, verdict: MessageCase['expect'], kind: string, payload: JsonObject): MessageCase {
  return { name, expect: verdict, input: { version: 'v0.9', [kind]: { surfaceId: 'room', ...payload } } }
}

function one(name: string, verdict: MessageCase['expect'], component: JsonObject): MessageCase {
  return message(name, verdict, 'updateComponents', { components: [{ id: 'root', ...component }] })
}

/** A field whose value is checked by this call. */
function check(name: string, verdict: MessageCase['expect'], condition: JsonValue, rest: JsonObject = {}): MessageCase {
  const checks = [{ condition, message: 'Please look again.', ...rest }]
  return one(name, verdict, { component: 'TextField', label: 'Guest', value: { path: '/guest' }, checks })
}

function called(call: string, args: JsonValue, returnType?: string): JsonObject {
  return { call, args, ...(returnType && { returnType }) }
}

function text(name: string, verdict: MessageCase['expect'], value: JsonValue): MessageCase {
  return one(name, verdict, { component: 'Text', text: value })
}

function surface(name: string, verdict: MessageCase['expect'], rest: JsonObject): MessageCase {
  return message(name, verdict, 'createSurface', { catalogId, ...rest })
}

const guest = { path: '/guest' }

export const messageCases: readonly MessageCase[] = [
  surface('a surface', 'valid', {}),
  surface('a theme', 'valid', { theme: { primaryColor: '#0a7d55', agentDisplayName: 'The Tea Room' } }),
  surface('a theme with a member of the agent', 'valid', { theme: { season: 'spring' } }),
  surface('a colour by name', 'invalid', { theme: { primaryColor: 'green' } }),
  surface('a colour that is a number', 'invalid', { theme: { primaryColor: 725 } }),
  surface('whether data are sent back is no text', 'invalid', { sendDataModel: 'yes' }),
  message('data at the root', 'valid', 'updateDataModel', { value: { table: 7 } }),
  message('data at a place', 'valid', 'updateDataModel', { path: '/table', value: 7 }),
  message('data that are removed', 'valid', 'updateDataModel', { path: '/table' }),
  message('a place that is a number', 'invalid', 'updateDataModel', { path: 7, value: 7 }),
  message('components that are no list', 'invalid', 'updateComponents', { components: { id: 'root' } }),
  text('a text', 'valid', 'Welcome'),
  text('a bound text', 'valid', guest),
  text('a text that is a number', 'invalid', 7),
  one('a variant that a text has', 'valid', { component: 'Text', text: 'Menu', variant: 'h2' }),
  one('a variant that no text has', 'invalid', { component: 'Text', text: 'Menu', variant: 'h9' }),
  one('a property that no text has', 'invalid', { component: 'Text', text: 'Menu', blink: true }),
  one('a text without its text', 'invalid', { component: 'Text' }),
  one('a component that no catalog has', 'invalid', { component: 'Teapot' }),
  one('a button without an action', 'invalid', { component: 'Button', child: 'label' }),
  one('a button', 'valid', {
    component: 'Button',
    child: 'label',
    variant: 'borderless',
    action: { event: { name: 'pay' } },
  }),
  one('an event without a name', 'invalid', {
    component: 'Button',
    child: 'label',
    action: { event: { context: {} } },
  }),
  check('a check', 'valid', called('required', { value: guest })),
  check(
    'a check of several',
    'valid',
    called('and', { values: [called('required', { value: guest }), called('length', { value: guest, max: 40 })] }),
  ),
  check('a check that says what it returns', 'valid', called('email', { value: guest }, 'boolean')),
  check('a check that returns a text', 'invalid', called('formatString', { value: 'x' }, 'string')),
  check('an argument is missing', 'invalid', called('required', {})),
  check('an argument too many', 'invalid', called('email', { value: guest, strict: true })),
  check('a bound that is a text', 'invalid', called('length', { value: guest, min: '2' })),
  check('a bound below zero', 'invalid', called('length', { value: guest, max: -1 })),
  check('a list in place of arguments', 'invalid', called('required', [guest])),
  check('a check without a message', 'invalid', called('required', { value: guest }), { message: null }),
  text('a template', 'valid', called('formatString', { value: 'For ${/guest}' }, 'string')),
  text('a template that says it is a number', 'invalid', called('formatString', { value: 'For ${/guest}' }, 'number')),
  text('an amount without its currency', 'invalid', called('formatCurrency', { value: 5 })),
  text('places that are a text', 'invalid', called('formatNumber', { value: 5, decimals: 'two' })),
  text('a plural without its last form', 'invalid', called('pluralize', { value: 5, one: 'cup' })),
]
