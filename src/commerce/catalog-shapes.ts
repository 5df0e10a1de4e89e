/** The shapes of searches and lookups (document 000, "Catalog operations"). */
import type { Shape } from './shape.ts'
import { amount, contextShape, id, list, object, text } from './shapes.ts'

const filtersShape: Shape = object({}, { categories: list(text), price: object({}, { min: amount, max: amount }) })

export const searchRequestShape: Shape = object(
  {},
  {
    ...{ query: text, context: contextShape, filters: filtersShape },
    pagination: object({}, { cursor: text, limit: { type: 'integer', minimum: 1 } }),
  },
)

export const lookupRequestShape: Shape = object({ ids: list(id, 1) }, { context: contextShape, filters: filtersShape })
