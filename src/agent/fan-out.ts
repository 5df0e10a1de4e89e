/** One sequence of values for several readers, each at its own pace. */
import { createReader, type Reader } from './reader.ts'

export interface FanOut<T> {
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
