/** Errors of the protocol ⇄ errors of gRPC: a code, and google.rpc details that say which error of the protocol it is. */
import { Code, ConnectError } from '@connectrpc/connect'
import type { JsonObject, JsonValue } from '../../json/value.ts'
import type { AgentError, AgentErrorCode, WireErrorCode } from '../protocol/error.ts'
import { codeOfReason } from '../protocol/read-error.ts'
import { wireErrors } from '../protocol/wire-errors.ts'
import { BadRequestSchema, ErrorInfoSchema, RetryInfoSchema } from './generated/google/rpc/error_details_pb.ts'

const domain = 'a2a-protocol.org'

/** Where gRPC has another code than the name in the table of the other bindings. */
const other: { readonly [code in WireErrorCode]?: Code } = {
  METHOD_NOT_FOUND: Code.Unimplemented,
  REQUEST_TOO_LARGE: Code.ResourceExhausted,
}

function grpcCodeOf(code: WireErrorCode): Code {
  return other[code] ?? codesByName[wireErrors[code].status] ?? Code.Internal
}

const codesByName: { readonly [name: string]: Code } = {
  NOT_FOUND: Code.NotFound,
  FAILED_PRECONDITION: Code.FailedPrecondition,
  INVALID_ARGUMENT: Code.InvalidArgument,
  INTERNAL: Code.Internal,
  UNAUTHENTICATED: Code.Unauthenticated,
  PERMISSION_DENIED: Code.PermissionDenied,
  RESOURCE_EXHAUSTED: Code.ResourceExhausted,
  UNAVAILABLE: Code.Unavailable,
}

/** An error that callers may see → what goes onto the wire. `details`: those of the JSON bindings. */
export function grpcErrorOf(
  error: AgentError & { readonly code: WireErrorCode },
  details: readonly JsonObject[],
): ConnectError {
  const { retryAfter } = error
  const typed = details.flatMap((detail) => detailOf(detail))
  if (retryAfter !== undefined) {
    const seconds = Math.floor(retryAfter / 1_000)
    const retryDelay = { seconds: BigInt(seconds), nanos: Math.round((retryAfter - seconds * 1_000) * 1_000_000) }
    typed.push({ desc: RetryInfoSchema, value: { retryDelay } })
  }
  return new ConnectError(error.message, grpcCodeOf(error.code), undefined, typed)
}

type Detail = NonNullable<ConstructorParameters<typeof ConnectError>[3]>[number]

/** Details that gRPC has no type for stay in the JSON bindings. */
function detailOf(detail: JsonObject): Detail[] {
  const { '@type': type, reason, metadata, fieldViolations } = detail
  if (type === `${typePrefix}${ErrorInfoSchema.typeName}`)
    return [{ desc: ErrorInfoSchema, value: { reason: String(reason), domain, metadata: textsIn(metadata) } }]
  if (type === `${typePrefix}${BadRequestSchema.typeName}`)
    return [{ desc: BadRequestSchema, value: { fieldViolations: (fieldViolations ?? []) as object[] } }]
  return []
}

const typePrefix = 'type.googleapis.com/'

function textsIn(value: JsonValue | undefined): { [name: string]: string } {
  const entries = Object.entries((value ?? {}) as JsonObject).filter(([, text]) => typeof text === 'string')
  return Object.fromEntries(entries) as { [name: string]: string }
}

/** Code of an error that names no reason of the protocol. */
const codes: { readonly [code in Code]?: AgentErrorCode } = {
  [Code.NotFound]: 'TASK_NOT_FOUND',
  [Code.InvalidArgument]: 'INVALID_PARAMS',
  [Code.FailedPrecondition]: 'UNSUPPORTED_OPERATION',
  [Code.Unimplemented]: 'METHOD_NOT_FOUND',
  [Code.Unauthenticated]: 'UNAUTHENTICATED',
  [Code.PermissionDenied]: 'PERMISSION_DENIED',
  [Code.ResourceExhausted]: 'RATE_LIMITED',
  [Code.Unavailable]: 'UNAVAILABLE',
  [Code.DeadlineExceeded]: 'TIMEOUT',
  [Code.Canceled]: 'ABORTED',
}

/** What the agent says; a reason of another domain is not one of the protocol. */
export function codeOfGrpc(error: ConnectError): AgentErrorCode {
  const info = error.findDetails(ErrorInfoSchema).find((one) => one.domain === domain)
  return codeOfReason(info?.reason ?? '') ?? codes[error.code] ?? 'INTERNAL_ERROR'
}

/** The details as the JSON bindings have them, so that a host reads one form. */
export function detailsOf(error: ConnectError): readonly JsonObject[] {
  const typed = (name: string, value: object): JsonObject => ({ '@type': `${typePrefix}${name}`, ...value })
  return [
    ...error
      .findDetails(ErrorInfoSchema)
      .map(({ reason, domain, metadata }) => typed(ErrorInfoSchema.typeName, { reason, domain, metadata })),
    ...error.findDetails(BadRequestSchema).map(({ fieldViolations }) =>
      typed(BadRequestSchema.typeName, {
        fieldViolations: fieldViolations.map(({ field, description }) => ({ field, description })),
      }),
    ),
  ]
}

/** Milliseconds that the agent asks to wait. */
export function retryAfterOf(error: ConnectError): number | undefined {
  const delay = error.findDetails(RetryInfoSchema)[0]?.retryDelay
  return delay && Math.max(0, Number(delay.seconds) * 1_000 + Math.ceil(delay.nanos / 1_000_000))
}
