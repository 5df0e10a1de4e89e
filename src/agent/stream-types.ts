/** The types of a task's stream: what its readers get, and what runs behind it. */
import type { Binding, Cell } from '../live/binding.ts'
import type { StreamEvent, Task } from './types.ts'

/**
 * `waiting`: the task needs an answer of the user. `done`: nothing more comes. `reconnecting`: the connection broke, and
 * the client tries again.
 */
export type StreamState = 'connecting' | 'live' | 'reconnecting' | 'waiting' | 'done' | 'failed'

/**
 * Iterate it for the events, in their order and each once; several iterations get the same ones, and a later one begins
 * with the task as it is. Leaving the last iteration ends the connection, and the task goes on. Throws an `AgentError`
 * when the connection cannot be resumed (`STREAM_ENDED_EARLY` or what the agent answered), or was aborted.
 */
export interface TaskStream extends AsyncIterable<StreamEvent> {
  readonly state: Binding<StreamState>
  /** The task as its events have made it. */
  readonly task: Binding<Task | undefined>
  /** Ends the connection; iterations end without an error. */
  close(): void
}

/** A stream without its state. */
export interface RunningStream {
  /** The task as its events have made it. */
  task(): Task | undefined
  /** One more reader. The first one begins the stream. */
  read(): AsyncIterableIterator<StreamEvent>
  close(): void
}

/** The bindings by which readers follow a stream. */
export interface StreamCells {
  readonly state: Cell<StreamState>
  /** The number of events so far. */
  readonly changes: Cell<number>
}
