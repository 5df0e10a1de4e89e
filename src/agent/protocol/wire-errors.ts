/**
 * How each binding writes an error. A file of its own: a client needs the table only where an agent answers with an error, and
 * loads it then.
 */
import type { WireErrorCode } from './error.ts'

interface WireError {
  /** JSON-RPC error code. */
  readonly rpc: number
  /** HTTP status of the HTTP+JSON binding. */
  readonly http: number
  /** Name of the google.rpc code. */
  readonly status: string
}

/** The last five have no code of their own in JSON-RPC, so they use the range that JSON-RPC leaves to servers. */
export const wireErrors: { readonly [code in WireErrorCode]: WireError } = {
  TASK_NOT_FOUND: { rpc: -32001, http: 404, status: 'NOT_FOUND' },
  TASK_NOT_CANCELABLE: { rpc: -32002, http: 400, status: 'FAILED_PRECONDITION' },
  PUSH_NOTIFICATION_NOT_SUPPORTED: { rpc: -32003, http: 400, status: 'FAILED_PRECONDITION' },
  UNSUPPORTED_OPERATION: { rpc: -32004, http: 400, status: 'FAILED_PRECONDITION' },
  CONTENT_TYPE_NOT_SUPPORTED: { rpc: -32005, http: 415, status: 'INVALID_ARGUMENT' },
  INVALID_AGENT_RESPONSE: { rpc: -32006, http: 500, status: 'INTERNAL' },
  EXTENDED_AGENT_CARD_NOT_CONFIGURED: { rpc: -32007, http: 400, status: 'FAILED_PRECONDITION' },
  EXTENSION_SUPPORT_REQUIRED: { rpc: -32008, http: 400, status: 'FAILED_PRECONDITION' },
  VERSION_NOT_SUPPORTED: { rpc: -32009, http: 400, status: 'FAILED_PRECONDITION' },
  PARSE_ERROR: { rpc: -32700, http: 400, status: 'INVALID_ARGUMENT' },
  INVALID_REQUEST: { rpc: -32600, http: 400, status: 'INVALID_ARGUMENT' },
  METHOD_NOT_FOUND: { rpc: -32601, http: 404, status: 'NOT_FOUND' },
  INVALID_PARAMS: { rpc: -32602, http: 400, status: 'INVALID_ARGUMENT' },
  INTERNAL_ERROR: { rpc: -32603, http: 500, status: 'INTERNAL' },
  UNAUTHENTICATED: { rpc: -32010, http: 401, status: 'UNAUTHENTICATED' },
  PERMISSION_DENIED: { rpc: -32011, http: 403, status: 'PERMISSION_DENIED' },
  RATE_LIMITED: { rpc: -32012, http: 429, status: 'RESOURCE_EXHAUSTED' },
  UNAVAILABLE: { rpc: -32013, http: 503, status: 'UNAVAILABLE' },
  REQUEST_TOO_LARGE: { rpc: -32014, http: 413, status: 'OUT_OF_RANGE' },
}
