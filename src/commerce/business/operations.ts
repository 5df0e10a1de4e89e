/** What a business serves: the table of operations, what each takes, and one of them carried out for both bindings. */

import { canonicalJson, digestOf } from '../../http/digest.ts'
import { isDeeper } from '../../http/limits.ts'
import { type Dialect, type Operation, type OperationName, operationNames, operations } from '../dialect.ts'
import { CommerceError } from '../error.ts'
import {
  cartRequestShape,
  faultIn,
  id,
  list,
  lookupRequestShape,
  object,
  type Shape,
  searchRequestShape,
  text,
} from '../shape.ts'
import type { CartRequest, LookupRequest, SearchRequest } from '../types.ts'
import { type Answer, type Result, refusal, type Session } from './answer.ts'
import { cancelCart, createCart, getCart, updateCart } from './carts.ts'
import { lookup, search } from './catalog.ts'
import { changeOnce } from './idempotency.ts'
import type { BusinessLimits, Settings } from './options.ts'
import type { ProductRequest } from './product-detail.ts'

/** `getProduct` is the public protocol's: one product in full, to choose a variant of. */
export type ServedOperation = OperationName | 'getProduct'

export const served: Readonly<Record<ServedOperation, Operation>> = {
  ...operations,
  getProduct: { ...operations.lookup, path: '/catalog/product', tool: 'get_product' },
}

export function servedIn(dialect: Dialect): readonly ServedOperation[] {
  return dialect.name === 'ucp' ? [...operationNames, 'getProduct'] : operationNames
}

export interface Call {
  readonly operation: ServedOperation
  /** The idempotency key. Undefined: the request has none, and is carried out each time. */
  readonly key: string | undefined
  /** `''` where the operation has none. */
  readonly cartId: string
  /** The body, as it was parsed. */
  readonly payload: unknown
  readonly session: Session
  /** Whether the capability of the operation is in common. */
  readonly compatible: boolean
}

/** Throws protocol errors; what the business decides is an answer. */
export async function runOperation(call: Call, settings: Settings): Promise<Answer> {
  const { operation, session, payload } = call
  if (!call.compatible) return textOf(incompatible(call, settings))
  // Within the change: a key that has an answer to another request is a conflict, whatever this request says.
  const compute = async (): Promise<Result> => {
    checkPayload(operation, payload, settings.limits)
    return carryOut(call, settings)
  }
  if (!served[operation].changes) return textOf(await compute())
  return changeOnce(
    operation,
    { key: call.key, digest: await digestOfCall(call, settings) },
    session,
    settings,
    compute,
  )
}

/**
 * The same for requests that say the same: by what was parsed, so that spaces and the order of members do not count. What
 * is too deep is no request of anything, and has no canonical form: writing it would use up the stack.
 */
function digestOfCall({ operation, cartId, payload, session }: Call, { limits }: Settings): Promise<string> {
  const text = isDeeper(payload, limits.depth) ? 'too deep' : canonicalJson(payload)
  return digestOf(`${JSON.stringify([session.dialect.name, operation, cartId])}${text}`)
}

function checkPayload(operation: ServedOperation, payload: unknown, { depth }: BusinessLimits): void {
  const shape = requestShapes[operation]
  const fault = shape && faultIn(payload, shape)
  if (fault !== undefined) throw new CommerceError('invalid_request', fault)
  if (isDeeper(payload, depth)) throw new CommerceError('invalid_request', `The request has more than ${depth} levels`)
}

/** The payload has the shape of its operation. */
async function carryOut({ operation, cartId, payload, session }: Call, settings: Settings): Promise<Result> {
  switch (operation) {
    case 'createCart':
      return createCart(payload as CartRequest, session, settings)
    case 'getCart':
      return getCart(cartId, session, settings)
    case 'updateCart':
      return updateCart(cartId, payload as CartRequest, session, settings)
    case 'cancelCart':
      return cancelCart(cartId, session, settings)
    case 'search':
      return search(payload as SearchRequest, session, settings)
    case 'lookup':
      return lookup(payload as LookupRequest, session, settings)
    case 'getProduct':
      return (await import('./product-detail.ts')).getProduct(payload as ProductRequest, session, settings)
  }
}

function incompatible({ session }: Call, { continueUrl }: Settings): Result {
  const content = 'Platform and business have no capability in common that this operation needs.'
  const message = { type: 'error', code: 'capabilities_incompatible', content, severity: 'unrecoverable' } as const
  return refusal(session, [message], continueUrl())
}

function textOf({ status, body }: Result): Answer {
  return { status, body: JSON.stringify(body) }
}

const largest = Number.MAX_SAFE_INTEGER

/** A shape with another shape in the place of one of its members. */
export function withMember(shape: Shape, name: string, change: (member: Shape) => Shape): Shape {
  return { ...shape, properties: { ...shape.properties, [name]: change(shape.properties?.[name] ?? {}) } }
}

/** Upper bounds, so that the documents refuse what is no safe integer. */
const cartBody = withMember(cartRequestShape, 'line_items', (lines) => ({
  ...lines,
  items: withMember(lines.items ?? {}, 'quantity', (quantity) => ({ ...quantity, maximum: largest })),
}))

const searchBody = withMember(withMember(searchRequestShape, 'filters', boundedPrices), 'pagination', (pagination) =>
  withMember(pagination, 'limit', (limit) => ({ ...limit, maximum: largest })),
)

function boundedPrices(filters: Shape): Shape {
  const bounded = (amount: Shape): Shape => ({ ...amount, maximum: largest })
  return withMember(filters, 'price', (price) => withMember(withMember(price, 'min', bounded), 'max', bounded))
}

const lookupBody = withMember(lookupRequestShape, 'filters', boundedPrices)

/** Undefined: the operation has no body. */
const requestShapes: Readonly<Record<ServedOperation, Shape | undefined>> = {
  createCart: withMember(cartBody, 'line_items', (lines) => ({ ...lines, minItems: 1 })),
  getCart: undefined,
  updateCart: cartBody,
  cancelCart: { type: 'object' },
  search: searchBody,
  lookup: lookupBody,
  getProduct: {
    ...lookupBody,
    required: ['id'],
    properties: {
      ...{ context: lookupBody.properties?.['context'] ?? {}, filters: lookupBody.properties?.['filters'] ?? {} },
      ...{ id, selected: list(object({ name: text, label: text })), preferences: list(text) },
    },
  },
}

/** The shape of an operation's body as the documents show it. */
export function documentedShape(operation: ServedOperation, { ids, lines }: BusinessLimits): Shape | undefined {
  const shape = requestShapes[operation]
  const [name, maxItems] = operation === 'lookup' ? ['ids', ids] : ['line_items', lines]
  if (!shape?.properties?.[name]) return shape
  return withMember(shape, name, (list) => ({ ...list, maxItems }))
}
