/**
 * Checks a foreign value in one walk: whether it is JSON and within the limits.
 *
 * Index loops instead of `for … of`: until the engine has optimised the code, `for … of` makes an object at each step.
 * On the first surfaces of a page the code is not optimised yet.
 */

import type { Limits } from '../errors/limits.ts'
import { reasonOf, SurfaceError } from '../errors/surface-error.ts'
import { clip, define, isList, isObject, type JsonValue } from './value.ts'

type Inspected = Pick<Limits, 'jsonDepth' | 'stringLength'>

/**
 * The number of members of all objects together; `NaN` if there is an integer beyond 2^53, which may have lost digits.
 * Throws `LIMIT_DEPTH`, `LIMIT_STRING` or `NUMBER_RANGE`; recursion ends at the depth limit.
 */
export function inspect(value: JsonValue, limits: Inspected, depth = 0): number {
  if (typeof value === 'string') checkLength(value, limits)
  if (typeof value === 'number') return Math.abs(finite(value)) > Number.MAX_SAFE_INTEGER ? Number.NaN : 0
  if (typeof value !== 'object' || value === null) return 0
  checkDepth(depth, limits)
  let members = 0
  if (isList(value))
    for (let index = 0; index < value.length; index++) members += inspect(value[index] as JsonValue, limits, depth + 1)
  else
    for (const key in value) {
      checkLength(key, limits)
      members += 1 + inspect(value[key] as JsonValue, limits, depth + 1)
    }
  return members
}

/** The text, if it is short enough. */
function checkLength(text: string, { stringLength }: Inspected): string {
  if (text.length <= stringLength) return text
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
 * `ENVELOPE_INVALID` for what is not JSON. The number of values is bounded, because shared or circular references can
 * make a small object endless.
 */
export function copyJson(value: unknown, limits: Inspected): JsonValue {
  try {
    return copyPart(value, 0, limits, { values: maxValues })
  } catch (thrown) {
    throw notReadable(thrown)
  }
}

/** What reading a foreign object threw: an error of ours, or that of a getter or proxy. */
export function notReadable(cause: unknown): SurfaceError {
  if (cause instanceof SurfaceError) return cause
  const place = { hint: 'Hand over what JSON.parse would give.' }
  return new SurfaceError(
    'ENVELOPE_INVALID',
    `The message is not JSON: reading it throws ${clip(reasonOf(cause))}`,
    place,
    { cause },
  )
}

/** A part of such a value, `depth` levels below its top. `left` counts down for all parts together. */
export function copyPart(value: unknown, depth: number, limits: Inspected, left: { values: number }): JsonValue {
  if (--left.values < 0) throw notJson('more values than a message may have, or a circular reference')
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'string') return checkLength(value, limits)
  if (typeof value === 'number') return finite(value)
  if (typeof value !== 'object') throw notJson(`a value of type ${typeof value}`)
  checkDepth(depth, limits)
  if (Array.isArray(value)) {
    const items: JsonValue[] = []
    // Not `map`: it would skip holes, and JSON has no holes.
    for (let index = 0; index < value.length; index++) items.push(copyPart(value[index], depth + 1, limits, left))
    return items
  }
  if (!isPlainObject(value)) throw notJson('an object of a class')
  const members: { [key: string]: JsonValue } = {}
  for (const key in value) {
    const member = value[key]
    if (member === undefined || !Object.hasOwn(value, key)) continue
    checkLength(key, limits)
    define(members, key, copyPart(member, depth + 1, limits, left))
  }
  return members
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
