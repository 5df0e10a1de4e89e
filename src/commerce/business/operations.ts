/** What a business serves: the table of operations, what each takes, and one of them carried out for both bindings. */

import { canonicalJson, digestOf } from '../../shared/http/digest.ts'
import { isDeeper } from '../../shared/http/limits.ts'
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
import type { CartRequest, LookupRequest, ProductRequest, SearchRequest } from '../types.ts'
import {
  capabilityOf,
  type Operation,
  type OperationName,
  operationNames,
  operations,
  type WireNames,
  wireNames,
} from '../wire-names.ts'
import { type Answer, type Result, refusal, type Session, textOf } from './answer.ts'
import type { HostOperations, HostRequest } from './host-operations.ts'
import { changeOnce } from './idempotency.ts'
import type { BusinessLimits, Settings } from './options.ts'

/** An operation as it is served: one of both spellings' table, or one of the host's own. */
export interface ServedOperation extends Omit<Operation, 'method' | 'path' | 'payload'> {
  /** As `authenticate` is asked about it. */
  readonly name: OperationName | (string & {})
  /** The whole name of its capability, in document 000's spelling. */
  readonly capability: string
  /** Absent with `path`: the operation is a tool only. */
  readonly method?: 'GET' | 'POST' | 'PUT'
  readonly path?: string
  readonly payload?: string
  /** Absent: there is none. */
  readonly body?: Shape
  readonly description: string
  /** Whether `run` does what cannot be taken back, and so runs only while its key is claimed. Default: false. */
  readonly isEffect?: boolean
  readonly run: (call: Call, settings: Settings) => Promise<Result>
}

export function servedIn(
  wire: WireNames,
  { operations = {} }: Pick<Settings, 'operations'>,
): readonly ServedOperation[] {
  return [...shared, ...(wire.name === 'ucp' ? [getProduct] : []), ...hostOperationsOf(operations)]
}

/** Throws a TypeError for what the host serves in vain: nobody could call it, or it could not run. */
export function checkOperations(settings: Pick<Settings, 'operations' | 'profiles'>): void {
  const profiles = [...settings.profiles.values()]
  for (const [name, tools] of Object.entries(settings.operations ?? {}))
    if (Object.keys(tools).length > 0 && !profiles.some(({ capabilities }) => Object.hasOwn(capabilities, name)))
      throw new TypeError(`"${name}" is in no profile: check the names in "operations"`)
  const taken = new Set<string>()
  for (const { tool, method, path } of servedIn(wireNames('ucp'), settings)) {
    if (path?.startsWith('/') === false) throw new TypeError(`The path "${path}" must begin with a slash`)
    for (const address of [tool, ...(path ? [`${method} ${path}`] : [])]) {
      if (taken.has(address)) throw new TypeError(`"${address}" is served already: give the operation another name`)
      taken.add(address)
    }
  }
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
  const { operation, session, payload, key } = call
  if (!call.compatible) return textOf(incompatible(call, settings))
  // Within the change: a key that has an answer to another request is a conflict, whatever this request says.
  const compute = async (): Promise<Result> => {
    checkPayload(operation, payload, settings.limits)
    return operation.run(call, settings)
  }
  if (!operation.changes) return textOf(await compute())
  const digest = await digestOfCall(call, settings)
  const { claimedChange } = operation.isEffect ? await loadClaims() : {}
  return changeOnce({ key, digest }, session, settings, compute, claimedChange)
}

/**
 * The same for requests that say the same: by what was parsed, so that spaces and the order of members do not count. What
 * is too deep is no request of anything, and has no canonical form: writing it would use up the stack.
 */
function digestOfCall({ operation, cartId, payload, session }: Call, { limits }: Settings): Promise<string> {
  const text = isDeeper(payload, limits.depth) ? 'too deep' : canonicalJson(payload)
  return digestOf(`${JSON.stringify([session.wire.name, operation.name, cartId])}${text}`)
}

function checkPayload({ body }: ServedOperation, payload: unknown, { depth }: BusinessLimits): void {
  const fault = body && faultIn(payload, body)
  if (fault !== undefined) throw new CommerceError('invalid_request', fault)
  if (isDeeper(payload, depth)) throw new CommerceError('invalid_request', `The request has more than ${depth} levels`)
}

function incompatible({ session }: Call, { refusalUrl }: Settings): Result {
  const content = 'Platform and business have no capability in common that this operation needs.'
  const message = { type: 'error', code: 'capabilities_incompatible', content, severity: 'unrecoverable' } as const
  return refusal(session, [message], refusalUrl())
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

const loadClaims = (): Promise<typeof import('./claims.ts')> => import('./claims.ts')
const loadCarts = (): Promise<typeof import('./carts.ts')> => import('./carts.ts')
const loadCatalog = (): Promise<typeof import('./catalog.ts')> => import('./catalog.ts')

/** What each operation does. Its payload has its shape. */
/** Operations of both spellings. */
type SharedName = Exclude<OperationName, 'getProduct'>

const own: Readonly<Record<SharedName, Pick<ServedOperation, 'body' | 'description' | 'run'>>> = {
  createCart: {
    body: withMember(cartBody, 'line_items', (lines) => ({ ...lines, minItems: 1 })),
    description: 'Makes a cart with the given lines.',
    run: async ({ payload, session }, settings) =>
      (await loadCarts()).createCart(payload as CartRequest, session, settings),
  },
  getCart: {
    description: 'Gives a cart.',
    run: async ({ cartId, session }, settings) => (await loadCarts()).getCart(cartId, session, settings),
  },
  updateCart: {
    body: cartBody,
    description: 'Replaces what a cart holds: lines that are left out are removed.',
    run: async ({ cartId, payload, session }, settings) =>
      (await loadCarts()).updateCart(cartId, payload as CartRequest, session, settings),
  },
  cancelCart: {
    body: { type: 'object' },
    description: 'Cancels a cart and gives it as it was.',
    run: async ({ cartId, session }, settings) => (await loadCarts()).cancelCart(cartId, session, settings),
  },
  search: {
    body: searchBody,
    description: 'Searches products by words and filters.',
    run: async ({ payload, session }, settings) =>
      (await loadCatalog()).search(payload as SearchRequest, session, settings),
  },
  lookup: {
    body: lookupBody,
    description: 'Gives products by the ids of products or variants.',
    run: async ({ payload, session }, settings) =>
      (await loadCatalog()).lookup(payload as LookupRequest, session, settings),
  },
}

const sharedNames = operationNames.filter((name): name is SharedName => name !== 'getProduct')

const shared: readonly ServedOperation[] = sharedNames.map((name) => {
  const operation = operations[name]
  return { ...operation, ...own[name], name, capability: capabilityOf(operation, wireNames()) }
})

/** The public protocol's: one product in full, to choose a variant of. `authenticate` is asked about it as `lookup`. */
const getProduct: ServedOperation = {
  ...operations.getProduct,
  name: 'lookup',
  capability: capabilityOf(operations.getProduct, wireNames()),
  description: 'Gives one product in full, narrowed by the options that were chosen.',
  body: {
    ...lookupBody,
    required: ['id'],
    properties: {
      ...{ context: lookupBody.properties?.['context'] ?? {}, filters: lookupBody.properties?.['filters'] ?? {} },
      ...{ id, selected: list(object({ name: text, label: text })), preferences: list(text) },
    },
  },
  run: async ({ payload, session }, settings) =>
    (await import('./product-detail.ts')).getProduct(payload as ProductRequest, session, settings),
}

function hostOperationsOf(operations: HostOperations): readonly ServedOperation[] {
  return Object.entries(operations).flatMap(([capability, tools]) =>
    Object.entries(tools).map(([tool, operation]) => {
      const { run, ...route } = typeof operation === 'function' ? { run: operation } : operation
      if (typeof run !== 'function') throw new TypeError(`The operation "${tool}" has no function`)
      const changes = !('method' in route) || route.method !== 'GET'
      return {
        ...{ name: tool, capability, tool, description: `The operation ${tool} of this business.` },
        ...(changes && { payload: tool.replace(/^.*?_/, ''), body: { type: 'object' } }),
        ...{ ...route, changes, isEffect: changes },
        run: async ({ payload, cartId: id, key: idempotencyKey, session }, settings) => {
          const request = { body: payload as HostRequest['body'], id, idempotencyKey }
          return (await loadClaims()).runHostOperation(run, request, session, settings)
        },
      }
    }),
  )
}

/** The shape of an operation's body as the documents show it. */
export function documentedShape({ name, body }: ServedOperation, { ids, lines }: BusinessLimits): Shape | undefined {
  const [member, maxItems] = name === 'lookup' ? ['ids', ids] : ['line_items', lines]
  if (!body?.properties?.[member]) return body
  return withMember(body, member, (list) => ({ ...list, maxItems }))
}
