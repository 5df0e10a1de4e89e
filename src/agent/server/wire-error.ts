/** What an error of the protocol says on the wire: in JSON-RPC, as a problem (RFC 9457), and in google.rpc details. */
import type { JsonObject } from '../../json/value.ts'
import { AgentError, type WireErrorCode } from '../protocol/error.ts'
import { wireErrors } from '../protocol/wire-errors.ts'
import { isList } from './read-request.ts'

const errorInfo = 'type.googleapis.com/google.rpc.ErrorInfo'
const domain = 'a2a-protocol.org'

/** An error that an agent may answer with. */
export type WireError = AgentError & { readonly code: WireErrorCode }

/** The error as the caller may see it. An error of the host becomes `INTERNAL_ERROR`, without its message. */
export function wireErrorOf(error: unknown): WireError {
  if (isWireError(error)) return error
  return new AgentError('INTERNAL_ERROR', 'The agent could not answer', { hint: 'Try again later.' }) as WireError
}

export function isWireError(error: unknown): error is WireError {
  return error instanceof AgentError && Object.hasOwn(wireErrors, error.code) && !isOfAnotherAgent(error)
}

/** Errors that another agent sent to the host are not for the caller: they may describe the host's own network. */
function isOfAnotherAgent({ httpStatus, rpcCode, message }: AgentError): boolean {
  return httpStatus !== undefined || rpcCode !== undefined || /^The agent('s)? answer/.test(message)
}

/** HTTP status, and name of the google.rpc code. */
export interface HttpStatus {
  readonly http: number
  readonly status: string
}

/** Problem details (RFC 9457). */
export function problemOf(error: WireError, { http }: HttpStatus): JsonObject {
  const { code, message, hint } = error
  return {
    ...membersOf(error),
    type: `https://${domain}/errors/${code.toLowerCase().replaceAll('_', '-')}`,
    title: titleOf(code),
    status: http,
    detail: message,
    hint,
  }
}

/** `TASK_NOT_FOUND` → `Task not found`. */
function titleOf(code: string): string {
  return code.charAt(0) + code.slice(1).toLowerCase().replaceAll('_', ' ')
}

/** The `error` of a JSON-RPC response. */
export function rpcErrorOf(error: WireError): JsonObject {
  const { rpc } = wireErrors[error.code]
  return { code: rpc, message: error.message, data: detailsOf(error) }
}

/** Seconds for `Retry-After`, rounded up. */
export function retryAfterOf({ retryAfter }: AgentError): string | undefined {
  return retryAfter === undefined ? undefined : String(Math.ceil(retryAfter / 1_000))
}

/** google.rpc details. */
export function detailsOf(error: WireError): readonly JsonObject[] {
  const { code, hint, taskId, details } = error
  const versions = versionsOf(details)
  const metadata = {
    name: nameOf(code),
    hint,
    ...(taskId && { taskId }),
    ...(versions && { supportedVersions: versions.join(',') }),
  }
  const typed = details.filter((detail) => '@type' in detail)
  return [{ '@type': errorInfo, reason: code, domain, metadata }, ...typed]
}

/** `VERSION_NOT_SUPPORTED` → `VersionNotSupportedError`, as the documents call it. */
function nameOf(code: string): string {
  const words = code.toLowerCase().replace(/(?:^|_)(.)/g, (_, letter: string) => letter.toUpperCase())
  return `${words.replace(/Error$/, '')}Error`
}

/** Details without a type are members of the problem. */
function membersOf({ details }: AgentError): JsonObject {
  return Object.assign({}, ...details.filter((detail) => !('@type' in detail)))
}

function versionsOf(details: readonly JsonObject[]): readonly unknown[] | undefined {
  return details.map((detail) => detail['supportedVersions']).find(isList)
}
