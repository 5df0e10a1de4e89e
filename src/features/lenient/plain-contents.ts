/** v0.8's `contents` where an agent sends an object in place of the list: plain JSON, with or without typed values. */
import { parsedJson } from '../../json/parsed-json.ts'
import { define, getOwn, isList, isObject, type JsonObject, type JsonValue, type Maybe } from '../../json/value.ts'

const typedNames: readonly string[] = [
  ...[
    'valueString',
    'valueNumber',
    'valueBoolean',
    'valueMap',
    'valueInt',
    'valueInteger',
    'valueFloat',
    'valueDouble',
  ],
  ...[
    'valueBool',
    'valueText',
    'valueList',
    'valueArray',
    'valueObject',
    'literalString',
    'literalNumber',
    'literalBoolean',
  ],
]

const standard = new Set(['key', 'valueString', 'valueNumber', 'valueBoolean', 'valueMap'])

/** Whether this is a list of entries with typed values. */
export function isTyped(value: Maybe): boolean {
  return isList(value) && value.length > 0 && value.every((one) => isEntry(one) && typedIn(one) !== undefined)
}

/** Whether an entry, at any depth, has its value under a name or in a form that v0.8 does not have. */
export function isOddList(contents: Maybe): boolean {
  if (!isList(contents)) return contents !== undefined
  return contents.some((one) => {
    if (!isObject(one) || typeof getOwn(one, 'key') !== 'string') return isObject(one) && typedIn(one) !== undefined
    return (
      (isEntry(one) && Object.keys(one).some((name) => !standard.has(name))) ||
      (Object.hasOwn(one, 'valueMap') && isOddList(one['valueMap']))
    )
  })
}

/** The data as entries with a `value` each, which may be any JSON. `undefined`: they are no object once they are read. */
export function entriesOf(contents: JsonValue): readonly JsonObject[] | undefined {
  const plain = plainOf(isEntry(contents) ? [contents] : contents)
  return isObject(plain) ? Object.entries(plain as JsonObject).map(([key, value]) => ({ key, value })) : undefined
}

/** Data as plain JSON, however they are written, in a text too. The list of no entries is no data. */
export function dataOf(sent: JsonValue): JsonValue {
  const value = typeof sent === 'string' ? (parsedJson(sent) ?? sent) : sent
  return isList(value) && value.length === 0 ? {} : plainOf(value)
}

/** Typed values and lists of entries become what they stand for; all other JSON stays as it is. */
export function plainOf(value: JsonValue): JsonValue {
  if (isList(value)) {
    if (value.length === 0 || !value.every(isEntry)) return value.map(plainOf)
    const object = objectOf(
      value.map((entry) => [
        getOwn(entry as JsonObject, 'key') as string,
        typedIn(entry) ?? (getOwn(entry as JsonObject, 'value') as JsonValue),
      ]),
    )
    // Typed values know no lists, so agents number their entries.
    const keys = Object.keys(object)
    return keys.every((key, index) => key === `${index}`) ? Object.values(object) : object
  }
  if (!isObject(value)) return value
  const typed = Object.keys(value).length === 1 ? typedIn(value) : undefined
  return typed === undefined ? objectOf(Object.entries(value as JsonObject)) : plainOf(typed)
}

function objectOf(members: readonly (readonly [name: string, value: JsonValue])[]): JsonObject {
  const object: { [name: string]: JsonValue } = {}
  for (const [name, value] of members) define(object, name, plainOf(value))
  return object
}

/** Whether this is `{"key": …}` with one typed value. */
function isEntry(value: JsonValue): boolean {
  if (!isObject(value) || typeof getOwn(value, 'key') !== 'string') return false
  return (
    Object.keys(value).length === 2 &&
    (typedIn(value as JsonObject) ?? getOwn(value as JsonObject, 'value')) !== undefined
  )
}

function typedIn(value: JsonValue): JsonValue | undefined {
  const name = typedNames.find((one) => isObject(value) && Object.hasOwn(value, one))
  return name === undefined ? undefined : (value as JsonObject)[name]
}
