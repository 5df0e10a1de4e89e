/** The shapes of products, and of searches and lookups with their answers (document 000, "Resources and their fields"). */
import type { Shape } from './shape.ts'
import { contextShape, currency, id, integer, list, messages, object, text } from './shapes.ts'

const amount: Shape = { type: 'integer', minimum: 0 }
const flag: Shape = { type: 'boolean' }
const texts: Shape = list(text)

const priceShape: Shape = object({ amount, currency })

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
