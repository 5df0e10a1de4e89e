/** The shapes of products, and of the answers that bring them (document 000, "Catalog product"). */
import type { Shape } from './shape.ts'
import { amount, currency, id, integer, link, list, messages, object, pages, picture, text } from './shapes.ts'

const flag: Shape = { type: 'boolean' }
const texts: Shape = list(text)

const priceShape: Shape = object({ amount, currency })

const media: Shape = list(object({ type: text, url: picture }, { alt_text: text }))

const variantShape: Shape = object(
  { id, title: text, price: priceShape },
  {
    sku: text,
    availability: object({ available: flag }, { status: text }),
    selected_options: list(object({ name: text, label: text })),
    tags: texts,
    inputs: list(object({ id: text, match: text })),
    ...{ media, ...pages, seller: { properties: pages } },
  },
)

const productShape: Shape = object(
  {
    ...{ id, title: text, description: object({}, { plain: text, html: text, markdown: text }) },
    price_range: object({ min: priceShape, max: priceShape }),
    variants: list(variantShape, 1),
  },
  {
    ...{ handle: text, url: link, tags: texts, media, ...pages },
    categories: list(object({ value: text }, { taxonomy: text })),
    options: list(object({ name: text, values: list(object({ label: text })) })),
    rating: object({ value: { type: 'number' }, scale_max: { type: 'number' } }, { count: integer }),
  },
)

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
