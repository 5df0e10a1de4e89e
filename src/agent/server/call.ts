/** What an operation knows of the request that calls it. */
import type { Caller } from './types.ts'
import type { Spelling } from './wire.ts'

export interface Call {
  readonly caller: Caller
  readonly tenant: string | undefined
  /** Caller and tenant as one text. The request sees the tasks of this owner. */
  readonly owner: string
  readonly spelling: Spelling
  /** Extensions that the client named and the card has. */
  readonly extensions: readonly string[]
  /** Address of the request. */
  readonly url: string
  /** Aborted when the client goes away. */
  readonly signal: AbortSignal
}
