/** What a host chooses for a business as a whole, and for one call. */
import type { DialectName } from './dialect.ts'
import type { ExchangeOptions } from './exchange.ts'
import type { ProfileCache } from './profile-cache.ts'

export interface ConnectOptions extends ExchangeOptions {
  /** Address of the platform's own profile; sent with every request, and fetched to negotiate. */
  readonly profile: string | URL
  /** How the protocol is spelt: as in document 000, or as public servers do. Default: `seed`. */
  readonly dialect?: DialectName
  /** Default: `rest`. */
  readonly binding?: 'rest' | 'tools'
  /** `http` and endpoints on loopback are taken, for development. Default: false. */
  readonly allowInsecureLoopback?: boolean
  /** Whether a capability whose `spec` is on a foreign origin is left out, or is a warning. Default: `enforce`. */
  readonly specOrigin?: 'enforce' | 'warn'
  /** Shared by several connections. Default: one of its own. `specOrigin` and the like are then the cache's. */
  readonly profiles?: ProfileCache
  /** Called with one sentence about each part of profiles and answers that was left out. */
  readonly onWarning?: (warning: string) => void
  /** Ends the discovery; operations have signals of their own. */
  readonly signal?: AbortSignal
}

export interface CallOptions {
  readonly signal?: AbortSignal
}

export interface ChangeOptions extends CallOptions {
  /** For a change that was begun before, by another page for instance. Default: 128 random bits. */
  readonly idempotencyKey?: string
}
