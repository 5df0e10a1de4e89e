/** One surface's data: an immutable JSON document that shares structure from version to version, and who listens to it. */
import { type Pointer, read, write } from '../json/pointer.ts'
import { isList, isObject, type JsonValue, type Maybe } from '../json/value.ts'
import { createListeners, type Listeners } from './listeners.ts'

export interface DataModel {
  /** The value at a pointer. It never changes afterwards: later writes copy what was handed out. */
  read(pointer: Pointer): Maybe
  /** Length of an array, or keys of an object; anything else has no items. Hands nothing out, so nothing is copied later. */
  items(pointer: Pointer): number | readonly string[] | undefined
  /** Replaces the value at a pointer; `undefined` removes it. Throws `POINTER_INDEX` or `DATA_NOT_CONTAINER`. */
  write(pointer: Pointer, value: Maybe): void
  readonly listeners: Pick<Listeners, 'add' | 'remove' | 'size'>
  /** Grows with each change. */
  readonly revision: number
}

export function createDataModel(): DataModel {
  const listeners = createListeners()
  let document: Maybe = {}
  let revision = 0
  // Containers made by a write and handed out to nobody since; see `write` in json/pointer.ts.
  let owned = new WeakSet<object>()
  let handedOut = false

  return {
    read(pointer) {
      const value = read(document, pointer)
      if (typeof value === 'object' && value !== null) handedOut = true
      return value
    },
    items(pointer) {
      const value = read(document, pointer)
      if (isList(value)) return value.length
      return isObject(value) ? Object.keys(value) : undefined
    },
    write(pointer, value) {
      const before = read(document, pointer)
      if (Object.is(before, value) && typeof value !== 'object' && value !== undefined) return
      if (handedOut) owned = new WeakSet()
      handedOut = false
      const next = write(document, pointer, value, owned)
      // A model that is taken away is empty; null is a value.
      document = next === undefined ? {} : next
      revision++
      listeners.wake(pointer, before, read(document, pointer))
    },
    listeners,
    get revision() {
      return revision
    },
  }
}

/** The data model as the host sees it. */
export interface SurfaceData {
  /** The value at a JSON Pointer (RFC 6901; `/` and the empty pointer mean the whole model), or `undefined`. */
  get(pointer: string): JsonValue | undefined
  /**
   * Writes as the person would: bound components follow. The value is copied. Throws a `SurfaceError` for a pointer that
   * cannot be written and for a value that is not JSON.
   */
  set(pointer: string, value: JsonValue | undefined): void
  /** Calls back after each change at, above or below the pointer; returns how to stop. */
  subscribe(pointer: string, onChange: () => void): () => void
}
