/** The one error of the agent client and server. */

import type { JsonObject } from '../../json/value.ts'
import { shownAddress } from '../../shared/http/shown-address.ts'
import type { ChallengeParameters } from '../../shared/oauth/challenge.ts'

/** Errors that an agent may answer with. The codes are the `reason` of google.rpc.ErrorInfo. */
export type WireErrorCode =
  | 'TASK_NOT_FOUND'
  | 'TASK_NOT_CANCELABLE'
  | 'PUSH_NOTIFICATION_NOT_SUPPORTED'
  | 'UNSUPPORTED_OPERATION'
  | 'CONTENT_TYPE_NOT_SUPPORTED'
  | 'INVALID_AGENT_RESPONSE'
  | 'EXTENDED_AGENT_CARD_NOT_CONFIGURED'
  | 'EXTENSION_SUPPORT_REQUIRED'
  | 'VERSION_NOT_SUPPORTED'
  | 'PARSE_ERROR'
  | 'INVALID_REQUEST'
  | 'METHOD_NOT_FOUND'
  | 'INVALID_PARAMS'
  | 'INTERNAL_ERROR'
  | 'UNAUTHENTICATED'
  | 'PERMISSION_DENIED'
  | 'RATE_LIMITED'
  | 'UNAVAILABLE'
  | 'REQUEST_TOO_LARGE'

/** Errors that only a client finds. */
export const clientErrorCodes = [
  // the card
  'CARD_INVALID',
  'CARD_SIGNATURE_INVALID',
  'NO_INTERFACE',
  // addresses
  'ADDRESS_INSECURE',
  'REDIRECT_REFUSED',
  // the connection
  'NETWORK_FAILED',
  'TIMEOUT',
  'HTTP_STATUS',
  'ABORTED',
  // what came
  'CONTENT_TYPE_UNEXPECTED',
  'JSON_SYNTAX',
  'PART_INVALID',
  'TASK_MISMATCH',
  'LIMIT_BYTES',
  // streams
  'STREAM_ENDED_EARLY',
  'STREAM_IDLE',
  'STREAM_GAP',
  // push notifications
  'NOTIFICATION_EXPIRED',
  'NOTIFICATION_REPEATED',
] as const

/** Every `code` of an `AgentError`. The list is closed. */
export type AgentErrorCode = WireErrorCode | (typeof clientErrorCodes)[number]

export interface AgentErrorDetails {
  /** What puts it right, in one sentence. */
  readonly hint: string
  /** Status of the HTTP response that the error came with; of `readNotification`, the status to answer with. */
  readonly httpStatus?: number | undefined
  /** Code of the JSON-RPC error, as it came. */
  readonly rpcCode?: number | undefined
  /** Milliseconds that the agent asks to wait (`Retry-After`). */
  readonly retryAfter?: number | undefined
  readonly taskId?: string | undefined
  /** google.rpc details, or the members of a problem document (RFC 9457), as they came. */
  readonly details?: readonly JsonObject[] | undefined
  /** What `WWW-Authenticate` says of 401 and 403, as in `{ error: 'insufficient_scope', scope: 'book' }` (RFC 6750). */
  readonly challenge?: ChallengeParameters | undefined
  readonly cause?: unknown
}

/** The only error that the agent client throws. Branch on `code`, never on `message`. */
export class AgentError extends Error {
  override readonly name = 'AgentError'
  declare readonly code: AgentErrorCode
  declare readonly hint: string
  declare readonly httpStatus: number | undefined
  declare readonly rpcCode: number | undefined
  declare readonly retryAfter: number | undefined
  declare readonly taskId: string | undefined
  declare readonly details: readonly JsonObject[]
  declare readonly challenge: ChallengeParameters | undefined

  constructor(code: AgentErrorCode, message: string, { cause, details = [], ...more }: AgentErrorDetails) {
    super(message, cause === undefined ? undefined : { cause })
    Object.assign(this, more, { code, details })
  }
}

/** `ABORTED`, with the signal's reason as its cause. */
export function aborted(signal: AbortSignal): AgentError {
  return new AgentError('ABORTED', 'The request was aborted', { hint: 'Nothing to do.', cause: signal.reason })
}

/** The other side in a message. `url`: where a request went, or what a response says of that; a host's own `fetch` may not. */
export function peerAt(url: string | undefined): string {
  return url ? shownAddress(url) : 'The agent'
}

/** What `fetch` and bodies throw says little; the cause of Node's errors says more. */
export function asNetworkError(cause: unknown, url?: string): AgentError {
  if (cause instanceof AgentError) return cause
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
  return new AgentError(
    'NETWORK_FAILED',
    `${peerAt(url)} was not reached, or the connection broke: ${reasonOf(inner)}`,
    {
      hint: 'Check the network and the address; in a browser also what the agent allows to other origins (CORS).',
      cause,
    },
  )
}

/** A part that is imported when it is first needed. Where it cannot be loaded: `NETWORK_FAILED`. */
export function lazyImport<T>(part: Promise<T>): Promise<T> {
  return part.catch((cause: unknown) => {
    throw asNetworkError(cause)
  })
}

/** What was thrown, in words. */
export function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
