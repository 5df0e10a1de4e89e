/** What operations give, and how answers are written. */
import { writeEnvelope } from '../envelope.ts'
import type { CommerceError } from '../error.ts'
import type { Message, NegotiatedCapabilities, Version } from '../types.ts'
import type { CartWrite } from './store.ts'

/** What the answers to one request have in common. */
export interface Session {
  /** The protocol version that the request is processed with. */
  readonly version: Version
  /** Active capabilities that concern the operation. */
  readonly active: NegotiatedCapabilities
  /** The id that `authenticate` gave, or `''`. Carts belong to this client. */
  readonly client: string
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

export function success(session: Session, members: Readonly<Record<string, unknown>>, status: 200 | 201 = 200): Result {
  return { status, body: { commerce: writeEnvelope(session.version, session.active), ...members } }
}

/** A business outcome: 200, and the envelope's status is `error`. */
export function refusal(session: Session, messages: readonly Message[], continueUrl: string | undefined): Result {
  const commerce = writeEnvelope(session.version, session.active, 'error')
  return { status: 200, body: { commerce, messages, ...(continueUrl !== undefined && { continue_url: continueUrl }) } }
}

export function jsonResponse(status: number, body: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(body, {
    status,
    headers: { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', ...headers },
  })
}

/** The body of a protocol error. */
export function errorBody({ code, content, continueUrl }: CommerceError): string {
  return JSON.stringify({ code, content, ...(continueUrl !== undefined && { continue_url: continueUrl }) })
}

/** `Retry-After` where there is a time, `WWW-Authenticate` where credentials would help. */
export function errorHeaders({ code, retryAfter }: CommerceError): Readonly<Record<string, string>> {
  return {
    ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
    ...(code === 'authentication_required' && { 'WWW-Authenticate': 'Bearer' }),
  }
}
