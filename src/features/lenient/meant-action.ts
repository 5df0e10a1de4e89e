/** Lenient mode: an action in any form → the one of its version. */

import { parsedJson } from '../../json/parsed-json.ts'
import { getOwn, isList, isObject, type JsonObject, type JsonValue, type Maybe } from '../../json/value.ts'
import { memberOf, placeIn } from './meant-path.ts'

/** What stands around an action. */
interface Around {
  /** The action is one of v0.8. */
  readonly old: boolean
  /** What the component says, for an action without a name. */
  readonly words: string
  /** What goes along and was written beside the action. */
  readonly beside: JsonObject
}

/** Whether a member of this name holds what goes along. */
export function isContext(name: string): boolean {
  return /^(?:\w*context|param(?:eter)?s|payload|arg(?:ument)?s|\w*data|inputs?|body|values)$/i.test(name)
}

/** Members that name an action, the surest first. */
const names = (
  'name tool toolName actionName eventName actionId action event function command call id type intent value handler ' +
  'callback method'
).split(' ')
/** What kind of action it is, which is not its name where it has another one. */
const kinds = /^(event|submit|click|callback|custom|tool|server|action|function|tool_call|agent|press|button)$/

export function meantAction(sent: JsonValue, around: Around): JsonValue {
  const { old, words, beside } = around
  const value = typeof sent === 'string' ? (parsedJson(sent) ?? sent) : sent
  if (typeof value === 'string')
    return /^https?:\/\//.test(value) ? opening(value, old) : event(value, contextIn(beside) ?? {}, old)
  const [only] = isList(value) ? value : [value]
  if (only === null || only === true) return event(named(words), contextIn(beside) ?? {}, old)
  if (!isObject(only)) return sent
  const wire = only as JsonObject
  if (!old && isRight(wire)) return wire
  const call = getOwn(wire, 'functionCall') ?? (typeof getOwn(wire, 'call') === 'string' ? wire : undefined)
  const fn = call === undefined ? undefined : callIn(call)
  if (fn && !old) return { functionCall: fn }
  const found = nameIn(wire)
  const address = getOwn(wire, 'url') ?? getOwn(wire, 'href')
  if (typeof address === 'string' && (!found || /open|link|navigate|url/i.test(found.name)))
    return opening(address, old)
  if (!found) return event(named(words), contextIn(wire) ?? contextIn(beside) ?? {}, old)
  const context = contextIn(found.wire) ?? contextIn(wire) ?? contextIn(beside) ?? othersIn(found)
  return event(found.name, context, old)
}

/** The form of v0.9, with nothing else in it. */
function isRight(wire: JsonObject): boolean {
  const inner = getOwn(wire, 'event')
  if (!isObject(inner) || Object.keys(wire).length !== 1) return false
  const { name, context = {}, ...others } = inner as JsonObject
  const plain =
    isObject(context) &&
    Object.values(context as JsonObject).every((one) => JSON.stringify(valueIn(one, false)) === JSON.stringify(one))
  return typeof name === 'string' && plain && Object.keys(others).length === 0
}

/** The name of an action, and the object that has it: the outermost one. */
function nameIn(wire: JsonObject, depth = 0): { readonly name: string; readonly wire: JsonObject } | undefined {
  const texts = names.map((name) => getOwn(wire, name)).filter((one) => typeof one === 'string' && one !== '')
  const sure = texts.find((one) => !kinds.test(one as string)) as string | undefined
  if (sure !== undefined) return { name: sure, wire }
  for (const [name, value] of Object.entries(wire)) {
    const inner = isList(value) ? value[0] : value
    const found = isObject(inner) && !isContext(name) && depth < 4 ? nameIn(inner as JsonObject, depth + 1) : undefined
    if (found) return found
  }
  return texts.length > 0 ? { name: texts[0] as string, wire } : undefined
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
  for (const [name, value] of Object.entries(wire)) {
    const found = isContext(name) && typeof value === 'string' ? parsedJson(value) : value
    if (!isContext(name) || typeof found !== 'object' || found === null) continue
    return isList(found) ? Object.fromEntries(found.flatMap(entryOf)) : (found as JsonObject)
  }
  return undefined
}

function entryOf(one: JsonValue, index: number): readonly (readonly [string, JsonValue])[] {
  if (!isObject(one)) return [[`${index}`, one]]
  const { key, name = key, value, path, ...others } = one as JsonObject
  if (typeof name === 'string') return [[name, value ?? (path === undefined ? others : { path })]]
  return Object.entries(one as JsonObject)
}

/** Members beside the name are what goes along. */
function othersIn({ name, wire }: { readonly name: string; readonly wire: JsonObject }): JsonObject {
  const isSurplus = (one: string, value: JsonValue): boolean =>
    value === name || one === 'type' || /^(kind|label|method|returnType)$/.test(one) || kinds.test(String(value))
  return Object.fromEntries(Object.entries(wire).filter(([one, value]) => !isSurplus(one, value) && !isContext(one)))
}

function event(name: string, context: JsonObject, old: boolean): JsonValue {
  const entries = Object.entries(context).map(([key, value]) => [key, valueIn(value, old)] as const)
  if (old) return { name, ...(entries.length > 0 && { context: entries.map(([key, value]) => ({ key, value })) }) }
  return { event: { name, ...(entries.length > 0 && { context: Object.fromEntries(entries) }) } }
}

/** A value of a context as the version writes it. */
function valueIn(sent: JsonValue, old: boolean): JsonValue {
  const path = placeIn(sent)
  if (path !== undefined) return { path }
  const [only = '', inner] = memberOf(sent)
  const value = /^literal/.test(only) && inner !== undefined ? inner : sent
  if (!old) return value
  if (typeof value === 'number') return { literalNumber: value }
  if (typeof value === 'boolean') return { literalBoolean: value }
  return typeof value === 'string' ? { literalString: value } : { literalString: JSON.stringify(value) }
}

function callIn(sent: Maybe): JsonObject | undefined {
  if (!isObject(sent)) return undefined
  const { call, name = call, args, arguments: other = args, parameters = other, ...others } = sent as JsonObject
  const { function: fn, returnType, ...rest } = others
  const called = name ?? fn
  if (typeof called !== 'string') return undefined
  return { call: called, ...(returnType !== undefined && { returnType }), args: parameters ?? rest }
}

function opening(url: string, old: boolean): JsonValue {
  return old
    ? { name: 'open_url', context: [{ key: 'url', value: { literalString: url } }] }
    : { functionCall: { call: 'openUrl', args: { url } } }
}
