/** Converts values of the data model to the type that a property promises to its renderer. */
import { isList, isObject, type JsonValue, type Maybe } from './value.ts'

/** What a property or argument takes. */
export type ValueType = 'string' | 'number' | 'boolean' | 'stringList' | 'objectList' | 'value'

const valueTypes: readonly unknown[] = [
  'string',
  'number',
  'boolean',
  'stringList',
  'objectList',
  'value',
] satisfies ValueType[]

export function isValueType(type: unknown): type is ValueType {
  return valueTypes.includes(type)
}

export function toType(value: Maybe, type: ValueType): Maybe {
  switch (type) {
    case 'string':
      return toText(value)
    case 'number':
      return toNumber(value)
    case 'boolean':
      return toBoolean(value)
    case 'stringList':
      return toTextList(value)
    case 'objectList':
      return toObjectList(value)
    case 'value':
      return value
  }
}

/** `undefined` and null become the empty text; objects and arrays become JSON. */
export function toText(value: Maybe): string {
  if (typeof value === 'string') return value
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? jsonOf(value) : String(value)
}

/** Cache: values never change, and a thousand texts may show the same value. */
const known = new WeakMap<object, string>()

function jsonOf(value: object): string {
  const text = known.get(value) ?? JSON.stringify(value)
  known.set(value, text)
  return text
}

/** True is 1. A value that is not a number and does not read as one is 0. */
export function toNumber(value: Maybe): number {
  const number = typeof value === 'object' || value === undefined ? 0 : Number(value)
  return Number.isFinite(number) ? number : 0
}

/** True are: the text "true" in any case, every number but 0, and of other values all but null. */
export function toBoolean(value: Maybe): boolean {
  if (typeof value === 'string') return value.toLowerCase() === 'true'
  return Boolean(value)
}

/** A single value is a list of one; the empty text is none. */
function toTextList(value: Maybe): readonly string[] {
  const list = listOf(value)
  if (list) return list.every((item) => typeof item === 'string') ? list : list.map(toText)
  return typeof value === 'object' || value === undefined || value === '' ? [] : [toText(value)]
}

/** What is no object in a list is left out. */
function toObjectList(value: Maybe): readonly JsonValue[] {
  const list = listOf(value) ?? []
  return list.every(isObject) ? list : list.filter(isObject)
}

/** An array; or an object with the names of an array, 0 and so on: v0.8 has no arrays, so agents write such objects. */
function listOf(value: Maybe): readonly JsonValue[] | undefined {
  if (isList(value)) return value
  if (!isObject(value)) return undefined
  const names = Object.keys(value)
  return names.every((name, index) => name === String(index))
    ? names.map((name) => value[name] as JsonValue)
    : undefined
}

/** Whether the value of the type says all that `value` says. Nothing is false and an empty text or list, and no number. */
export function saysAll(value: Maybe, type: ValueType): boolean {
  const nothing = value === undefined || value === null
  switch (type) {
    case 'number':
      return typeof value === 'string' ? value.trim() !== '' && Number.isFinite(Number(value)) : Number.isFinite(value)
    case 'boolean':
      return nothing || (typeof value === 'string' ? /^(?:true|false|)$/i.test(value) : typeof value !== 'object')
    case 'stringList':
      return nothing || typeof value !== 'object' || listOf(value) !== undefined
    case 'objectList':
      return nothing || listOf(value)?.every(isObject) === true
    default:
      return true
  }
}
