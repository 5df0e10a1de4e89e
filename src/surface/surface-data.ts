/** The data model of a surface as the host sees it. */
import { callHost } from '../json/call-host.ts'
import { copyJson } from '../json/inspect.ts'
import type { Limits } from '../json/limits.ts'
import { formatPointer, type Pointer, parsePointer } from '../json/pointer.ts'
import type { JsonValue, Maybe } from '../json/value.ts'
import type { DataModel } from './data-model.ts'

/** What the user entered at one place. */
export interface UserInput {
  /** A JSON Pointer (RFC 6901). */
  readonly pointer: string
  /** `undefined`: the user's write took the value away. */
  readonly value: JsonValue | undefined
}

export interface SurfaceData {
  /** The value at a JSON Pointer (RFC 6901; `/` and the empty pointer mean the whole model), or `undefined`. */
  get(pointer: string): JsonValue | undefined
  /**
   * Writes like the user: bound components follow. The value is copied. Throws a `SurfaceError` for a pointer that
   * cannot be written and for a value that is not JSON.
   */
  set(pointer: string, value: JsonValue | undefined): void
  /**
   * The places that the user has written and the agent has not written since, as JSON Pointers with their values: what
   * a host keeps to restore a form. What was entered into inputs without a binding is not among them.
   */
  userInput(): readonly UserInput[]
  /** Calls back after each change at, above or below the pointer; returns how to stop. */
  subscribe(pointer: string, onChange: () => void): () => void
}

/** `enter` writes as the user. */
export function createSurfaceData(
  model: DataModel,
  enter: (pointer: Pointer, value: Maybe) => void,
  limits: Limits,
): SurfaceData {
  return {
    get: (pointer) => model.read(parsePointer(pointer)),
    set: (pointer, value) => enter(parsePointer(pointer), value === undefined ? value : copyJson(value, limits)),
    userInput: () =>
      model.entered.places().map((place) => ({ pointer: formatPointer(place), value: model.read(place) })),
    subscribe(pointer, onChange) {
      const parsed = parsePointer(pointer)
      let listening = true
      const listener = { wake: () => void (listening && callHost(onChange)) }
      model.listeners.add(parsed, listener)
      return () => {
        // Another listener of the same write may have unsubscribed this one.
        listening = false
        model.listeners.remove(parsed, listener)
      }
    },
  }
}
