/** An answer's JSON as an outcome: envelope, shape and addresses are checked here, and nowhere after. Carts are read here. */
import { clip } from '../json/value.ts'
import type { Dialect } from './dialect.ts'
import { readEnvelope } from './envelope.ts'
import { CommerceError } from './error.ts'
import type { CartOutcome, Outcome, Refusal } from './outcome.ts'
import { type LinkOptions, withSafeLinks } from './safe-links.ts'
import { faultIn, type Shape } from './shape.ts'
import { cartShape, refusalShape } from './shapes.ts'
import type { Cart, Message, Version } from './types.ts'

export interface AnswerOptions extends LinkOptions {
  readonly dialect: Dialect
  /** The protocol version that both sides agreed on, now. */
  readonly version: () => Version
}

/** An answer that has the shape it should have. `common`: what all outcomes have. */
interface Checked<T> {
  readonly resource: T
  readonly common: Outcome
}

/** @param asked The id in the request, where it has one. Throws `response_malformed` for another cart. */
export function readCart(json: unknown, options: AnswerOptions, asked?: string): CartOutcome {
  const answer = checkAnswer<Cart>(json, cartShape, options)
  if ('kind' in answer) return answer
  const { resource: cart, common } = answer
  if (asked !== undefined && cart.id !== asked) throw malformed('/id is the id of another cart')
  return { kind: 'cart', id: cart.id, cart, ...common }
}

/** Throws `response_malformed`. */
export function checkAnswer<T>(json: unknown, shape: Shape, options: AnswerOptions): Checked<T> | Refusal {
  const envelope = readEnvelope(json, options.dialect)
  if (envelope.version !== options.version())
    options.onWarning?.(`The answer is of version ${clip(envelope.version)}, which was not agreed on`)
  const refused = envelope.status === 'error'
  const fault = faultIn(json, refused ? refusalShape : shape)
  if (fault !== undefined) throw malformed(fault)
  // An object: each shape says so.
  const resource = withSafeLinks(json as Readonly<Record<string, unknown>>, options)
  const { messages = [], continue_url: continueUrl } = resource
  const common: Outcome = {
    messages: messages as readonly Message[],
    ...(typeof continueUrl === 'string' && { continueUrl }),
    envelope,
  }
  return refused ? { kind: 'refused', ...common } : { resource: resource as T, common }
}

export function malformed(fault: string): CommerceError {
  return new CommerceError('response_malformed', `The answer cannot be used: ${fault}`)
}
