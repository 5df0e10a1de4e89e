/** What agents answer instead of a result → `AgentError`: JSON-RPC errors, RFC 9457 problems and google.rpc details. */
import type { JsonObject } from '../json/value.ts'
import { AgentError, type AgentErrorCode, codeOfHttp, codeOfReason, codeOfRpc } from './error.ts'
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
  readonly httpStatus?: number
  /** False: the request is about no task, so a status 404 tells of the operation. */
  readonly task?: boolean
  readonly retryAfter?: number | undefined
}

/** The error object of a JSON-RPC response. */
export function errorOfRpc(error: unknown, context: Context = {}): AgentError {
  const body = isMembers(error) ? error : {}
  const rpcCode = typeof body['code'] === 'number' ? body['code'] : undefined
  const data = own(body, 'data')
  const details = (Array.isArray(data) ? data : [data]).filter(isMembers)
  const code = reasonIn(details) ?? codeOfRpc(rpcCode ?? 0)
  return failed(code, textOf(body, 'message'), { ...context, rpcCode, details })
}

/** The body of a failed HTTP response, or of an error event in a stream. */
export function errorOfBody(value: unknown, context: Context = {}): AgentError {
  const body = isMembers(value) ? value : {}
  const inner = own(body, 'error')
  const status = isMembers(inner) ? inner : {}
  if (typeof status['code'] === 'number' && status['code'] < 0) return errorOfRpc(status, context)
  const details = listOf(status, 'details').filter(isMembers)
  const http = context.httpStatus ?? numberOf(body, 'status') ?? numberOf(status, 'code') ?? 0
  const code = reasonIn(details) ?? codeOfReason(textOf(body, 'type') ?? '') ?? codeOfHttp(http, context.task)
  const text = textOf(body, 'detail') ?? textOf(status, 'message') ?? textOf(body, 'title')
  const { error: _, ...problem } = body
  const kept = Object.keys(problem).length === 0 ? details : [...details, problem]
  return failed(code, text ?? (http === 0 ? undefined : `HTTP ${http}`), { ...context, details: kept })
}

/** Whether an event of a stream is an error and no result. */
export function isErrorBody(value: Members): boolean {
  return (
    own(value, 'error') !== undefined ||
    (typeof own(value, 'type') === 'string' && numberOf(value, 'status') !== undefined)
  )
}

/** `Retry-After` in milliseconds: seconds, or a date (RFC 9110, section 10.2.3). */
export function retryAfterOf(headers: Headers, now: number): number | undefined {
  const text = headers.get('retry-after')
  if (text === null) return undefined
  const wait = /^\d+$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - now
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
  more: Context & { readonly rpcCode?: number | undefined; readonly details: readonly Members[] },
): AgentError {
  const message = `The agent answered ${code}${text ? `: ${clip(text)}` : ''}`
  const hint = hints[code] ?? 'Look at `details`, which holds what the agent said.'
  return new AgentError(code, message, { ...more, hint, details: more.details as readonly JsonObject[] })
}
