/**
 * Errors → the bodies of both bindings. One body of HTTP serves readers of problem details (RFC 9457) and of google.rpc.Status,
 * because problem details may have members of their own.
 */
import type { JsonObject } from '../../json/value.ts'
import { AgentError, type WireError, type WireErrorCode, wireErrors } from '../error.ts'
import { isList } from './fields.ts'

const errorInfo = 'type.googleapis.com/google.rpc.ErrorInfo'
const domain = 'a2a-protocol.org'

/** The error as the caller may see it. An error of the host becomes `INTERNAL_ERROR`, without its message. */
export function wireErrorOf(error: unknown): AgentError & { readonly code: WireErrorCode } {
  if (isWireError(error)) return error
  return new AgentError('INTERNAL_ERROR', 'The agent could not answer', { hint: 'Try again later.' }) as AgentError & {
    readonly code: WireErrorCode
  }
}

export function isWireError(error: unknown): error is AgentError & { readonly code: WireErrorCode } {
  return error instanceof AgentError && Object.hasOwn(wireErrors, error.code) && !isOfAnotherAgent(error)
}

/** Errors that another agent sent to the host are not for the caller: they may describe the host's own network. */
function isOfAnotherAgent({ httpStatus, rpcCode, message }: AgentError): boolean {
  return httpStatus !== undefined || rpcCode !== undefined || /^The agent('s)? answer/.test(message)
}

/** RFC 9457, with google.rpc.Status under `error`. The second argument: default, what belongs to the code. */
export function problemOf(
  error: AgentError & { readonly code: WireErrorCode },
  { http, status }: Pick<WireError, 'http' | 'status'> = wireErrors[error.code],
): JsonObject {
  const { code, message, hint } = error
  return {
    ...membersOf(error),
    type: `https://${domain}/errors/${code.toLowerCase().replaceAll('_', '-')}`,
    title: titleOf(code),
    status: http,
    detail: message,
    hint,
    error: { code: http, status, message, details: detailsOf(error) },
  }
}

/** `TASK_NOT_FOUND` → `Task not found`. */
function titleOf(code: string): string {
  return code.charAt(0) + code.slice(1).toLowerCase().replaceAll('_', ' ')
}

/** The `error` of a JSON-RPC response. */
export function rpcErrorOf(error: AgentError & { readonly code: WireErrorCode }): JsonObject {
  const { rpc } = wireErrors[error.code]
  return { code: rpc, message: error.message, data: detailsOf(error) }
}

/** Seconds for `Retry-After`, rounded up. */
export function retryAfterOf({ retryAfter }: AgentError): string | undefined {
  return retryAfter === undefined ? undefined : String(Math.ceil(retryAfter / 1_000))
}

function detailsOf(error: AgentError & { readonly code: WireErrorCode }): readonly JsonObject[] {
  const { code, hint, taskId, details } = error
  const versions = versionsOf(details)
  const metadata = { hint, ...(taskId && { taskId }), ...(versions && { supportedVersions: versions.join(',') }) }
  const typed = details.filter((detail) => '@type' in detail)
  return [{ '@type': errorInfo, reason: code, domain, metadata }, ...typed]
}

/** Details without a type are members of the problem. */
function membersOf({ details }: AgentError): JsonObject {
  return Object.assign({}, ...details.filter((detail) => !('@type' in detail)))
}

function versionsOf(details: readonly JsonObject[]): readonly unknown[] | undefined {
  return details.map((detail) => detail['supportedVersions']).find(isList)
}
