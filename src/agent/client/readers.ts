/** One sequence of values for several readers, each at its own pace: the values that it has not taken, and then the end. */

interface FanOut<T> {
  push(value: T): void
  /** Readers get what was pushed, then the end, or the error. */
  end(error?: unknown): void
  /** Resolves when no reader is far behind. */
  room(): Promise<void>
  /** `first`: values that this reader gets before those that are pushed from now on. */
  read(first: readonly T[]): AsyncIterableIterator<T>
}

/** Values that wait for one reader before the source has to wait. */
const maxWaiting = 1_024

/** `onEmpty`: the last reader has gone. */
export function createFanOut<T>(onEmpty: () => void): FanOut<T> {
  const readers = new Set<Reader<T>>()
  let ended: { readonly error: unknown } | undefined
  let onRoom: (() => void) | undefined

  function behind(): boolean {
    for (const reader of readers) if (reader.waiting > maxWaiting) return true
    return false
  }

  return {
    push(value) {
      for (const reader of readers) reader.push(value)
    },
    end(error) {
      if (ended) return
      ended = { error }
      for (const reader of readers) reader.end(error)
    },
    async room() {
      while (behind())
        await new Promise<void>((resolve) => {
          onRoom = resolve
        })
    },
    read(first) {
      const reader = createReader(first, {
        onDrained: () => onRoom?.(),
        onLeave() {
          readers.delete(reader)
          onRoom?.()
          if (readers.size === 0) onEmpty()
        },
      })
      readers.add(reader)
      if (ended) reader.end(ended.error)
      return reader.iterator
    },
  }
}

/** The values that a reader has not taken yet, and then the end. */
interface Reader<T> {
  readonly iterator: AsyncIterableIterator<T>
  /** The number of values that have not been taken. */
  readonly waiting: number
  push(value: T): void
  /** The iterator ends after the values that wait: with the error, where there is one. */
  end(error?: unknown): void
}

interface ReaderListener {
  /** The last value that waited was taken. */
  readonly onDrained: () => void
  /** The iterator has ended, or was left. Called once. */
  readonly onLeave: () => void
}

/** `first`: values that wait from the beginning. */
export function createReader<T>(first: readonly T[], { onDrained, onLeave }: ReaderListener): Reader<T> {
  const queue = createQueue(first)
  let ended: { readonly error: unknown } | undefined
  let left = false
  const waiting = createWaiting()

  function leave(): void {
    if (left) return
    left = true
    waiting.end()
    onLeave()
  }

  function taken(): IteratorResult<T> {
    const value = queue.take()
    if (queue.length === 0) onDrained()
    return { done: false, value }
  }

  async function wait(): Promise<IteratorResult<T>> {
    while (queue.length === 0 && !left) {
      if (ended) {
        leave()
        if (ended.error !== undefined) throw ended.error
        break
      }
      await waiting.wait()
    }
    return left ? { done: true, value: undefined } : taken()
  }

  return {
    iterator: {
      [Symbol.asyncIterator]() {
        return this
      },
      // Without an asynchronous function where a value is there already.
      next: () => (queue.length > 0 && !left ? Promise.resolve(taken()) : wait()),
      async return() {
        leave()
        return { done: true, value: undefined }
      },
    },
    get waiting() {
      return queue.length
    },
    push(value) {
      queue.add(value)
      waiting.end()
    },
    end(error) {
      ended ??= { error }
      waiting.end()
    },
  }
}

interface Waiting {
  /** Resolves at the next `end`. A host may ask for several values at once, so several may wait. */
  wait(): Promise<void>
  end(): void
}

function createWaiting(): Waiting {
  let resume: (() => void) | undefined
  return {
    wait: () =>
      new Promise<void>((resolve) => {
        const others = resume
        resume = others
          ? () => {
              others()
              resolve()
            }
          : resolve
      }),
    end() {
      const all = resume
      resume = undefined
      all?.()
    },
  }
}

interface Queue<T> {
  readonly length: number
  add(value: T): void
  /** The oldest value. There must be one. */
  take(): T
}

/** Taken values after which the others move up, once no more wait than were taken: a value moves once on average. */
const maxTaken = 1_024

/** `shift` of an array costs its length in some engines. */
function createQueue<T>(first: readonly T[]): Queue<T> {
  const values = [...first]
  let head = 0
  return {
    get length() {
      return values.length - head
    },
    add: (value) => void values.push(value),
    take() {
      const value = values[head++] as T
      if (head === values.length || (head >= maxTaken && head * 2 >= values.length)) {
        values.splice(0, head)
        head = 0
      }
      return value
    },
  }
}
