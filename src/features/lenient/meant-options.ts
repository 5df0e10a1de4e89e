/** Lenient mode: options in any form, written out and in the data. */

import type { CatalogFunction } from '../../catalog/expression.ts'
import { parsedJson } from '../../json/parsed-json.ts'
import { getOwn, isList, isObject, type JsonObject, type JsonValue } from '../../json/value.ts'
import { internal } from './internal-function.ts'
import { inlineIn } from './meant-children.ts'
import { says } from './meant-words.ts'

/** An object by keys, or one that holds the list. */
export function listOf(object: JsonObject, name: string): readonly JsonValue[] {
  const inner = ['explicitList', 'items', 'options', 'list', 'literalArray'].find((one) => isList(object[one]))
  if (inner !== undefined) return object[inner] as readonly JsonValue[]
  return Object.entries(object).map(([key, value]) =>
    name === 'options'
      ? { value: key, label: isObject(value) ? (getOwn(value as JsonObject, 'label') ?? key) : value }
      : isObject(value) && !inlineIn(value)
        ? { title: key, ...(value as JsonObject) }
        : { title: key, child: value },
  )
}

/** Options in one text. */
export function wordsIn(text: JsonValue, name: string): readonly JsonValue[] | undefined {
  const words = name === 'options' && typeof text === 'string' ? text.split(/\s*[,;|\n]\s*/).filter(Boolean) : []
  return words.length > 1 ? words : undefined
}

/** One option, whatever its members are called. */
export function optionFor(sent: JsonValue, old: boolean): JsonValue {
  const text = (value: JsonValue): JsonValue => (old && typeof value === 'string' ? { literalString: value } : value)
  const plain = (value: JsonValue): JsonValue =>
    typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  if (isList(sent) && sent.length === 2)
    return { label: text(plain(sent[1] as JsonValue)), value: plain(sent[0] as JsonValue) }
  if (!isObject(sent)) return { label: text(plain(sent)), value: plain(sent) }
  const wire = sent as JsonObject
  if (Object.keys(wire).length === 1 && typeof wire['literalString'] === 'string')
    return { label: wire, value: wire['literalString'] }
  const all = Object.keys(wire)
  const find = (names: readonly string[]): string | undefined =>
    names.flatMap((name) => all.filter((one) => says(one, name)))[0]
  const label = find(['label', 'text', 'title', 'name', 'display', 'description', 'content', 'value', 'id'])
  const value = find(['value', 'id', 'key', 'code', 'name', 'label', 'text', 'title'])
  if (label === undefined || value === undefined) return sent
  const inner = wire[value] as JsonValue
  const literal = isObject(inner) ? (Object.values(inner as JsonObject)[0] ?? null) : inner
  return { label: text(plain(wire[label] as JsonValue)), value: plain(literal) }
}

/** Options from the data, of any form. */
export const optionsIn: CatalogFunction = internal('options', ({ value }) => {
  const parsed = typeof value === 'string' ? parsedJson(value) : value
  const list = isList(parsed) ? parsed : isObject(parsed) ? listOf(parsed as JsonObject, 'options') : []
  return list
    .map((one) => optionFor(one, false))
    .filter((one) => isObject(one) && typeof one['label'] === 'string' && typeof one['value'] === 'string')
})
