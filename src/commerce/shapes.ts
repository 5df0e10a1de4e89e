/** The shapes of document 000's resources and requests, and what the fact sheet adds to them. */
import type { Shape } from './shape.ts'

const text: Shape = { type: 'string' }
const texts: Shape = { type: 'array', items: text }
const id: Shape = { type: 'string', minLength: 1 }
const integer: Shape = { type: 'integer' }
const amount: Shape = { type: 'integer', minimum: 0 }
const flag: Shape = { type: 'boolean' }

/** `YYYY-MM-DD`. */
export const versionPattern = '^\\d{4}-\\d{2}-\\d{2}$'

const version: Shape = { type: 'string', pattern: versionPattern }
const currency: Shape = { type: 'string', pattern: '^[A-Z]{3}$' }

function object(required: Readonly<Record<string, Shape>>, optional: Readonly<Record<string, Shape>> = {}): Shape {
  return { type: 'object', required: Object.keys(required), properties: { ...required, ...optional } }
}

function list(items: Shape, minItems = 0): Shape {
  return minItems > 0 ? { type: 'array', items, minItems } : { type: 'array', items }
}

const messageShape: Shape = object(
  { type: { type: 'string', enum: ['error', 'warning', 'info'] }, content: text },
  { code: text, severity: text, path: text },
)

const messages = list(messageShape)

/** As the seed's dialect writes it; a reader of both shapes of `capabilities` uses `readEnvelope`. */
export const envelopeShape: Shape = /* @__PURE__ */ object(
  { version },
  {
    capabilities: { type: 'object', additionalProperties: list(object({ version })) },
    status: { type: 'string', enum: ['success', 'error'] },
  },
)

const priceShape: Shape = object({ amount, currency })

const total = object({ type: text, amount: integer }, { display_text: text })

const contextShape: Shape = object(
  {},
  {
    ...{ address_country: text, address_region: text, postal_code: text },
    ...{ intent: text, language: text, currency: text },
  },
)

const quantity: Shape = { type: 'integer', minimum: 1 }

const lineItem = object(
  { id, item: object({ id, title: text, price: integer }, { image_url: text }), quantity },
  { totals: list(total) },
)

export const cartShape: Shape = object(
  { id, line_items: list(lineItem), currency, totals: list(total) },
  { messages, continue_url: text, expires_at: text },
)

/** The body of Create Cart and of Update Cart. */
export const cartRequestShape: Shape = object(
  { line_items: list(object({ item: object({ id }), quantity }, { id })) },
  { id, context: contextShape },
)

const variantShape: Shape = object(
  { id, title: text, price: priceShape },
  {
    sku: text,
    availability: object({ available: flag }, { status: text }),
    selected_options: list(object({ name: text, label: text })),
    tags: texts,
    inputs: list(object({ id: text, match: text })),
  },
)

const productShape: Shape = object(
  {
    ...{ id, title: text, description: object({}, { plain: text }) },
    price_range: object({ min: priceShape, max: priceShape }),
    variants: list(variantShape, 1),
  },
  {
    ...{ handle: text, url: text },
    categories: list(object({ value: text }, { taxonomy: text })),
    media: list(object({ type: text, url: text }, { alt_text: text })),
    options: list(object({ name: text, values: list(object({ label: text })) })),
    rating: object({ value: { type: 'number' }, scale_max: { type: 'number' } }, { count: integer }),
  },
)

const filtersShape: Shape = object({}, { categories: texts, price: object({}, { min: amount, max: amount }) })

export const searchRequestShape: Shape = object(
  {},
  {
    ...{ query: text, context: contextShape, filters: filtersShape },
    pagination: object({}, { cursor: text, limit: { type: 'integer', minimum: 1 } }),
  },
)

export const lookupRequestShape: Shape = object({ ids: list(id, 1) }, { context: contextShape, filters: filtersShape })

/** 4096: cursors are sent back and remembered, so their length is bounded. */
const paginationShape: Shape = object(
  { has_next_page: flag },
  { cursor: { type: 'string', maxLength: 4096 }, total_count: amount },
)

/** The answer of Search. `pagination` is absent where a business has one page only. */
export const searchAnswerShape: Shape = object(
  { products: list(productShape) },
  { messages, pagination: paginationShape },
)

export const lookupAnswerShape: Shape = object({ products: list(productShape) }, { messages })

/** A business outcome: status 200, and the envelope's status is `error`. */
export const refusalShape: Shape = object({ messages }, { continue_url: text })

/** The body of a protocol error. */
export const errorShape: Shape = /* @__PURE__ */ object({ code: text, content: text }, { continue_url: text })
