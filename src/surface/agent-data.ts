/**
 * Counts the bytes that the agent has written to one data model, as if the user had entered nothing. Otherwise reaching
 * a limit would tell the agent what the user typed. An empty model counts 0.
 *
 * Before the first user input only changes of the data model's size are counted. After it the agent's writes also go
 * into a second document, which shares all values with the data model. The second document takes every write, even one
 * that the data model refuses: user input may be the reason of the refusal.
 *
 * A write costs its pointer, the new value and the old value. Each value is added and removed once, so the cost of all
 * writes is linear in what they send.
 */
import { dataBytes } from '../json/data-bytes.ts'
import type { Pointer } from '../json/pointer.ts'
import type { Maybe } from '../json/value.ts'
import { growth, replace } from './agent-document.ts'
import type { DataQuota } from './data-quota.ts'

export interface AgentData {
  /**
   * Counts a write of the agent, and gives its bytes. `before`: the value at the place, where the data model takes the write
   * now; a place may have none, the whole model always has one. Throws `LIMIT_DATA_BYTES` where there is no room.
   */
  write(pointer: Pointer, value: Maybe, before?: Maybe): number
  /** Throws `LIMIT_DATA_BYTES` where there is no room for one of these writes, made one after the other. */
  check(writes: readonly DataWrite[]): void
  /** The user enters something. The data model's document is shared from now on, and must not be changed in place. */
  part(): void
  /** Whether the user's entries are kept apart. */
  readonly parted: boolean
  /** Nothing is kept or counted any more. */
  clear(): void
}

interface DataWrite {
  readonly pointer: Pointer
  readonly value: Maybe
}

/** `current` gives the document of the data model. */
export function createAgentData(quota: DataQuota, current: () => Maybe): AgentData {
  let apart: { document: Maybe; readonly owned: WeakSet<object> } | undefined
  const written = (): Maybe => (apart ? apart.document : current())
  return {
    write(pointer, value, before) {
      // Most writes replace a value. Their growth takes no walk down the document.
      const replaces = !apart && before !== undefined && value !== undefined
      const bytes = replaces ? dataBytes(value) - dataBytes(before) : growth(written(), pointer, value)
      quota.add(bytes)
      // The write replaces the whole model, and with it all user input.
      if (pointer.length === 0 && before !== undefined) apart = undefined
      if (apart) apart.document = replace(apart.document, pointer, value, apart.owned)
      return bytes
    },
    check(writes) {
      const owned = new WeakSet<object>()
      let after = written()
      let bytes = 0
      for (const { pointer, value } of writes) {
        bytes += growth(after, pointer, value)
        quota.check(bytes)
        after = replace(after, pointer, value, owned)
      }
    },
    part() {
      apart ??= { document: current(), owned: new WeakSet() }
    },
    clear() {
      apart = undefined
      quota.clear()
    },
    get parted() {
      return apart !== undefined
    },
  }
}
