/** What this business takes in each operation. The OpenAPI and OpenRPC documents show the same, with the limits of lists. */
import { lookupRequestShape, searchRequestShape } from '../catalog-shapes.ts'
import type { OperationName } from '../operations.ts'
import type { Shape } from '../shape.ts'
import { cartRequestShape } from '../shapes.ts'
import type { BusinessLimits } from './options.ts'

const largest = Number.MAX_SAFE_INTEGER

/** A shape with another shape in the place of one of its members. */
function withMember(shape: Shape, name: string, change: (member: Shape) => Shape): Shape {
  return { ...shape, properties: { ...shape.properties, [name]: change(shape.properties?.[name] ?? {}) } }
}

/** Upper bounds, so that the documents refuse what is no safe integer. */
const cart = withMember(cartRequestShape, 'line_items', (lines) => ({
  ...lines,
  items: withMember(lines.items ?? {}, 'quantity', (quantity) => ({ ...quantity, maximum: largest })),
}))

const search = withMember(withMember(searchRequestShape, 'filters', boundedPrices), 'pagination', (pagination) =>
  withMember(pagination, 'limit', (limit) => ({ ...limit, maximum: largest })),
)

function boundedPrices(filters: Shape): Shape {
  const bounded = (amount: Shape): Shape => ({ ...amount, maximum: largest })
  return withMember(filters, 'price', (price) => withMember(withMember(price, 'min', bounded), 'max', bounded))
}

/** Undefined: the operation has no body. */
export const requestShapes: Readonly<Record<OperationName, Shape | undefined>> = {
  createCart: withMember(cart, 'line_items', (lines) => ({ ...lines, minItems: 1 })),
  getCart: undefined,
  updateCart: cart,
  cancelCart: { type: 'object' },
  search,
  lookup: withMember(lookupRequestShape, 'filters', boundedPrices),
}

/** The shape of an operation's body as the documents show it. */
export function documentedShape(operation: OperationName, { ids, lines }: BusinessLimits): Shape | undefined {
  const shape = requestShapes[operation]
  const [name, maxItems] = operation === 'lookup' ? ['ids', ids] : ['line_items', lines]
  if (!shape?.properties?.[name]) return shape
  return withMember(shape, name, (list) => ({ ...list, maxItems }))
}
