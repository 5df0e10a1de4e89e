/** The one error of the commerce protocol, and which status and which JSON-RPC code each of its codes has. */

/**
 * code → HTTP status. The first two groups are document 000's tables "Negotiation errors" and
 * "Signature errors"; the third gives the statuses of its table "HTTP statuses" a code each. Status 0: noticed by the
 * client, before a request or about an answer.
 */
const statuses = {
  invalid_profile_url: 400,
  profile_unreachable: 424,
  profile_malformed: 422,
  version_unsupported: 422,
  /** On the wire a business outcome: status 200, or a JSON-RPC result. */
  capabilities_incompatible: 200,

  signature_missing: 401,
  signature_invalid: 401,
  key_not_found: 401,
  digest_mismatch: 400,
  algorithm_unsupported: 400,

  invalid_request: 400,
  request_too_large: 400,
  authentication_required: 401,
  permission_denied: 403,
  route_not_found: 404,
  method_not_allowed: 405,
  /** The body of a request did not come in time. */
  request_timeout: 408,
  idempotency_conflict: 409,
  /** Somebody else changed the cart at the same time. */
  cart_conflict: 409,
  body_too_large: 413,
  rate_limited: 429,
  internal_error: 500,
  temporarily_unavailable: 503,

  /** The business offers no binding of the wanted transport. */
  binding_missing: 0,
  /** No answer: the connection failed, or the time was over. */
  network_failed: 0,
  /** The business answered with a redirect; none is followed. */
  redirect_refused: 0,
  response_malformed: 0,
  response_too_large: 0,
  /** `searchAll` came to a page that is a business outcome; `content` has its first message. */
  refused: 0,
} as const

/** The codes that this package raises. */
export type CommerceErrorCode = keyof typeof statuses

export const commerceErrorCodes: readonly CommerceErrorCode[] = Object.keys(statuses) as CommerceErrorCode[]

export interface CommerceErrorDetails {
  /** HTTP status of the answer. Default: the status of the code. 0 where there was no answer. */
  readonly status?: number
  /** Where the buyer can go on. Always `https:`, or `http:` on loopback where that is allowed. */
  readonly continueUrl?: string | undefined
  /** Seconds to wait before the next attempt, from `Retry-After`. */
  readonly retryAfter?: number | undefined
  readonly cause?: unknown
}

/** The only error that this part of the package throws. Branch on `code`, never on `content`. */
export class CommerceError extends Error {
  override readonly name = 'CommerceError'
  /** One of `commerceErrorCodes`, or the code that a business sent: the protocol leaves that set open. */
  readonly code: CommerceErrorCode | (string & {})
  /** What a person can be told: text, never HTML. The same as `message`. */
  readonly content: string
  readonly status: number
  readonly continueUrl: string | undefined
  readonly retryAfter: number | undefined

  constructor(code: CommerceErrorCode | (string & {}), content: string, details: CommerceErrorDetails = {}) {
    super(content, 'cause' in details ? { cause: details.cause } : undefined)
    this.code = code
    this.content = content
    this.status = details.status ?? statusOf(code)
    this.continueUrl = details.continueUrl
    this.retryAfter = details.retryAfter
  }
}

/** The HTTP status of a code; 500 for a code that is not in the table. */
export function statusOf(code: string): number {
  return isKnown(code) ? statuses[code] : 500
}

/** The JSON-RPC error code of the tool-call binding; -32603 for a code that is not in the table. */
export function rpcCodeOf(code: string): number {
  return rpcCodes.find(([, codes]) => (codes as readonly string[]).includes(code))?.[0] ?? -32603
}

/** The same tables' column for the tool-call binding. A table of its own: platforms need it not. */
const rpcCodes: readonly (readonly [rpc: number, codes: readonly CommerceErrorCode[]])[] = [
  [
    -32001,
    [
      'invalid_profile_url',
      'profile_unreachable',
      'profile_malformed',
      'version_unsupported',
      'capabilities_incompatible',
    ],
  ],
  [
    -32000,
    [
      'signature_missing',
      'signature_invalid',
      'key_not_found',
      'digest_mismatch',
      'algorithm_unsupported',
      'authentication_required',
      'permission_denied',
      'idempotency_conflict',
      'cart_conflict',
      'request_timeout',
      'rate_limited',
      'temporarily_unavailable',
    ],
  ],
  [-32602, ['invalid_request', 'request_too_large']],
  [-32601, ['route_not_found']],
  [-32600, ['method_not_allowed', 'body_too_large']],
]

/** The code for an HTTP status whose body names none. */
export function codeOfStatus(status: number): CommerceErrorCode {
  return byStatus[status] ?? (status < 500 ? 'invalid_request' : 'internal_error')
}

/** The code for a JSON-RPC error whose `data` names none. */
export function codeOfRpc(rpc: unknown): CommerceErrorCode {
  return rpc === -32603 ? 'internal_error' : 'invalid_request'
}

const byStatus: Readonly<Record<number, CommerceErrorCode>> = {
  400: 'invalid_request',
  401: 'authentication_required',
  403: 'permission_denied',
  404: 'route_not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  409: 'idempotency_conflict',
  413: 'body_too_large',
  422: 'profile_malformed',
  424: 'profile_unreachable',
  429: 'rate_limited',
  502: 'temporarily_unavailable',
  503: 'temporarily_unavailable',
  504: 'temporarily_unavailable',
}

function isKnown(code: string): code is CommerceErrorCode {
  return Object.hasOwn(statuses, code)
}
