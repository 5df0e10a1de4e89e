/** One reader of a sequence: the values that it has not taken yet, and then the end. */

export interface Reader<T> {
  readonly iterator: AsyncIterableIterator<T>
  /** The number of values that have not been taken. */
  readonly waiting: number
  push(value: T): void
  /** The iterator ends after the values that wait: with the error, where there is one. */
  end(error?: unknown): void
}

export interface ReaderListener {
  /** The last value that waited was taken. */
  readonly onDrained: () => void
  /** The iterator has ended, or was left. Called once. */
  readonly onLeave: () => void
}

/** `first`: values that wait from the beginning. */
export function createReader<T>(first: readonly T[], { onDrained, onLeave }: ReaderListener): Reader<T> {
  const queue = [...first]
  let head = 0
  let ended: { readonly error: unknown } | undefined
  let left = false
  let wake: (() => void) | undefined

  function awake(): void {
    const waiting = wake
    wake = undefined
    waiting?.()
  }

  function leave(): void {
    if (left) return
    left = true
    awake()
    onLeave()
  }

  function taken(): IteratorResult<T> {
    const value = queue[head++] as T
    if (head === queue.length) {
      queue.length = 0
      head = 0
      onDrained()
    }
    return { done: false, value }
  }

  async function wait(): Promise<IteratorResult<T>> {
    while (head === queue.length && !left) {
      if (ended) {
        leave()
        if (ended.error !== undefined) throw ended.error
        break
      }
      const other = wake
      await new Promise<void>((resolve) => {
        // A host may ask for several values at once.
        wake = other
          ? () => {
              other()
              resolve()
            }
          : resolve
      })
    }
    return left ? { done: true, value: undefined } : taken()
  }

  return {
    iterator: {
      [Symbol.asyncIterator]() {
        return this
      },
      // Without an asynchronous function where a value is there already.
      next: () => (head < queue.length && !left ? Promise.resolve(taken()) : wait()),
      async return() {
        leave()
        return { done: true, value: undefined }
      },
    },
    get waiting() {
      return queue.length - head
    },
    push(value) {
      queue.push(value)
      awake()
    },
    end(error) {
      ended ??= { error }
      awake()
    },
  }
}
