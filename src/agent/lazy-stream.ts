/** A stream whose code is loaded when it is first iterated: an agent that only answers needs none of it. */
import { createCell } from './binding.ts'
import type { RunningStream, StreamCells, StreamState, TaskStream } from './stream-types.ts'
import type { StreamEvent } from './types.ts'

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
