/** Lenient mode: an action in any form → the one of its version. */

import { parsedJson } from '../json/parsed-json.ts'
import { isList, isObject, type JsonObject, type JsonValue, own } from '../json/value.ts'
import { meantPath, meantText } from './meant-path.ts'

const contextNames = [
  'context',
  'params',
  'parameters',
  'payload',
  'args',
  'arguments',
  'data',
  'input',
  'body',
  'values',
]
const actionNames = [
  'name',
  'tool',
  'toolName',
  'actionName',
  'eventName',
  'actionId',
  'action',
  'event',
  'function',
  'command',
  'id',
  'type',
  'intent',
  'value',
]
/** What kind of action it is, which is not its name where it has another one. */
const kinds = /^(event|submit|click|callback|custom|tool|server|action|function|tool_call|agent|press|button)$/

/** `words`: what the component says, for an action without a name. */
export function meantAction(sent: JsonValue, old: boolean, words: string): JsonValue {
  const value = typeof sent === 'string' ? (parsedJson(sent) ?? sent) : sent
  if (typeof value === 'string') return /^https?:\/\//.test(value) ? opening(value, old) : event(value, {}, old)
  if (value === null || value === true) return event(named(words), {}, old)
  const [only] = isList(value) ? value : [value]
  if (!isObject(only)) return sent
  const wire = only as JsonObject
  if (!old && isRight(wire)) return sent
  const call = own(wire, 'functionCall') ?? (typeof own(wire, 'call') === 'string' ? wire : undefined)
  if (!old && call !== undefined) return { functionCall: callIn(call) }
  const address = own(wire, 'url') ?? own(wire, 'href')
  const inner = ['event', 'action', 'userAction', 'onClick', 'click', 'function', 'tool']
    .map((name) => own(wire, name))
    .find(isObject) as JsonObject | undefined
  const found = nameIn(wire) ?? (inner && nameIn(inner))
  if (typeof address === 'string' && (found === undefined || /open|link|navigate|url/i.test(found)))
    return opening(address, old)
  const name = found ?? (isObject(inner) ? undefined : named(words))
  if (name === undefined) return sent
  const context = contextIn(inner ?? {}) ?? contextIn(wire) ?? othersIn(wire)
  return event(name, context, old)
}

/** The form of v0.9, with nothing else in it. */
function isRight(wire: JsonObject): boolean {
  const inner = own(wire, 'event')
  if (!isObject(inner) || Object.keys(wire).length !== 1) return false
  const { name, context = {}, ...others } = inner as JsonObject
  const plain =
    isObject(context) &&
    Object.values(context as JsonObject).every((one) => JSON.stringify(valueIn(one, false)) === JSON.stringify(one))
  return typeof name === 'string' && plain && Object.keys(others).length === 0
}

function nameIn(wire: JsonObject): string | undefined {
  const texts = actionNames
    .map((name) => own(wire, name))
    .filter((one) => typeof one === 'string' && one !== '') as readonly string[]
  return texts.find((one) => !kinds.test(one)) ?? texts[0]
}

/** A name that is made of words. */
function named(words: string): string {
  return (
    words
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '_')
      .replace(/^_|_$/g, '') || 'press'
  )
}

function contextIn(wire: JsonObject): JsonObject | undefined {
  const found = contextNames.map((name) => own(wire, name)).find((one) => typeof one === 'object' && one !== null)
  if (found === undefined) return undefined
  if (!isList(found)) return found as JsonObject
  return Object.fromEntries(found.flatMap((one, index) => entryOf(one, index)))
}

function entryOf(one: JsonValue, index: number): readonly (readonly [string, JsonValue])[] {
  if (!isObject(one)) return [[`${index}`, one]]
  const { key, name = key, value, path, ...others } = one as JsonObject
  if (typeof name === 'string') return [[name, value ?? (path === undefined ? others : { path })]]
  return Object.entries(one as JsonObject)
}

/** Members beside the name are what goes along. */
function othersIn(wire: JsonObject): JsonObject {
  const names = new Set([
    ...actionNames,
    ...contextNames,
    'url',
    'href',
    'kind',
    'method',
    'label',
    'onClick',
    'click',
    'userAction',
  ])
  return Object.fromEntries(Object.entries(wire).filter(([name]) => !names.has(name)))
}

function event(name: string, context: JsonObject, old: boolean): JsonValue {
  const entries = Object.entries(context).map(([key, value]) => [key, valueIn(value, old)] as const)
  if (old) return { name, ...(entries.length > 0 && { context: entries.map(([key, value]) => ({ key, value })) }) }
  return { event: { name, ...(entries.length > 0 && { context: Object.fromEntries(entries) }) } }
}

/** A value of a context as the version writes it. */
function valueIn(sent: JsonValue, old: boolean): JsonValue {
  const [only = '', second] = isObject(sent) ? Object.keys(sent) : []
  const inner = isObject(sent) && second === undefined ? ((sent as JsonObject)[only] as JsonValue) : undefined
  if (only === 'path' && typeof inner === 'string') return { path: meantPath(inner) ?? inner }
  const value = /^literal/.test(only) && inner !== undefined ? inner : sent
  const path = typeof value === 'string' ? meantText(value)?.path : undefined
  if (path !== undefined) return { path }
  if (!old) return value
  if (typeof value === 'number') return { literalNumber: value }
  if (typeof value === 'boolean') return { literalBoolean: value }
  return typeof value === 'string' ? { literalString: value } : { literalString: JSON.stringify(value) }
}

function callIn(sent: JsonValue): JsonValue {
  if (!isObject(sent)) return sent
  const { call, name = call, args, arguments: other = args, parameters = other, ...others } = sent as JsonObject
  const { function: fn, returnType, ...rest } = others
  const called = name ?? fn
  if (called === undefined) return sent
  return { call: called, ...(returnType !== undefined && { returnType }), args: parameters ?? rest }
}

function opening(url: string, old: boolean): JsonValue {
  return old
    ? { name: 'open_url', context: [{ key: 'url', value: { literalString: url } }] }
    : { functionCall: { call: 'openUrl', args: { url } } }
}
