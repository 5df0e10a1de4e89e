/** The shapes of requests (document 000, "Cart operations" and "Catalog operations"): checked before they go out, and where they arrive. */
import { amount, id, list, object, type Shape, text } from './shape.ts'

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

const filtersShape: Shape = object({}, { categories: list(text), price: object({}, { min: amount, max: amount }) })

export const searchRequestShape: Shape = object(
  {},
  {
    ...{ query: text, context: contextShape, filters: filtersShape },
    pagination: object({}, { cursor: text, limit: { type: 'integer', minimum: 1 } }),
  },
)

export const lookupRequestShape: Shape = object({ ids: list(id, 1) }, { context: contextShape, filters: filtersShape })
