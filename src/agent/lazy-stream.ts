/** A stream whose code is loaded when it is first iterated: an agent that only answers needs none of it. */
import { createCell } from './binding.ts'
import { asNetworkError } from './http.ts'
import type { StreamState, TaskStream } from './task-stream.ts'
import type { StreamEvent } from './types.ts'

const done = { done: true, value: undefined } as const

/** `load` is called once, by the first reader. */
export function createLazyStream(load: () => Promise<TaskStream>): TaskStream {
  const state = createCell<StreamState>('connecting')
  const changes = createCell({})
  let loading: Promise<TaskStream> | undefined
  let stream: TaskStream | undefined
  let closed = false

  function adopt(loaded: TaskStream): TaskStream {
    stream = loaded
    const follow = (): void => state.set(loaded.state.getSnapshot())
    loaded.state.subscribe(follow)
    loaded.task.subscribe(() => changes.set({}))
    if (closed) loaded.close()
    follow()
    return loaded
  }

  function begin(): Promise<TaskStream> {
    loading ??= load().then(adopt, (cause: unknown) => {
      state.set('failed')
      throw asNetworkError(cause)
    })
    return loading
  }

  function read(): AsyncIterableIterator<StreamEvent> {
    let inner = stream?.[Symbol.asyncIterator]()
    let left = false
    const first = (loaded: TaskStream): Promise<IteratorResult<StreamEvent>> | IteratorResult<StreamEvent> => {
      if (left) return done
      inner ??= loaded[Symbol.asyncIterator]()
      return inner.next()
    }
    return {
      [Symbol.asyncIterator]() {
        return this
      },
      // No asynchronous step of its own once the stream is there: this runs for each event.
      next: () => (inner ? inner.next() : begin().then(first)),
      async return() {
        left = true
        await inner?.return?.()
        return done
      },
    }
  }

  return {
    state,
    task: { subscribe: changes.subscribe, getSnapshot: () => stream?.task.getSnapshot() },
    close() {
      closed = true
      if (stream) stream.close()
      else state.set('done')
    },
    [Symbol.asyncIterator]: read,
  }
}
