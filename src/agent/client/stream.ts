/** A stream as its readers see it. Its code is loaded when it is first iterated: an agent that only answers needs none of it. */
import { type Binding, type Cell, createCell } from '../../live/binding.ts'
import type { AgentError } from '../protocol/error.ts'
import type { StreamEvent, Task } from '../protocol/types.ts'
import type { Reconnect } from './reconnect.ts'

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

export interface StreamOptions {
  /**
   * Milliseconds from a request until its answer begins. What `credentials` takes is not counted, and `sendMessage` has no
   * limit. Default: 30,000.
   */
  readonly timeout?: number | undefined
  /** Milliseconds without a byte until a stream counts as broken. Default: 60,000. */
  readonly idleTimeout?: number | undefined
  /** UTF-16 units of one event of a stream. Default: 4 MiB. */
  readonly eventBytes?: number | undefined
  /** UTF-16 units of the events that a stream's task is made of. Over it the stream ends. Default: 64 MiB. */
  readonly taskBytes?: number | undefined
  /** Bytes of any other answer. Default: 16 MiB. */
  readonly bodyBytes?: number | undefined
  /** How broken streams are resumed, and how tasks of an agent without streams are read again. */
  readonly reconnect?: Partial<Reconnect> | undefined
  /** Faults of streams that the client has put right by itself. Default: they are passed over. */
  readonly onError?: ((error: AgentError) => void) | undefined
}

const done = { done: true, value: undefined } as const

/** `load` is called once, by the first reader. What it rejects with is what each reader gets. */
export function createLazyStream(load: (cells: StreamCells) => Promise<RunningStream>): TaskStream {
  const cells = { state: createCell<StreamState>('connecting'), changes: createCell(0) }
  const { state, changes } = cells
  let loading: Promise<RunningStream> | undefined
  let stream: RunningStream | undefined
  let closed = false

  function begin(): Promise<RunningStream> {
    loading ??= load(cells).then(
      (loaded) => {
        stream = loaded
        if (closed) loaded.close()
        return loaded
      },
      (cause: unknown) => {
        state.set('failed')
        throw cause
      },
    )
    return loading
  }

  function read(): AsyncIterableIterator<StreamEvent> {
    let inner = stream?.read()
    let left = false
    const first = (loaded: RunningStream): Promise<IteratorResult<StreamEvent>> | IteratorResult<StreamEvent> => {
      if (left) return done
      inner ??= loaded.read()
      return inner.next()
    }
    return {
      [Symbol.asyncIterator]() {
        return this
      },
      // No asynchronous step of its own once the stream is there: this runs for each event.
      next: () => (inner ? inner.next() : closed && !loading ? Promise.resolve(done) : begin().then(first)),
      async return() {
        left = true
        await inner?.return?.()
        return done
      },
    }
  }

  return {
    state,
    task: { subscribe: changes.subscribe, getSnapshot: () => stream?.task() },
    close() {
      closed = true
      if (stream) stream.close()
      else state.set('done')
    },
    [Symbol.asyncIterator]: read,
  }
}
