/**
 * The bytes that the agent has written to one data model, as though the user had entered nothing: whether a limit is reached
 * must not tell what was typed. The model itself, which may be empty, counts nothing.
 *
 * As long as the user has entered nothing, the data model is the agent's own, and only the change of its size is counted.
 * From then on the agent's writes go into a document of their own as well, which shares all values with the data model.
 * That document takes every write, also one that the data model refuses, because the refusal may be due to the user.
 *
 * A write costs its pointer, the value that comes and the value that goes. Each value comes and goes once, so all writes
 * together cost what they bring.
 */
import type { Pointer } from '../json/pointer.ts'
import type { Maybe } from '../json/value.ts'
import { growth, replace } from './agent-document.ts'
import type { DataTally } from './data-tally.ts'

export interface AgentData {
  /**
   * Counts a write of the agent and runs `apply`, which makes the change to `document`, the data model. Without `apply` the
   * data model does not take the write. Throws `LIMIT_DATA_BYTES`, before `apply`, where there is no room, and what `apply`
   * throws.
   */
  write(document: Maybe, pointer: Pointer, value: Maybe, apply?: () => void): void
  /** Throws `LIMIT_DATA_BYTES` where there is no room for one of these writes, made one after the other. */
  check(document: Maybe, writes: readonly DataWrite[]): void
  /** The user enters something. `document` is shared from now on, and must not be changed in place. */
  part(document: Maybe): void
  /** Whether the user's entries are kept apart: `document` of `part` is in use. */
  readonly parted: boolean
  /** Nothing is kept or counted any more. */
  clear(): void
}

export interface DataWrite {
  readonly pointer: Pointer
  readonly value: Maybe
}

export function createAgentData(tally: DataTally): AgentData {
  let apart: { document: Maybe; readonly owned: WeakSet<object> } | undefined
  return {
    write(document, pointer, value, apply) {
      const bytes = growth(apart ? apart.document : document, pointer, value)
      tally.add(bytes)
      // With the whole model all that the user entered has gone.
      if (pointer.length === 0 && apply) apart = undefined
      if (apart) {
        apart.document = replace(apart.document, pointer, value, apart.owned)
        apply?.()
        return
      }
      try {
        apply?.()
      } catch (error) {
        tally.add(-bytes)
        throw error
      }
    },
    check(document, writes) {
      const owned = new WeakSet<object>()
      let after = apart ? apart.document : document
      let bytes = 0
      for (const { pointer, value } of writes) {
        bytes += growth(after, pointer, value)
        tally.check(bytes)
        after = replace(after, pointer, value, owned)
      }
    },
    part(document) {
      apart ??= { document, owned: new WeakSet() }
    },
    clear() {
      apart = undefined
      tally.clear()
    },
    get parted() {
      return apart !== undefined
    },
  }
}
