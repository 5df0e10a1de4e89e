/** What a connection brings, whichever binding reads it: events in batches. */
import type { AgentError } from './error.ts'
import type { StreamEvent } from './types.ts'

/** An event of a stream, or what is wrong with it. `units`: UTF-16 units; 0 where the limit of an answer holds. */
export type StreamItem =
  | { readonly event: StreamEvent; readonly id: number | undefined; readonly units: number; readonly error?: never }
  | { readonly error: AgentError; readonly event?: never; readonly id?: never }

/** The events that came with one chunk. */
export type StreamBatches = AsyncGenerator<readonly StreamItem[]>
