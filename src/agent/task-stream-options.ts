/** What a stream of one task needs of the agent that it is of. */
import type { AgentError } from './error.ts'
import type { StreamBatches } from './read-events.ts'
import type { Reconnect } from './reconnect.ts'
import type { StreamCells } from './stream-types.ts'
import type { Task } from './types.ts'

export interface TaskStreamOptions extends StreamCells {
  readonly open: (signal: AbortSignal) => Promise<StreamBatches>
  readonly subscribe: (taskId: string, signal: AbortSignal) => Promise<StreamBatches>
  readonly getTask: (taskId: string, signal: AbortSignal) => Promise<Task>
  /** The task that the events must be of, where it is known. */
  readonly taskId: string | undefined
  /** `open` only reads, so it can be repeated before anything has come. */
  readonly repeatable: boolean
  /** UTF-16 units of the task. Over it the stream ends: `LIMIT_BYTES`. */
  readonly taskBytes: number
  readonly signal: AbortSignal | undefined
  readonly reconnect: Reconnect
  readonly onError: (error: AgentError) => void
}
