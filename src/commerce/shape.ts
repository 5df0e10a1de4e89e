/**
 * What a value must look like, as JSON Schema (draft 2020-12) of a few keywords. The same object checks an answer, checks
 * a request, and stands in the OpenAPI document of a business. Members that are not named are allowed and kept. At the end are
 * the shapes of requests: checked before they go out, and where they arrive.
 */
import { getOwn, isObject } from '../json/value.ts'

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
  /** For documents, and for those who look at it themselves. `faultIn` does not. */
  readonly format?: 'uri' | 'date-time'
  readonly enum?: readonly string[]
}

/**
 * What is wrong with a value: one sentence with the place (JSON Pointer) of the first fault, or undefined.
 * Integers are safe integers. Recursion is bounded by the shape, not by the value.
 */
export function faultIn(value: unknown, shape: Shape, at = ''): string | undefined {
  const fault = valueFault(value, shape)
  if (fault !== undefined) return `${at || 'The document'} ${fault}`
  if (Array.isArray(value)) return faultInItems(value, shape, at)
  return isObject(value) ? faultInMembers(value, shape, at) : undefined
}

function faultInMembers(value: Readonly<Record<string, unknown>>, shape: Shape, at: string): string | undefined {
  const missing = shape.required?.find((key) => getOwn(value, key) === undefined)
  if (missing !== undefined) return `${at}/${missing} is missing`
  const properties = shape.properties ?? {}
  for (const [key, item] of Object.entries(value)) {
    const expected = getOwn(properties, key) ?? shape.additionalProperties
    const fault = expected && faultIn(item, expected, `${at}/${escapeKey(key)}`)
    if (fault !== undefined) return fault
  }
  return undefined
}

function faultInItems(value: readonly unknown[], shape: Shape, at: string): string | undefined {
  for (const [index, item] of value.entries()) {
    const fault = shape.items && faultIn(item, shape.items, `${at}/${index}`)
    if (fault !== undefined) return fault
  }
  return undefined
}

/** What is wrong with the value itself, whatever is in it. */
export function valueFault(value: unknown, shape: Shape): string | undefined {
  const { type, minItems = 0, minimum, maximum } = shape
  if (type !== undefined && !hasType(value, type)) return `must be ${/^[aio]/.test(type) ? 'an' : 'a'} ${type}`
  if (typeof value === 'string') return faultOfText(value, shape)
  if (Array.isArray(value) && value.length < minItems) return `must have ${minItems} or more items`
  if (typeof value !== 'number') return undefined
  if (minimum !== undefined && value < minimum) return `must be at least ${minimum}`
  return maximum !== undefined && value > maximum ? `must be at most ${maximum}` : undefined
}

function faultOfText(value: string, shape: Shape): string | undefined {
  const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = shape
  if (shape.enum && !shape.enum.includes(value)) return `must be one of ${shape.enum.join(', ')}`
  if (value.length < minLength) return 'must not be empty'
  if (value.length > maxLength) return 'is too long'
  return pattern !== undefined && !new RegExp(pattern, 'u').test(value) ? `must match ${pattern}` : undefined
}

function hasType(value: unknown, type: NonNullable<Shape['type']>): boolean {
  if (type === 'object') return isObject(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'integer') return Number.isSafeInteger(value)
  return typeof value === type
}

/** RFC 6901: `~` and `/` in a key. */
export function escapeKey(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

export const text: Shape = { type: 'string' }
export const id: Shape = { type: 'string', minLength: 1 }
export const integer: Shape = { type: 'integer' }
/** Minor units of what is never less than nothing. */
export const amount: Shape = { type: 'integer', minimum: 0 }

/** Addresses, told apart by what they are for: `withSafeLinks` compares with these objects. */
export const link: Shape = { type: 'string', format: 'uri' }
export const picture: Shape = { ...link }
export const continuation: Shape = { ...link }

export const currency: Shape = { type: 'string', pattern: '^[A-Z]{3}$' }

export function object(
  required: Readonly<Record<string, Shape>>,
  optional: Readonly<Record<string, Shape>> = {},
): Shape {
  return { type: 'object', required: Object.keys(required), properties: { ...required, ...optional } }
}

export function list(items: Shape, minItems = 0): Shape {
  return minItems > 0 ? { type: 'array', items, minItems } : { type: 'array', items }
}

const contextShape: Shape = object(
  {},
  {
    ...{ address_country: text, address_region: text, postal_code: text },
    ...{ intent: text, language: text, currency: text },
  },
)

/** How many of an item. */
export const quantity: Shape = { type: 'integer', minimum: 1 }

/** The body of Create Cart and of Update Cart. */
export const cartRequestShape: Shape = object(
  { line_items: list(object({ item: object({ id }), quantity }, { id })) },
  { id, context: contextShape },
)

const choices = list(object({ name: text, label: text }))

const filtersShape: Shape = object(
  {},
  {
    categories: list(text),
    price: object({}, { min: amount, max: amount }),
    options: choices,
  },
)

export const searchRequestShape: Shape = object(
  {},
  {
    ...{ query: text, context: contextShape, filters: filtersShape },
    pagination: object({}, { cursor: text, limit: { type: 'integer', minimum: 1 } }),
  },
)

export const lookupRequestShape: Shape = object({ ids: list(id, 1) }, { context: contextShape, filters: filtersShape })

export const productRequestShape: Shape = object(
  { id },
  { selected: choices, preferences: list(text), context: contextShape, filters: filtersShape },
)
