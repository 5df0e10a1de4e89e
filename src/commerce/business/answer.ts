/** What operations give, and how answers and errors are written in either spelling. */

import { CommerceError } from '../error.ts'
import type { Envelope, Message, NegotiatedCapabilities, Version } from '../types.ts'
import { respelled, type WireNames, wireNames } from '../wire-names.ts'
import type { CartWrite } from './store.ts'

/** What the answers to one request have in common. */
export interface Session {
  /** How the caller spells the protocol. */
  readonly wire: WireNames
  /** The protocol version that the request is processed with. */
  readonly version: Version
  /** Active capabilities that concern the operation, in document 000's spelling. */
  readonly active: NegotiatedCapabilities
  /** The id that `authenticate` gave, or `''`. */
  readonly client: string
  /** Whom carts belong to: the client, or the platform where each request must be signed, or `''`. */
  readonly owner: string
  /** Address of the platform's profile. */
  readonly platform: string
  /** The owner of idempotency keys: the client, or the platform if clients are not identified. */
  readonly scope: string
}

/** A body that is not text yet, and the change of the store that belongs to it. */
export interface Result {
  readonly status: 200 | 201
  readonly body: Readonly<Record<string, unknown>>
  readonly write?: CartWrite
}

/** A body as it is sent and kept. */
export interface Answer {
  readonly status: number
  readonly body: string
}

/**
 * A change that this process has under way, or has just made. Retries mostly come soon: this answers them without the
 * store, where a commit that fails costs four times a read. What is kept in the store is the same.
 */
export interface RecentChange {
  readonly digest: string
  readonly answer: Promise<Answer>
  readonly keepUntil: number
}

export function success(session: Session, members: Readonly<Record<string, unknown>>, status: 200 | 201 = 200): Result {
  return { status, body: { [session.wire.member]: writeEnvelope(session), ...members } }
}

/** As it is sent and kept. */
export function textOf({ status, body }: Result): Answer {
  return { status, body: JSON.stringify(body) }
}

/** A business outcome: 200, and the envelope's status is `error`. */
export function refusal(
  session: Pick<Session, 'version' | 'active' | 'wire'>,
  messages: readonly Message[],
  continueUrl: string | undefined,
): Result {
  const envelope = writeEnvelope(session, 'error')
  const url = continueUrl === undefined ? {} : { continue_url: continueUrl }
  return { status: 200, body: { [session.wire.member]: envelope, messages, ...url } }
}

/** The envelope of an answer: capabilities as a map of arrays, `status` on business errors only. */
function writeEnvelope(
  { version, active, wire }: Pick<Session, 'version' | 'active' | 'wire'>,
  status?: 'error',
): Envelope {
  const spell = (name: string): string => respelled(name, wireNames(), wire)
  const capabilities = Object.fromEntries(Object.entries(active).map(([name, version]) => [spell(name), [{ version }]]))
  return status === undefined ? { version, capabilities } : { version, capabilities, status }
}

export function jsonResponse(status: number, body: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(body, {
    status,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...headers },
  })
}

/** A protocol error over HTTP. In the public spelling it looks like a business outcome that says why there is nothing. */
export function errorResponse(
  error: CommerceError,
  wire: WireNames,
  version: Version,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const { code, content, continueUrl, status } = error
  const body =
    wire.name === 'document'
      ? errorMembers(error)
      : refusal(
          { wire, version, active: {} },
          [{ type: 'error', code, content, severity: 'unrecoverable' }],
          continueUrl,
        ).body
  return jsonResponse(status, JSON.stringify(body), { ...errorHeaders(error), ...headers })
}

/** What document 000 says of a protocol error, and what both spellings say of it as a tool call. */
export function errorMembers({ code, content, continueUrl }: CommerceError): Readonly<Record<string, unknown>> {
  return { code, content, ...(continueUrl !== undefined && { continue_url: continueUrl }) }
}

/** `Retry-After` where there is a time, `WWW-Authenticate` where credentials would help. */
export function errorHeaders({ code, retryAfter, challenge }: CommerceError): Readonly<Record<string, string>> {
  return {
    ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
    ...(code === 'authentication_required' && { 'WWW-Authenticate': 'Bearer' }),
    ...(challenge !== undefined && { 'WWW-Authenticate': challenge }),
  }
}

/** Whatever was thrown → the error that is answered. Faults of the business go to `onError`; the answer does not describe them. */
export function toCommerceError(
  cause: unknown,
  { onError }: { readonly onError: (error: unknown) => void },
): CommerceError {
  const known = cause instanceof CommerceError ? cause : undefined
  if (!known || known.status >= 500) onError(known?.cause ?? cause)
  return known ?? new CommerceError('internal_error', 'The business has a fault; try again later')
}
