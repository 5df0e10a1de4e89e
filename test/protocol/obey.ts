// Obeys the hint of a report to the letter: a form is filled with what was sent.
import type { SurfaceError } from '../../src/entries/index.ts'
import { namesIn, type Pointer, read, write } from '../../src/json/pointer.ts'
import { isObject, type JsonObject, type JsonValue } from '../../src/json/value.ts'

/** The message once each hint is obeyed. Two reports that say the same of one place are one. */
export function obeyed(message: JsonObject, faults: readonly SurfaceError[]): JsonObject {
  const done = new Set<string>()
  let current: JsonValue = message
  for (const fault of faults) {
    const place = placeOf(fault)
    const key = JSON.stringify([place, fault.hint])
    if (done.has(key)) continue
    done.add(key)
    const next = changed(read(current, place) as JsonValue, fault)
    current = write(current, place, next, new WeakSet()) as JsonObject
  }
  return current as JsonObject
}

/** What the hint is about: the value at the place; what a missing or unknown name stands in; a component as a whole. */
function placeOf({ place: { at = '' }, message, hint }: SurfaceError): Pointer {
  const names = namesIn(at)
  const component = names.indexOf('components') + 2
  const around = Number(/is missing|no property|no message/.test(message)) + Number(hint.startsWith('Send its members'))
  const whole = hint.startsWith('Send {"id"')
  return names.slice(0, whole ? component : names.length - around) as readonly string[] as Pointer
}

function changed(sent: JsonValue, { hint, place }: SurfaceError): JsonValue {
  const object = sent as JsonObject
  const last = namesIn(place.at ?? '').at(-1) as string
  const renamed = /^Rename "(\w+)" to "(\w+)"\.$/.exec(hint)
  const meant = /^(?:Did you mean|In v0\.\d it is) "(\w+)"[?.]$/.exec(hint)?.[1]
  if (renamed) return withName(object, renamed[1] as string, renamed[2] as string)
  if (meant) return withName(object, last, meant)
  if (hint === 'Leave it out.') return without(object, last)
  const itself = /^Send the value of "(\w+)" itself\.$/.exec(hint)?.[1]
  if (itself) return object[itself] as JsonValue
  if (hint.startsWith('Send a string')) return 'x'
  if (hint.startsWith('Send its members')) {
    const name = Object.keys(object).find((one) => place.at?.split('/').includes(one)) as string
    return { ...without(object, name), ...(object[name] as JsonObject) }
  }
  const same = /^Send the same in "(\w+)", as (plain JSON|.*)\.$/.exec(hint)
  if (same) {
    const [name, value] = Object.entries(object).find(([one]) => one === 'contents' || one === 'value') ?? []
    const form = same[2] === 'plain JSON' ? { '…': '…' } : parsed(same[2] as string)
    return { ...without(object, name as string), [same[1] as string]: filled(form, value as JsonValue) }
  }
  const added = /^Add "(\w+)"/.exec(hint)?.[1]
  if (added && added in object) return object
  const form = /^Send ([{[].*?[}\]])(?: or .*|, .*)?\.$/.exec(hint)?.[1]
  if (form === undefined) throw new Error(`Nobody can obey this: ${hint}`)
  return filled(parsed(form), sent)
}

function withName(object: JsonObject, from: string, to: string): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([name, one]) => [name === from ? to : name, one]))
}

function without(object: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([one]) => one !== name))
}

/** The form as JSON, in which `…` stands for what was sent. */
function parsed(form: string): JsonValue {
  return JSON.parse(
    form.replaceAll('{…}', '{"…": "…"}').replaceAll(', …', ', "…": "…"').replaceAll(': …', ': "…"'),
  ) as JsonValue
}

const anything = '{"…":"…"}'

function filled(form: JsonValue, sent: JsonValue): JsonValue {
  if (form === '…') return sent
  if (typeof form === 'string') return form
  if (JSON.stringify(form) === anything) return Array.isArray(sent) ? Object.fromEntries(sent.map(memberOf)) : sent
  if (!Array.isArray(form)) return filledObject(form as JsonObject, sent)
  const [item] = form as readonly JsonValue[]
  if (Array.isArray(sent)) return sent
  return Object.entries(sent as JsonObject).map(([key, value]) => filled(item as JsonValue, { key, value }))
}

/** The member that an entry with a key stands for. */
function memberOf({ key, ...rest }: JsonObject): readonly [string, JsonValue] {
  return [key as string, Object.values(rest)[0] as JsonValue]
}

/** First the members that were sent by the names of the form, then what is left where the form has another name. */
function filledObject(form: JsonObject, sent: JsonValue): JsonObject {
  const left = new Map(Object.entries(membersFor(form, sent)))
  const result: { [name: string]: JsonValue } = {}
  for (const [name, inner] of Object.entries(form)) {
    const value = left.get(name)
    if (value === undefined || (isObject(inner) && !isObject(value))) continue
    left.delete(name)
    // A wrapper in the place of a word: what is in it stands beside the word.
    const isWord = typeof inner === 'string' && inner !== '…'
    if (isWord && isObject(value)) for (const part of Object.values(value)) addAll(left, part as JsonObject)
    if (!isWord) result[name] = filled(inner, value)
  }
  for (const [name, inner] of Object.entries(form).filter(([one]) => one !== '…' && result[one] === undefined)) {
    const word = typeof inner === 'string' ? inner : Object.keys(inner as JsonObject)[0]
    for (const [one, value] of left) if (value === word) left.delete(one)
    const [[first, value] = []] = left
    if (typeof inner === 'string' && inner !== '…') result[name] = inner
    else if (isObject(inner) && Object.keys(form).length === 1) result[name] = filled(inner, takeAll(left))
    else if (isObject(inner) && JSON.stringify(inner) !== anything) result[name] = filled(inner, takeAll(left))
    else if (first !== undefined) {
      left.delete(first)
      result[name] = filled(inner, value as JsonValue)
    }
  }
  if ('…' in form) return { ...result, ...takeAll(left) }
  for (const bag of left.size > 0 ? Object.values((result['component'] ?? {}) as JsonObject) : [])
    Object.assign(bag as object, takeAll(left))
  return result
}

/** Those of the object; of an object in it, where the form is for that one; a value by itself. */
function membersFor(form: JsonObject, sent: JsonValue): JsonObject {
  const has = (value: unknown): value is JsonObject =>
    isObject(value) && Object.keys(value).some((name) => name in form)
  if (!isObject(sent)) return { value: sent }
  const inner = Object.values(sent)
  return !has(sent) && inner.length === 1 && has(inner[0]) ? inner[0] : (sent as JsonObject)
}

function addAll(members: Map<string, JsonValue>, more: JsonObject): void {
  for (const [name, value] of Object.entries(more)) members.set(name, value)
}

function takeAll(members: Map<string, JsonValue>): JsonObject {
  const all = Object.fromEntries(members)
  members.clear()
  return all
}
