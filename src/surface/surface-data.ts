/** The data model of a surface as the host sees it. */

import { copyJson } from '../json/inspect.ts'
import { formatPointer, type Pointer, parsePointer } from '../json/pointer.ts'
import { describeValue, type JsonValue } from '../json/value.ts'
import { callHost } from '../live/call-host.ts'
import type { DataModel } from './data-model.ts'
import type { SurfaceHost } from './surface-parts.ts'
import type { UnsentInput } from './unsent-input.ts'

/** What the user entered at one place. */
export interface UserInput {
  /** A JSON Pointer (RFC 6901). */
  readonly pointer: string
  /** `undefined`: the user's write took the value away. */
  readonly value: JsonValue | undefined
}

export interface SetOptions {
  /** In whose name the value is written. Default `user`. */
  readonly as?: 'user' | 'host'
}

export interface SurfaceData {
  /** The value at a JSON Pointer (RFC 6901; `/` and the empty pointer mean the whole model), or `undefined`. */
  get(pointer: string): JsonValue | undefined
  /**
   * Writes a value; `undefined` removes it. Bound components follow. The value is copied.
   *
   * By default it counts as entered by the user: it stands in `userInput()`, and the surface asks for nothing new before
   * the next press. With `{ as: 'host' }` it is the host's own data, such as an answer of the host's server: it counts as what
   * the agent writes does, against `limits.dataBytes` too, and takes the place of what the user entered there.
   *
   * Throws a `SurfaceError` for a pointer that cannot be written and for a value that is not JSON, and a `TypeError` for
   * an unknown `as` and for a pointer that is no text.
   */
  set(pointer: string, value: JsonValue | undefined, options?: SetOptions): void
  /**
   * The places that the user has written and the agent has not written since, as JSON Pointers with their values: what
   * a host keeps to restore a form. Input in fields without a binding is not included.
   */
  userInput(): readonly UserInput[]
  /** Calls back after each change at, above or below the pointer; returns how to stop. */
  subscribe(pointer: string, onChange: () => void): () => void
}

export function createSurfaceData(
  model: DataModel,
  { limits, arrived }: Pick<SurfaceHost, 'limits' | 'arrived'>,
  unsent: Pick<UnsentInput, 'enter'>,
): SurfaceData {
  return {
    get: (pointer) => model.read(parsed(pointer)),
    set(pointer, value, { as = 'user' } = {}) {
      if (as !== 'user' && as !== 'host') throw new TypeError(`Write as 'user' or 'host', not as '${as}'`)
      const place = parsed(pointer)
      const copy = value === undefined ? value : copyJson(value, limits)
      if (as === 'user') {
        const takeBack = unsent.enter()
        try {
          model.enter(place, copy)
        } catch (error) {
          takeBack()
          throw error
        }
      } else {
        // What the host moves under the pointer is guarded, as after a message.
        arrived()
        model.write(place, copy)
      }
    },
    userInput: () =>
      model.userInput.places().map((place) => ({ pointer: formatPointer(place), value: model.read(place) })),
    subscribe(pointer, onChange) {
      const place = parsed(pointer)
      let listening = true
      const listener = { invalidate: (draft?: boolean) => void (listening && !draft && callHost(onChange)) }
      model.listeners.add(place, listener)
      return () => {
        // Another listener of the same write may have unsubscribed this one.
        listening = false
        model.listeners.remove(place, listener)
      }
    },
  }
}

/** In JavaScript a host may hand over what is no text. */
function parsed(pointer: unknown): Pointer {
  if (typeof pointer === 'string') return parsePointer(pointer)
  throw new TypeError(`A pointer is a text such as "/user/name", not ${describeValue(pointer)}.`)
}
