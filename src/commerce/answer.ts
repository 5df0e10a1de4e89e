/**
 * An answer's JSON as an outcome: envelope, shape and addresses are checked here, and nowhere after. Requests are checked
 * before they go out, with the shapes that a business checks them with.
 */

import { clip, getOwn, isObject } from '../json/value.ts'
import { hasCredentials, parseAddress } from '../text/address.ts'
import { isAllowedUrl } from './address.ts'
import { cartTotals, refusalShape } from './answer-shapes.ts'
import { CommerceError, unsendable } from './error.ts'
import { entriesByName } from './negotiate.ts'
import { continuation, escapeKey, faultIn, picture, type Shape, valueFault } from './shape.ts'
import type { Envelope, Message, Refusal, Version } from './types.ts'
import type { WireNames } from './wire-names.ts'

export interface AnswerOptions extends LinkOptions {
  readonly wire: WireNames
  /** The protocol version that both sides agreed on, now. */
  readonly version: () => Version
}

/** An answer that has the shape it should have. `common`: what all outcomes have. */
interface Checked<T> {
  readonly resource: T
  readonly common: Omit<Refusal, 'kind'>
}

/**
 * Throws `response_malformed` for an answer without its envelope, or without a part that it is nothing without. Other parts
 * that cannot be used are left out, each with a warning.
 */
export function checkAnswer<T>(json: unknown, shape: Shape, options: AnswerOptions): Checked<T> | Refusal {
  const envelope = readEnvelope(json, options.wire)
  if (envelope.version !== options.version())
    options.onWarning?.(`The answer is of version ${clip(envelope.version)}, which was not agreed on`)
  const refused = envelope.status === 'error' || isRefusal(json, shape)
  const expected = refused ? refusalShape : shape
  const read = usableParts(json, expected, options)
  if (isFault(read)) throw malformed(read.fault)
  // An object: each shape says so.
  const resource = read.value as Readonly<Record<string, unknown>>
  const { messages = [], continue_url: continueUrl } = resource
  const common: Checked<T>['common'] = {
    messages: messages as readonly Message[],
    ...(typeof continueUrl === 'string' && { continueUrl }),
    envelope,
  }
  return refused ? { kind: 'refused', ...common } : { resource: resource as T, common }
}

/** Public servers may leave the status out: then a message says that there is nothing, and nothing is there. */
function isRefusal(json: unknown, { required = [] }: Shape): boolean {
  const messages = isObject(json) ? getOwn(json, 'messages') : undefined
  const isLost = (one: unknown): boolean =>
    isObject(one) && getOwn(one, 'type') === 'error' && getOwn(one, 'severity') === 'unrecoverable'
  const lacks = (key: string): boolean => isObject(json) && getOwn(json, key) === undefined
  return required.some(lacks) && Array.isArray(messages) && messages.some(isLost)
}

export function malformed(fault: string): CommerceError {
  return new CommerceError('response_malformed', `The answer cannot be used: ${fault}`)
}

/** Reads both shapes of `capabilities`. Throws `response_malformed` where there is no envelope with a version. */
export function readEnvelope(answer: unknown, wire: WireNames): Envelope {
  const member = isObject(answer) ? answer[wire.member] : undefined
  const { version, status, capabilities: listed } = isObject(member) ? member : {}
  if (typeof version !== 'string') {
    throw new CommerceError('response_malformed', `The answer has no "${wire.member}" with a version`)
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
  /** `place`: JSON Pointer of the part that was left out. */
  readonly onWarning?: (warning: string, place?: string) => void
}

/** Levels of an answer. What the protocol describes is within ten. */
const deepest = 32

/** Texts that run code as an address are left out of a value that has no shape. Undefined where nothing is left. */
export function withSafeLinks(value: unknown, options: LinkOptions): unknown {
  const read = usableParts(value, undefined, options)
  return isFault(read) ? undefined : read.value
}

/** A copy, or the first fault that it could not do without, with its place. */
type Part = { readonly value: unknown } | { readonly fault: string }

function isFault(part: Part): part is { readonly fault: string } {
  return 'fault' in part
}

/**
 * A copy without what cannot be used: a value of a wrong type, an address that is not allowed in its place, and without a
 * shape a text that would run code where a page takes it for an address. An object that loses a required member is left out
 * of its list, and so on up; totals go with one of them. One warning for each part that is left out.
 */
function usableParts(value: unknown, shape: Shape | undefined, options: LinkOptions, at = '', level = 0): Part {
  const wrong = (shape && valueFault(value, shape)) ?? partFault(value, shape, level, options)
  if (wrong) return { fault: `${clip(at) || 'The document'} ${wrong}` }
  /** Undefined: it was left out. */
  const optional = (key: string | number, part: Part): unknown => {
    if (!isFault(part)) return part.value
    const place = clip(`${at}/${key}`)
    const end = part.fault.startsWith(`${place} `) ? ' and' : `, so ${place}`
    options.onWarning?.(`${part.fault}${end} was left out`, place)
    return undefined
  }
  const below = (item: unknown, key: string | number, its: Shape | undefined): Part =>
    usableParts(item, its, options, `${at}/${shape ? escapeKey(String(key)) : key}`, level + 1)
  if (Array.isArray(value)) {
    const parts = value.map((item, index) => below(item, index, shape?.items))
    const faults = parts.filter(isFault)
    const left = parts.length - faults.length
    if (faults[0] && shape && (shape === cartTotals || left < (shape.minItems ?? 0))) return faults[0]
    return { value: parts.map((part, index) => optional(index, part)).filter((item) => item !== undefined) }
  }
  if (!isObject(value)) return { value }
  const { properties = {}, required = [] } = shape ?? {}
  const missing = required.find((key) => getOwn(value, key) === undefined)
  if (missing !== undefined) return { fault: `${clip(at)}/${missing} is missing` }
  const copy: [string, unknown][] = []
  for (const [key, item] of Object.entries(value)) {
    const part = below(item, key, getOwn(properties, key))
    if (isFault(part) && required.includes(key)) return part
    const kept = optional(key, part)
    if (kept !== undefined) copy.push([key, kept])
  }
  return { value: Object.fromEntries(copy) }
}

/** What no type says: depth, addresses and times. */
function partFault(value: unknown, shape: Shape | undefined, level: number, options: LinkOptions): string | false {
  if (typeof value !== 'string') return level > deepest && 'is nested too deeply'
  if (shape?.format === 'date-time') return !isTime(value) && 'must be a time such as 2026-05-01T12:00:00Z'
  return linkFault(value, shape, options)
}

/** RFC 3339. `Date` alone takes February 31 for a day of March. */
function isTime(text: string): boolean {
  const [, day] = /^(\d{4}-\d\d-\d\d)T(?!24)\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/i.exec(text) ?? []
  return day !== undefined && !Number.isNaN(Date.parse(text)) && new Date(day).toJSON().startsWith(day)
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
