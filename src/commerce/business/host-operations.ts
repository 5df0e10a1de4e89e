/** Operations of a host's own, for capabilities that this package has none for. */
import type { Message, NegotiatedCapabilities, Version } from '../types.ts'

/** A request that was negotiated, authenticated, and checked for its signature and its limits. */
export interface HostRequest {
  /** The body of a REST request, or the payload of a tool call: JSON from outside, of any members. */
  readonly body: Readonly<Record<string, unknown>>
  /** What stands for `{id}` in the path, or the argument `id` of a tool call. `''` where there is none. */
  readonly id: string
  /**
   * Undefined: the request has none. A repeated key is answered with the first answer, and not handed on. Where the process
   * ended before the operation was over, it is answered with `outcome_unknown`.
   */
  readonly idempotencyKey: string | undefined
}

/** Who asks, and what was agreed on. */
export interface HostSession {
  /** The id that `authenticate` gave, or `''`. */
  readonly client: string
  /** Address of the platform's profile. */
  readonly platform: string
  readonly version: Version
  /** Active capabilities that the answer rests on, in document 000's spelling. */
  readonly capabilities: NegotiatedCapabilities
}

/** `done`: members of the answer beside the envelope, with status 201 if something was made. `refused`: a business outcome. */
export type HostAnswer =
  | { readonly kind: 'done'; readonly members: Readonly<Record<string, unknown>>; readonly created?: boolean }
  | { readonly kind: 'refused'; readonly messages: readonly Message[]; readonly continueUrl?: string }

/**
 * A `CommerceError` that it throws is a protocol error; anything else is answered with 500, and told to `onError`. After both
 * the same key runs it again.
 */
export type HostHandler = (request: HostRequest, session: HostSession) => HostAnswer | Promise<HostAnswer>

/** A function alone is a tool. With a path it is served over REST too. */
export type HostOperation =
  | HostHandler
  | {
      readonly method: 'GET' | 'POST' | 'PUT'
      /** Below the endpoint, as in `/checkout-sessions/{id}`. */
      readonly path: string
      readonly run: HostHandler
    }

/**
 * Capability → tool → operation: `{ 'dev.commerce.shopping.checkout': { create_checkout: (request, session) => … } }`.
 * The payload of a tool call is the argument that is named as what follows the first `_` of the tool: `checkout`. An empty
 * object: the host serves the capability at addresses of its own.
 */
export type HostOperations = Readonly<Record<string, Readonly<Record<string, HostOperation>>>>
