/** The shapes of carts and of what all answers have (document 000, "Resources and their fields"). */
import type { Shape } from './shape.ts'

export const text: Shape = { type: 'string' }
export const id: Shape = { type: 'string', minLength: 1 }
export const integer: Shape = { type: 'integer' }
/** Minor units of what is never less than nothing. */
export const amount: Shape = { type: 'integer', minimum: 0 }

/** Addresses, told apart by what they are for: `withSafeLinks` compares with these objects. */
export const link: Shape = { type: 'string', format: 'uri' }
export const picture: Shape = { ...link }
export const continuation: Shape = { ...link }

/** `YYYY-MM-DD`. */
export const versionPattern = '^\\d{4}-\\d{2}-\\d{2}$'

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

const messageShape: Shape = object(
  { type: { type: 'string', enum: ['error', 'warning', 'info'] }, content: text },
  { code: text, severity: text, path: text, url: link, image_url: picture },
)

export const messages: Shape = list(messageShape)

const total = object({ type: text, amount: integer }, { display_text: text })

export const contextShape: Shape = object(
  {},
  {
    ...{ address_country: text, address_region: text, postal_code: text },
    ...{ intent: text, language: text, currency: text },
  },
)

const quantity: Shape = { type: 'integer', minimum: 1 }

/** Terms, policies and the like. Their form is open but for the address. */
const links: Shape = { items: { properties: { url: link } } }
export const pages: Readonly<Record<string, Shape>> = { links, policies: links }

const lineItem = object(
  { id, item: object({ id, title: text, price: amount }, { image_url: picture }), quantity },
  { totals: list(total) },
)

export const cartShape: Shape = object(
  { id, line_items: list(lineItem), currency, totals: list(total) },
  { messages, ...pages, continue_url: continuation, expires_at: { type: 'string', format: 'date-time' } },
)

/** The body of Create Cart and of Update Cart. */
export const cartRequestShape: Shape = object(
  { line_items: list(object({ item: object({ id }), quantity }, { id })) },
  { id, context: contextShape },
)

/** A business outcome: status 200, and the envelope's status is `error`. */
export const refusalShape: Shape = object({ messages }, { continue_url: continuation })
