/** What an operation knows of the request that calls it. */
import type { Caller } from './options.ts'
import type { Spelling } from './wire.ts'

export interface Call {
  readonly caller: Caller
  readonly tenant: string | undefined
  /** Caller and tenant as one text: whose tasks the request sees. */
  readonly owner: string
  readonly spelling: Spelling
  /** Extensions that the client named and the card has. */
  readonly extensions: readonly string[]
  /** Address that was asked for. */
  readonly url: string
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal
}
