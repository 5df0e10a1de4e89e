/**
 * Checks a foreign value in one walk: whether it is JSON and within the limits.
 *
 * Index loops instead of `for … of`: until the engine has optimised the code, `for … of` makes an object at each step.
 * On the first surfaces of a page the code is not optimised yet.
 */

import type { Limits } from '../errors/limits.ts'
import { SurfaceError } from '../errors/surface-error.ts'
import { define, isList, isObject, type JsonObject, type JsonValue } from './value.ts'

/** What one walk counts. With these numbers the text need not be scanned in most cases. */
export interface Inspection {
  /** Members of all objects together. */
  keys: number
  /** Colons inside keys and strings. */
  colons: number
  /** Whether an integer beyond 2^53 was met, which may have lost digits. */
  imprecise: boolean
}

type Inspected = Pick<Limits, 'jsonDepth' | 'stringLength'>

/** Throws `LIMIT_DEPTH`, `LIMIT_STRING` or `NUMBER_RANGE`; recursion ends at the depth limit. */
export function inspect(value: JsonValue, limits: Inspected): Inspection {
  const found: Inspection = { keys: 0, colons: 0, imprecise: false }
  visit(value, 0, limits, found)
  return found
}

function visit(value: JsonValue, depth: number, limits: Inspected, found: Inspection): void {
  if (typeof value === 'string') visitText(value, limits, found)
  else if (typeof value === 'number')
    found.imprecise = Math.abs(finite(value)) > Number.MAX_SAFE_INTEGER || found.imprecise
  else if (typeof value === 'object' && value !== null) visitContainer(value, depth, limits, found)
}

function visitContainer(
  value: readonly JsonValue[] | JsonObject,
  depth: number,
  limits: Inspected,
  found: Inspection,
): void {
  checkDepth(depth, limits)
  if (isList(value)) {
    for (let index = 0; index < value.length; index++) visit(value[index] as JsonValue, depth + 1, limits, found)
    return
  }
  for (const key in value) {
    found.keys++
    visitText(key, limits, found)
    visit(value[key] as JsonValue, depth + 1, limits, found)
  }
}

function visitText(text: string, limits: Inspected, found: Inspection): void {
  checkLength(text, limits)
  for (let at = text.indexOf(':'); at >= 0; at = text.indexOf(':', at + 1)) found.colons++
}

function checkLength(text: string, { stringLength }: Inspected): void {
  if (text.length <= stringLength) return
  throw new SurfaceError('LIMIT_STRING', `A string is longer than ${stringLength} characters`, {
    hint: 'Shorten the text, or send it in parts.',
  })
}

/** The number, if it is one. */
function finite(value: number): number {
  if (Number.isFinite(value)) return value
  throw new SurfaceError('NUMBER_RANGE', 'A number is beyond the range of a double', {
    hint: 'Send numbers up to 1.7e308, or the value as a string.',
  })
}

function checkDepth(depth: number, { jsonDepth }: Inspected): void {
  if (depth < jsonDepth) return
  throw new SurfaceError('LIMIT_DEPTH', `The message nests deeper than ${jsonDepth} levels`, {
    hint: 'Flatten the value, or send it in parts.',
  })
}

/** The number of values that a parsed message may have. */
export const maxValues: number = 2_000_000

/**
 * Copies a parsed value, so that the caller's object is neither changed nor shared. Throws like `inspect`, and
 * `ENVELOPE_INVALID` for what is not JSON. `budget` bounds the number of values, because shared or circular references
 * can make a small object endless.
 */
export function copyJson(value: unknown, limits: Inspected, budget: number = maxValues): JsonValue {
  return copyPart(value, 0, limits, { values: budget })
}

/** A part of such a value, `depth` levels below its top. `left` counts down for all parts together. */
export function copyPart(value: unknown, depth: number, limits: Inspected, left: { values: number }): JsonValue {
  if (--left.values < 0) throw notJson('more values than a message may have, or a circular reference')
  if (typeof value === 'string') checkLength(value, limits)
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value
  if (typeof value === 'number') return finite(value)
  if (typeof value !== 'object') throw notJson(`a value of type ${typeof value}`)
  checkDepth(depth, limits)
  return Array.isArray(value) ? copyItems(value, depth, limits, left) : copyMembers(value, depth, limits, left)
}

function copyItems(
  items: readonly unknown[],
  depth: number,
  limits: Inspected,
  left: { values: number },
): readonly JsonValue[] {
  const result: JsonValue[] = []
  // Not `map`: it would skip holes, and JSON has no holes.
  for (let index = 0; index < items.length; index++) result.push(copyPart(items[index], depth + 1, limits, left))
  return result
}

function copyMembers(value: object, depth: number, limits: Inspected, left: { values: number }): JsonObject {
  if (!isPlainObject(value)) throw notJson('an object of a class')
  const result: { [key: string]: JsonValue } = {}
  for (const key in value) {
    const member = (value as { readonly [key: string]: unknown })[key]
    if (member === undefined || !Object.hasOwn(value, key)) continue
    checkLength(key, limits)
    define(result, key, copyPart(member, depth + 1, limits, left))
  }
  return result
}

/** Whether a value is an object of no class; of another window it may be. */
export function isPlainObject(value: unknown): value is { readonly [key: string]: unknown } {
  if (!isObject(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

function notJson(what: string): SurfaceError {
  return new SurfaceError('ENVELOPE_INVALID', `The message is not JSON: it holds ${what}`, {
    hint: 'Hand over what JSON.parse would give.',
  })
}
