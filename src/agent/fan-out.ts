/** One sequence of values for several readers, each at its own pace. */

export interface FanOut<T> {
  push(value: T): void
  /** Readers get what was pushed, then the end, or the error. */
  end(error?: unknown): void
  /** Resolves when no reader is far behind. */
  room(): Promise<void>
  /** `first`: values that this reader gets before those that are pushed from now on. */
  read(first: readonly T[]): AsyncIterableIterator<T>
  readonly readers: number
}

/** Values that wait for one reader before the source has to wait. */
const most = 1_024

interface Reader<T> {
  queue: T[]
  head: number
  wake: (() => void) | undefined
}

/** `onEmpty`: the last reader has gone. */
export function createFanOut<T>(onEmpty: () => void): FanOut<T> {
  const readers = new Set<Reader<T>>()
  let ended: { readonly error: unknown } | undefined
  let onRoom: (() => void) | undefined

  function behind(): boolean {
    for (const { queue, head } of readers) if (queue.length - head > most) return true
    return false
  }

  function leave(reader: Reader<T>): void {
    if (!readers.delete(reader)) return
    reader.wake?.()
    onRoom?.()
    if (readers.size === 0) onEmpty()
  }

  function taken(reader: Reader<T>): IteratorResult<T> {
    const value = reader.queue[reader.head++] as T
    if (reader.head === reader.queue.length) {
      reader.queue.length = 0
      reader.head = 0
      onRoom?.()
    }
    return { done: false, value }
  }

  async function wait(reader: Reader<T>): Promise<IteratorResult<T>> {
    while (reader.head === reader.queue.length && readers.has(reader)) {
      if (ended) {
        leave(reader)
        if (ended.error !== undefined) throw ended.error
        break
      }
      await new Promise<void>((resolve) => {
        reader.wake = resolve
      })
    }
    return readers.has(reader) ? taken(reader) : { done: true, value: undefined }
  }

  function wakeAll(): void {
    for (const reader of readers) {
      const { wake } = reader
      reader.wake = undefined
      wake?.()
    }
  }

  return {
    push(value) {
      for (const reader of readers) reader.queue.push(value)
      wakeAll()
    },
    end(error) {
      ended ??= { error }
      wakeAll()
    },
    async room() {
      while (behind())
        await new Promise<void>((resolve) => {
          onRoom = resolve
        })
    },
    read(first) {
      const reader: Reader<T> = { queue: [...first], head: 0, wake: undefined }
      readers.add(reader)
      return {
        [Symbol.asyncIterator]() {
          return this
        },
        // Without an asynchronous function where a value is there already.
        next: () =>
          reader.head < reader.queue.length && readers.has(reader) ? Promise.resolve(taken(reader)) : wait(reader),
        async return() {
          leave(reader)
          return { done: true, value: undefined }
        },
      }
    },
    get readers() {
      return readers.size
    },
  }
}
