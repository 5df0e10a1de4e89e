/** The shapes of answers (document 000, "Resources and their fields"): carts, products, outcomes, and what all of them have. */
import { versionPattern } from './profile.ts'
import {
  amount,
  continuation,
  currency,
  id,
  integer,
  link,
  list,
  object,
  picture,
  quantity,
  type Shape,
  text,
} from './shape.ts'

const messageShape: Shape = object(
  { type: { type: 'string', enum: ['error', 'warning', 'info'] }, content: text },
  { code: text, severity: text, path: text, url: link, image_url: picture },
)

const messages: Shape = list(messageShape)

const total = object({ type: text, amount: integer }, { display_text: text })

/** Terms, policies and the like. Their form is open but for the address. */
const links: Shape = { items: { properties: { url: link } } }
const pages: Readonly<Record<string, Shape>> = { links, policies: links }

const lineItem = object(
  { id, item: object({ id, title: text, price: amount }, { image_url: picture }), quantity },
  { totals: list(total) },
)

/** Nothing without one of its items: the others would not add up. */
export const cartTotals: Shape = list(total)

export const cartShape: Shape = object(
  { id, line_items: list(lineItem), currency, totals: cartTotals },
  { messages, ...pages, continue_url: continuation, expires_at: { type: 'string', format: 'date-time' } },
)

/** A business outcome: status 200, and the envelope's status is `error`. */
export const refusalShape: Shape = object({ messages }, { continue_url: continuation })

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

const choice = object({ label: text }, { available: flag, exists: flag })

export const productAnswerShape: Shape = object(
  {
    product: {
      ...productShape,
      properties: {
        ...productShape.properties,
        options: list(object({ name: text, values: list(choice) })),
        selected: list(object({ name: text, label: text })),
      },
    },
  },
  { messages },
)

const version: Shape = { type: 'string', pattern: versionPattern }

/** As document 000 writes it; a reader of both shapes of `capabilities` uses `readEnvelope`. */
export const envelopeShape: Shape = object(
  { version },
  {
    capabilities: { type: 'object', additionalProperties: list(object({ version })) },
    status: { type: 'string', enum: ['success', 'error'] },
  },
)

/** The body of a protocol error. */
export const errorShape: Shape = object({ code: text, content: text }, { continue_url: text })
