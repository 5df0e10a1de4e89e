/**
 * An answer's JSON as an outcome: envelope, shape and addresses are checked here, and nowhere after. Requests are checked
 * before they go out, with the shapes that a business checks them with.
 */

import { clip, isObject, own } from '../json/value.ts'
import { hasCredentials, parseAddress } from '../text/address.ts'
import { isAllowedUrl } from './address.ts'
import { refusalShape } from './answer-shapes.ts'
import type { Dialect } from './dialect.ts'
import { CommerceError, unsendable } from './error.ts'
import { entriesByName } from './negotiate.ts'
import { continuation, faultIn, picture, type Shape } from './shape.ts'
import type { Envelope, Message, Refusal, Version } from './types.ts'

export interface AnswerOptions extends LinkOptions {
  readonly dialect: Dialect
  /** The protocol version that both sides agreed on, now. */
  readonly version: () => Version
}

/** An answer that has the shape it should have. `common`: what all outcomes have. */
interface Checked<T> {
  readonly resource: T
  readonly common: Omit<Refusal, 'kind'>
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
  const common: Checked<T>['common'] = {
    messages: messages as readonly Message[],
    ...(typeof continueUrl === 'string' && { continueUrl }),
    envelope,
  }
  return refused ? { kind: 'refused', ...common } : { resource: resource as T, common }
}

export function malformed(fault: string): CommerceError {
  return new CommerceError('response_malformed', `The answer cannot be used: ${fault}`)
}

/** Reads both shapes of `capabilities`. Throws `response_malformed` where there is no envelope with a version. */
export function readEnvelope(answer: unknown, dialect: Dialect): Envelope {
  const member = isObject(answer) ? answer[dialect.member] : undefined
  const { version, status, capabilities: listed } = isObject(member) ? member : {}
  if (typeof version !== 'string') {
    throw new CommerceError('response_malformed', `The answer has no "${dialect.member}" with a version`)
  }
  const entries = [...entriesByName(listed)]
  const capabilities = Object.fromEntries(
    entries.map(([name, list]) => [name, list.map((entry) => ({ version: entry.version }))]),
  )
  return { version, capabilities, status: status === 'error' ? 'error' : 'success' }
}

/** Throws `invalid_request` for a request that a business would have to refuse. */
export function checkRequest(request: unknown, shape: Shape): void {
  const fault = faultIn(request, shape)
  if (fault !== undefined) throw unsendable(`The request cannot be sent: ${fault}`)
}

export interface LinkOptions {
  readonly allowInsecureLoopback?: boolean
  readonly onWarning?: (warning: string) => void
}

/** Levels of an answer. What the protocol describes is within ten. */
const deepest = 32

/**
 * A copy without addresses that are not allowed in their place; `undefined` for such an address. The shape says which
 * members are addresses. Without a shape a text is kept unless it would run code where a page takes it for an address.
 * An object that loses a required member is left out, for example a medium without its address.
 */
export function withSafeLinks(
  value: unknown,
  shape: Shape | undefined,
  options: LinkOptions,
  at = '',
  level = 0,
): unknown {
  const fault = typeof value === 'string' ? linkFault(value, shape, options) : level > deepest && 'is nested too deeply'
  if (fault) options.onWarning?.(`${clip(at)} ${fault} and was left out`)
  if (fault) return undefined
  const below = (item: unknown, key: string | number, itsShape: Shape | undefined): unknown =>
    withSafeLinks(item, itsShape, options, `${at}/${key}`, level + 1)
  if (Array.isArray(value))
    return value.map((item, index) => below(item, index, shape?.items)).filter((item) => item !== undefined)
  if (!isObject(value)) return value
  const { properties = {}, required = [] } = shape ?? {}
  const members = Object.entries(value).map(([key, item]) => [key, below(item, key, own(properties, key))] as const)
  const copy = Object.fromEntries(members.filter(([, item]) => item !== undefined))
  return required.every((key) => Object.hasOwn(copy, key)) ? copy : undefined
}

/** Pictures that cannot hold a script. */
const bitmap = /^data:image\/(?:png|jpeg|gif|webp|avif)[;,]/

function linkFault(text: string, shape: Shape | undefined, options: LinkOptions): string | false {
  const url = parseAddress(text)
  const href = url?.href ?? ''
  if (!shape) return /^(?:java|vb)script:|^data:[^,]*\//.test(href) && !bitmap.test(href) && 'would run code'
  if (shape.format !== 'uri') return false
  const isSafe =
    shape === continuation
      ? isAllowedUrl(text, options.allowInsecureLoopback)
      : (url && /^https?:/.test(href) && !hasCredentials(url)) || (shape === picture && bitmap.test(href))
  return !isSafe && 'is no allowed address'
}
