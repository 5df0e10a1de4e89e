/** One operation, for both bindings: from a checked request to the answer's text. */
import { CommerceError } from '../error.ts'
import { type OperationName, operations } from '../operations.ts'
import { faultIn } from '../shape.ts'
import type { CartRequest, LookupRequest, SearchRequest } from '../types.ts'
import { type Answer, type Result, refusal, type Session } from './answer.ts'
import { cancelCart, createCart, getCart, updateCart } from './carts.ts'
import { lookup, search } from './catalog.ts'
import { isDeeper } from './depth.ts'
import { changeOnce, type KeyedRequest } from './idempotency.ts'
import type { BusinessLimits, Settings } from './options.ts'
import { requestShapes } from './request-shapes.ts'

export interface Call extends KeyedRequest {
  readonly operation: OperationName
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
  return operations[operation].changes
    ? changeOnce(operation, call, session, settings, compute)
    : textOf(await compute())
}

function checkPayload(operation: OperationName, payload: unknown, { depth }: BusinessLimits): void {
  const shape = requestShapes[operation]
  const fault = shape && faultIn(payload, shape)
  if (fault !== undefined) throw new CommerceError('invalid_request', fault)
  if (isDeeper(payload, depth)) throw new CommerceError('invalid_request', `The request has more than ${depth} levels`)
}

/** The payload has the shape of its operation. */
function carryOut({ operation, cartId, payload, session }: Call, settings: Settings): Promise<Result> {
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
