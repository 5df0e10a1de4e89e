/**
 * What agents answer instead of a result → `AgentError`: JSON-RPC errors, RFC 9457 problems and google.rpc details. This
 * file is loaded with the first stream or error.
 */
import type { JsonObject } from '../json/value.ts'
import { readText } from './body.ts'
import { AgentError, type AgentErrorCode } from './error.ts'
import { codeOfHttp, codeOfReason, codeOfRpc } from './error-code.ts'
import { clip, isMembers, listOf, type Members, own, textOf } from './value.ts'

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

interface Context {
  readonly httpStatus?: number | undefined
  readonly rpcCode?: number | undefined
  readonly retryAfter?: number | undefined
}

/** The error object of a JSON-RPC response. */
function errorOfRpc(error: unknown, context: Context = {}): AgentError {
  const body = isMembers(error) ? error : {}
  const rpcCode = numberOf(body, 'code')
  const details = [own(body, 'data')].flat().filter(isMembers)
  return failed(reasonIn(details) ?? codeOfRpc(rpcCode ?? 0), textOf(body, 'message'), details, { ...context, rpcCode })
}

/**
 * The body of a failed HTTP response, a JSON-RPC response with an error, or an error event in a stream. `task`: see
 * `codeOfHttp`.
 */
export function errorOfBody(value: unknown, context: Context = {}, task?: boolean): AgentError {
  const { error, ...problem } = isMembers(value) ? value : {}
  const status = isMembers(error) ? error : {}
  const statusCode = numberOf(status, 'code')
  if (Object.hasOwn(problem, 'jsonrpc') || (statusCode !== undefined && statusCode < 0))
    return errorOfRpc(status, context)
  const details = listOf(status, 'details').filter(isMembers)
  const http = context.httpStatus ?? numberOf(problem, 'status') ?? statusCode ?? 0
  const code = reasonIn(details) ?? codeOfReason(textOf(problem, 'type') ?? '') ?? codeOfHttp(http, task)
  const text = textOf(problem, 'detail') ?? textOf(status, 'message') ?? textOf(problem, 'title')
  if (Object.keys(problem).length > 0) details.push(problem)
  return failed(code, text ?? (http === 0 ? undefined : `HTTP ${http}`), details, context)
}

/** A failed answer. Of its body at most `limit` bytes are read; a proxy's error page is no JSON, and says nothing. */
export async function errorOfResponse(response: Response, limit: number, task?: boolean): Promise<AgentError> {
  const { status: httpStatus, headers } = response
  const body: unknown = await readText(response, limit)
    .then(JSON.parse)
    .catch(() => undefined)
  return errorOfBody(body, { httpStatus, retryAfter: retryAfterOf(headers, Date.now()) }, task)
}

/** `Retry-After` in milliseconds: seconds, or a date (RFC 9110, section 10.2.3). */
function retryAfterOf(headers: Headers, now: number): number | undefined {
  const text = headers.get('retry-after') ?? ''
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
  const value = own(body, name)
  return typeof value === 'number' ? value : undefined
}

function failed(
  code: AgentErrorCode,
  text: string | undefined,
  details: readonly Members[],
  context: Context,
): AgentError {
  const message = `The agent answered ${code}${text ? `: ${clip(text)}` : ''}`
  const hint = hints[code] ?? 'Look at `details`, which holds what the agent said.'
  return new AgentError(code, message, { ...context, hint, details: details as readonly JsonObject[] })
}
