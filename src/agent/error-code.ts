/** What stands on the wire → the code of an `AgentError`. */
import type { AgentErrorCode, WireErrorCode } from './error.ts'

/** Codes by JSON-RPC number: the first one's, and the next ones count down. `wireErrors` says the same, for servers. */
const byNumber: readonly (readonly [first: number, codes: readonly WireErrorCode[]])[] = [
  [
    -32001,
    [
      'TASK_NOT_FOUND',
      'TASK_NOT_CANCELABLE',
      'PUSH_NOTIFICATION_NOT_SUPPORTED',
      'UNSUPPORTED_OPERATION',
      'CONTENT_TYPE_NOT_SUPPORTED',
      'INVALID_AGENT_RESPONSE',
      'EXTENDED_AGENT_CARD_NOT_CONFIGURED',
      'EXTENSION_SUPPORT_REQUIRED',
      'VERSION_NOT_SUPPORTED',
    ],
  ],
  [-32010, ['UNAUTHENTICATED', 'PERMISSION_DENIED', 'RATE_LIMITED', 'UNAVAILABLE', 'REQUEST_TOO_LARGE']],
  [-32600, ['INVALID_REQUEST', 'METHOD_NOT_FOUND', 'INVALID_PARAMS', 'INTERNAL_ERROR']],
  [-32700, ['PARSE_ERROR']],
]

/** JSON-RPC error code → code; `INTERNAL_ERROR` for an undefined one. */
export function codeOfRpc(rpc: number): WireErrorCode {
  for (const [first, codes] of byNumber) {
    const code = codes[first - rpc]
    if (code) return code
  }
  return 'INTERNAL_ERROR'
}

/** `TASK_NOT_FOUND`, or its name `TaskNotFoundError`, or a URI that ends with one, → code. */
export function codeOfReason(reason: string): WireErrorCode | undefined {
  const name = plain(reason.replace(/^.*[/:#]/, ''))
  return byNumber.flatMap(([, codes]) => codes).find((code) => plain(code) === name)
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
