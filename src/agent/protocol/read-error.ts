/**
 * What agents answer instead of a result → `AgentError`: JSON-RPC errors, RFC 9457 problems and google.rpc details. This
 * file is loaded with the first stream or error.
 */

import type { JsonObject } from '../../json/value.ts'
import { shownAddress } from '../../shared/http/shown-address.ts'
import { AgentError, type AgentErrorCode, peerAt, type WireErrorCode } from './error.ts'
import { getOwn, isMembers, listOf, type Members, textOf } from './read-value.ts'
import { wireErrors } from './wire-errors.ts'

const hints: { readonly [code in AgentErrorCode]?: string } = {
  TASK_NOT_FOUND: 'The task is gone or belongs to another user; start a new one.',
  TASK_NOT_CANCELABLE: 'The task is over already; read it with getTask.',
  UNSUPPORTED_OPERATION: 'Look at the capabilities of the card, and at the state of the task.',
  EXTENSION_SUPPORT_REQUIRED: 'Name the extension in the option "extensions".',
  VERSION_NOT_SUPPORTED: 'The agent must offer version 1.0.',
  UNAUTHENTICATED: 'Give credentials by the option "credentials"; `describeSecurity` tells which.',
  PERMISSION_DENIED: 'The user may not do this; ask for other credentials.',
  RATE_LIMITED: 'Wait for `retryAfter` milliseconds, then try again.',
  UNAVAILABLE: 'Try again later.',
  REQUEST_TOO_LARGE: 'Send less at once.',
}

export interface ErrorContext {
  readonly httpStatus?: number
  /** The header `Retry-After`, as it came. */
  readonly retryAfter?: string | null
  /** Where the response came from, as far as it is known. */
  readonly url?: string
  /** See `codeOfHttp`. */
  readonly task?: boolean | undefined
}

/**
 * The body of a failed HTTP response, a JSON-RPC response with an error, or an error event in a stream. A JSON-RPC error
 * has a negative code; of a failed HTTP response the status says more than a wrong code.
 */
export function errorOfBody(value: unknown, context: ErrorContext = {}): AgentError {
  const { error, ...problem } = isMembers(value) ? value : {}
  const status = isMembers(error) ? error : {}
  const code = numberOf(status, 'code')
  const rpc = context.httpStatus === undefined && Object.hasOwn(problem, 'jsonrpc')
  if (rpc || (code !== undefined && code < 0)) return errorOfRpc(status, code, context)
  const details = listOf(status, 'details').filter(isMembers)
  const http = context.httpStatus ?? numberOf(problem, 'status') ?? code ?? 0
  const found = reasonIn(details) ?? codeOfReason(textOf(problem, 'type') ?? '') ?? codeOfHttp(http, context.task)
  const text = textOf(problem, 'detail') ?? textOf(status, 'message') ?? textOf(problem, 'title')
  if (Object.keys(problem).length > 0) details.push(problem)
  return failed(found, text ?? (http === 0 ? undefined : `HTTP ${http}`), details, context)
}

/** `REDIRECT_REFUSED`. */
export function redirected(url: string, httpStatus: number): AgentError {
  return new AgentError('REDIRECT_REFUSED', `${peerAt(url)} sent the request on to another address`, {
    hint: "Put the final address into the card: a redirect could take the user's credentials to somebody else.",
    httpStatus,
  })
}

/** `CONTENT_TYPE_UNEXPECTED`. */
export function unexpectedType(url: string, type: string): AgentError {
  return new AgentError(
    'CONTENT_TYPE_UNEXPECTED',
    `${peerAt(url)} answered with content of type ${type.slice(0, 100)}`,
    {
      hint: 'Check the address, and whether a proxy or a login page answers in place of the agent.',
    },
  )
}

/** The error object of a JSON-RPC response. */
function errorOfRpc(error: Members, rpcCode: number | undefined, context: ErrorContext): AgentError {
  const details = [getOwn(error, 'data')].flat().filter(isMembers)
  return failed(reasonIn(details) ?? codeOfRpc(rpcCode ?? 0), textOf(error, 'message'), details, context, rpcCode)
}

/** `Retry-After` in milliseconds: seconds, or a date (RFC 9110, section 10.2.3). */
function waitOf(text: string, now: number): number | undefined {
  const wait = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined
}

function reasonIn(details: readonly Members[]): AgentErrorCode | undefined {
  for (const detail of details) {
    const code = codeOfReason(textOf(detail, 'reason') ?? '')
    if (code) return code
  }
  return undefined
}

function numberOf(body: Members, name: string): number | undefined {
  const value = getOwn(body, name)
  return typeof value === 'number' ? value : undefined
}

/** Shortens foreign text for a message and spells out line breaks. */
function clip(text: string, length = 200): string {
  const short = text.length > length ? `${text.slice(0, length)}…` : text
  return JSON.stringify(short).slice(1, -1)
}

/** `text`: what the agent said. */
export function failed(
  code: AgentErrorCode,
  text: string | undefined,
  details: readonly Members[],
  { httpStatus, retryAfter, url }: ErrorContext,
  rpcCode?: number,
): AgentError {
  return new AgentError(
    code,
    `The agent answered ${code}${text ? `: ${clip(text).replaceAll('\\"', '"')}` : ''}${url ? ` (${shownAddress(url)})` : ''}`,
    {
      hint: hints[code] ?? 'Look at `details`, which holds what the agent said.',
      ...{ httpStatus, rpcCode, retryAfter: waitOf(retryAfter ?? '', Date.now()) },
      details: details as readonly JsonObject[],
    },
  )
}

const wireCodes = Object.keys(wireErrors) as WireErrorCode[]

/** JSON-RPC error code → code; `INTERNAL_ERROR` for an undefined one. */
export function codeOfRpc(rpc: number): WireErrorCode {
  return wireCodes.find((code) => wireErrors[code].rpc === rpc) ?? 'INTERNAL_ERROR'
}

/** `TASK_NOT_FOUND`, or its name `TaskNotFoundError`, or a URI that ends with one, → code. */
export function codeOfReason(reason: string): WireErrorCode | undefined {
  const name = plain(reason.replace(/^.*[/:#]/, ''))
  return wireCodes.find((code) => plain(code) === name)
}

function plain(name: string): string {
  return name.replace(/[-_]|error$/gi, '').toLowerCase()
}

const byStatus: { readonly [status: number]: AgentErrorCode } = {
  400: 'INVALID_REQUEST',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'TASK_NOT_FOUND',
  410: 'TASK_NOT_FOUND',
  413: 'REQUEST_TOO_LARGE',
  415: 'CONTENT_TYPE_NOT_SUPPORTED',
  429: 'RATE_LIMITED',
  500: 'INTERNAL_ERROR',
  502: 'UNAVAILABLE',
  503: 'UNAVAILABLE',
  504: 'UNAVAILABLE',
}

/** HTTP status → code, where no body says more. `task`: the request is about one task. Default: true. */
export function codeOfHttp(status: number, task = true): AgentErrorCode {
  if (!task && status === 404) return 'METHOD_NOT_FOUND'
  return byStatus[status] ?? 'HTTP_STATUS'
}
