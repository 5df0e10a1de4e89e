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
  checkCart(cart)
  if (asked !== undefined && cart.id !== asked) throw malformed('/id is the id of another cart')
  return { kind: 'cart', id: cart.id, cart, ...common }
}

/** What no shape says. Amounts of totals may be negative: discounts are. */
function checkCart({ totals, expires_at: expiry }: Cart): void {
  for (const type of ['subtotal', 'total']) {
    const { length } = totals.filter((total) => total.type === type)
    if (length !== 1) throw malformed(`/totals must have exactly one "${type}", not ${length}`)
  }
  if (expiry !== undefined && !isTime(expiry))
    throw malformed('/expires_at must be a time such as 2026-05-01T12:00:00Z')
}

/** RFC 3339. `Date` alone takes February 31 for a day of March. */
function isTime(text: string): boolean {
  const [, day] = /^(\d{4}-\d\d-\d\d)T(?!24)\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i.exec(text) ?? []
  return day !== undefined && !Number.isNaN(Date.parse(text)) && new Date(day).toJSON().startsWith(day)
}

/** Throws `response_malformed`. */
export function checkAnswer<T>(json: unknown, shape: Shape, options: AnswerOptions): Checked<T> | Refusal {
  const envelope = readEnvelope(json, options.dialect)
  if (envelope.version !== options.version())
    options.onWarning?.(`The answer is of version ${clip(envelope.version)}, which was not agreed on`)
  const refused = envelope.status === 'error'
  const expected = refused ? refusalShape : shape
  const fault = faultIn(json, expected)
  if (fault !== undefined) throw malformed(fault)
  // An object: each shape says so.
  const resource = withSafeLinks(json, expected, options) as Readonly<Record<string, unknown>>
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
