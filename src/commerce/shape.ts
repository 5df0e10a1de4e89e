/**
 * What a value must look like, as JSON Schema (draft 2020-12) of a few keywords. The same object checks an answer, checks
 * a request, and stands in the OpenAPI document of a business. Members that are not named are allowed and kept.
 */
import { isObject, own } from '../json/value.ts'

export interface Shape {
  readonly type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean'
  readonly description?: string
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, Shape>>
  /** Of members that `properties` does not name. */
  readonly additionalProperties?: Shape
  readonly items?: Shape
  readonly minItems?: number
  /** For documents only. `faultIn` does not look at it: more items are `request_too_large`. */
  readonly maxItems?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly pattern?: string
  readonly enum?: readonly string[]
}

/**
 * What is wrong with a value: one sentence with the place (JSON Pointer) of the first fault, or undefined.
 * Integers are safe integers. Recursion is bounded by the shape, not by the value.
 */
export function faultIn(value: unknown, shape: Shape, at = ''): string | undefined {
  if (shape.type !== undefined && !hasType(value, shape.type)) return `${place(at)} must be ${named(shape.type)}`
  if (typeof value === 'string') return faultInText(value, shape, at)
  if (typeof value === 'number') return faultInNumber(value, shape, at)
  if (Array.isArray(value)) return faultInArray(value, shape, at)
  return isObject(value) ? faultInObject(value, shape, at) : undefined
}

function faultInObject(value: Readonly<Record<string, unknown>>, shape: Shape, at: string): string | undefined {
  const missing = shape.required?.find((key) => own(value, key) === undefined)
  if (missing !== undefined) return `${place(`${at}/${missing}`)} is missing`
  const properties = shape.properties ?? {}
  for (const [key, item] of Object.entries(value)) {
    const expected = own(properties, key) ?? shape.additionalProperties
    const fault = expected && faultIn(item, expected, `${at}/${escapeKey(key)}`)
    if (fault !== undefined) return fault
  }
  return undefined
}

function faultInArray(value: readonly unknown[], shape: Shape, at: string): string | undefined {
  if (value.length < (shape.minItems ?? 0)) return `${place(at)} must have ${shape.minItems} or more items`
  for (const [index, item] of value.entries()) {
    const fault = shape.items && faultIn(item, shape.items, `${at}/${index}`)
    if (fault !== undefined) return fault
  }
  return undefined
}

function faultInText(value: string, shape: Shape, at: string): string | undefined {
  if (shape.enum && !shape.enum.includes(value)) return `${place(at)} must be one of ${shape.enum.join(', ')}`
  if (value.length < (shape.minLength ?? 0)) return `${place(at)} must not be empty`
  if (value.length > (shape.maxLength ?? Number.POSITIVE_INFINITY)) return `${place(at)} is too long`
  if (shape.pattern !== undefined && !new RegExp(shape.pattern, 'u').test(value)) {
    return `${place(at)} must match ${shape.pattern}`
  }
  return undefined
}

function faultInNumber(value: number, shape: Shape, at: string): string | undefined {
  if (value < (shape.minimum ?? Number.NEGATIVE_INFINITY)) return `${place(at)} must be at least ${shape.minimum}`
  if (value > (shape.maximum ?? Number.POSITIVE_INFINITY)) return `${place(at)} must be at most ${shape.maximum}`
  return undefined
}

function hasType(value: unknown, type: NonNullable<Shape['type']>): boolean {
  if (type === 'object') return isObject(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'integer') return Number.isSafeInteger(value)
  return typeof value === type
}

function named(type: string): string {
  return /^[aio]/.test(type) ? `an ${type}` : `a ${type}`
}

function place(at: string): string {
  return at === '' ? 'The document' : at
}

/** RFC 6901: `~` and `/` in a key. */
function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
