/** The one error of the commerce protocol, and which status and which JSON-RPC code each of its codes has. */

/**
 * HTTP status → its codes; the first one is that of an answer whose body names none. They are document 000's tables
 * "Negotiation errors" and "Signature errors", and a code for each other status of its table "HTTP statuses".
 */
const codes = {
  /** Noticed by the client, before a request or about an answer. */
  0: [
    /** The business offers no binding of the wanted transport. */
    'binding_missing',
    /** No answer: the connection failed, or the time was over. A part of this package could not be loaded. */
    'network_failed',
    /** The business answered with a redirect; none is followed. */
    'redirect_refused',
    'response_malformed',
    'response_too_large',
    /** `searchAll` came to a page that is a business outcome; `content` has its first message. */
    'refused',
  ],
  /** On the wire a business outcome, or a JSON-RPC result. */
  200: ['capabilities_incompatible'],
  400: ['invalid_request', 'invalid_profile_url', 'digest_mismatch', 'algorithm_unsupported', 'request_too_large'],
  401: ['authentication_required', 'signature_missing', 'signature_invalid', 'key_not_found'],
  403: ['permission_denied'],
  404: ['route_not_found'],
  405: ['method_not_allowed'],
  /** The body of a request did not come in time. */
  408: ['request_timeout'],
  /** `cart_conflict`: somebody else changed the cart at the same time. `outcome_unknown`: an operation may have been carried out. */
  409: ['idempotency_conflict', 'cart_conflict', 'outcome_unknown'],
  413: ['body_too_large'],
  422: ['profile_malformed', 'version_unsupported'],
  424: ['profile_unreachable'],
  429: ['rate_limited'],
  500: ['internal_error'],
  503: ['temporarily_unavailable'],
} as const

/** The codes that this package raises. */
export type CommerceErrorCode = (typeof codes)[keyof typeof codes][number]

const byStatus: readonly (readonly [status: string, codes: readonly CommerceErrorCode[]])[] = Object.entries(codes)

export const commerceErrorCodes: readonly CommerceErrorCode[] = /* @__PURE__ */ byStatus.flatMap(([, codes]) => codes)

export interface CommerceErrorDetails {
  /** HTTP status of the answer. Default: the status of the code. 0 where there was no answer. */
  readonly status?: number
  /** Where the buyer can go on. Always `https:`, or `http:` on loopback where that is allowed. */
  readonly continueUrl?: string | undefined
  /** Seconds to wait before the next attempt, from `Retry-After`. */
  readonly retryAfter?: number | undefined
  /** `WWW-Authenticate` of a business's answer with 401 or 403. */
  readonly challenge?: string | undefined
  /** What was asked, without what may be secret. `''`: nothing, although a request was under way. */
  readonly address?: string | undefined
  readonly cause?: unknown
}

/**
 * The only error that this part of the package throws. Branch on `code`, never on `content`. `message` is for logs: the
 * content, and the address.
 */
export class CommerceError extends Error {
  override readonly name = 'CommerceError'
  /** One of `commerceErrorCodes`, or the code that a business sent: the protocol leaves that set open. */
  declare readonly code: CommerceErrorCode | (string & {})
  /** A sentence for the user: text, never HTML. */
  declare readonly content: string
  declare readonly status: number
  declare readonly continueUrl: string | undefined
  declare readonly retryAfter: number | undefined
  /** `WWW-Authenticate` of an answer with 401 or 403. Only in a business. */
  declare readonly challenge: string | undefined
  /**
   * The address that was asked, where the error is about a request or an answer: without user name, password, query and
   * fragment, and with `{id}` in place of a cart's id.
   */
  declare readonly address: string | undefined

  constructor(code: CommerceErrorCode | (string & {}), content: string, details: CommerceErrorDetails = {}) {
    const { status = statusOf(code), continueUrl, retryAfter, challenge, address, cause } = details
    super(address ? `${content} (${address})` : content, cause === undefined ? {} : { cause })
    Object.assign(this, { code, content, status, continueUrl, retryAfter, challenge, address })
  }
}

/** The error with the address that it is about, unless it has one. Anything else stays what it is. */
export function about(address: string, error: unknown): unknown {
  if (!(error instanceof CommerceError) || error.address !== undefined) return error
  return new CommerceError(error.code, error.content, { ...error, address, cause: error.cause })
}

/** A part that is imported when it is first needed. Where it cannot be loaded: `network_failed`. */
export function lazyImport<T>(part: Promise<T>): Promise<T> {
  return part.catch((cause: unknown) => {
    throw new CommerceError('network_failed', 'A part of the client could not be loaded', { address: '', cause })
  })
}

/** `invalid_request` of a request that was not sent. */
export function unsendable(content: string, cause?: unknown): CommerceError {
  return new CommerceError('invalid_request', content, { status: 0, cause })
}

/** The HTTP status of a code; 500 for a code that is not in the table. */
export function statusOf(code: string): number {
  return Number(byStatus.find(([, codes]) => (codes as readonly string[]).includes(code))?.[0] ?? 500)
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
      'outcome_unknown',
      'request_timeout',
      'rate_limited',
      'temporarily_unavailable',
    ],
  ],
  [-32602, ['invalid_request', 'request_too_large']],
  [-32601, ['route_not_found']],
  [-32600, ['method_not_allowed', 'body_too_large']],
]

/** The code for an HTTP status whose body names none. 502 and 504 are as passing as 503. */
export function codeOfStatus(status: number): CommerceErrorCode {
  const known = status === 502 || status === 504 ? 503 : status
  return (
    byStatus.find(([row]) => row === String(known))?.[1][0] ?? (status < 500 ? 'invalid_request' : 'internal_error')
  )
}

/** The code for a JSON-RPC error whose `data` names none: of its family in the tables. */
export function codeOfRpc(rpc: unknown): CommerceErrorCode {
  if (rpc === -32603) return 'internal_error'
  return rpc === -32001 ? 'profile_malformed' : rpc === -32000 ? 'signature_invalid' : 'invalid_request'
}
