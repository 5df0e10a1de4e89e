/** The data of one surface: an immutable JSON document with structural sharing, and its listeners. */
import { type Binding, createCell } from '../json/binding.ts'
import { SurfaceError } from '../json/errors.ts'
import { type Pointer, read, step, write } from '../json/pointer.ts'
import { isList, isObject, type Maybe } from '../json/value.ts'
import { createAgentData, type DataWrite } from './agent-data.ts'
import { createDataQuota, type DataQuota } from './data-quota.ts'
import { createItemKeys, keyMembers } from './item-keys.ts'
import type { JsonTexts } from './json-texts.ts'
import { createListeners, type Listeners } from './listeners.ts'
import { createUserInputPlaces, type UserInputPlaces } from './user-input.ts'

export interface DataModel {
  /** The value at a pointer. The returned value never changes: later writes copy it. */
  read(pointer: Pointer): Maybe
  /**
   * What a template repeats over; only an array or an object has items. No container is handed out, so none is copied
   * later.
   */
  items(pointer: Pointer): ListItems | undefined
  /**
   * Replaces the value at a pointer; `undefined` removes it. Throws `POINTER_INDEX`, `DATA_NOT_CONTAINER` or
   * `LIMIT_DATA_BYTES`.
   */
  write(pointer: Pointer, value: Maybe): void
  /** The same, unless the place holds user input. */
  writeInitial(pointer: Pointer, value: Maybe): void
  /** Throws `LIMIT_DATA_BYTES` where there is no room for one of these, written one after the other. */
  checkRoom(writes: readonly DataWrite[]): void
  /** Counts refused writes if user input may be the reason of the refusal. `checkRoom` has found room for them. */
  countRefused(writes: readonly DataWrite[]): void
  /** The same, by the user. The place counts as user input until the agent writes there. */
  enter(pointer: Pointer, value: Maybe): void
  /**
   * A document like `before` with the value at a pointer; see `write` in json/pointer.ts. The model stays as it is.
   * Throws as `write` does; the error is confidential if it may depend on user input.
   */
  attempt(pointer: Pointer, before: Maybe, value: Maybe, owned: WeakSet<object>): Maybe
  /** Releases all values without notice: the surface was deleted, but React or the host may still hold it. */
  clear(): void
  /** The places that hold user input. */
  readonly userInput: Pick<UserInputPlaces, 'touches' | 'covers' | 'made' | 'places' | 'empty'> & {
    readonly released: Binding<number>
  }
  readonly listeners: Pick<Listeners, 'add' | 'remove' | 'size'>
  /** Grows with each change. */
  readonly revision: number
}

/** The number of names of a pointer, from the first, that lead to an existing value. */
function namesThatLead(document: Maybe, pointer: Pointer): number {
  let value = document
  let depth = 0
  while (depth < pointer.length && value !== undefined) {
    value = step(value, pointer[depth] as string)
    if (value !== undefined) depth++
  }
  return depth
}

export interface ListItems {
  /** The number of an array's elements, or the keys of an object. */
  readonly items: number | readonly string[]
  /** Of an array: a key for each element that moves with it; `undefined` if the index is the key. */
  readonly keys: readonly string[] | undefined
}

/**
 * `quota` counts what the agent writes. Default: there is no limit. `texts`: v0.8. Paths lead on into texts that hold JSON.
 */
export function createDataModel(
  quota: DataQuota = createDataQuota(Number.POSITIVE_INFINITY),
  texts?: JsonTexts,
): DataModel {
  const agentData = createAgentData(quota)
  const listeners = createListeners(texts?.step)
  const readThrough = texts?.read ?? read
  const userInput = createUserInputPlaces()
  const released = createCell(0)
  const itemKeys = createItemKeys()
  let document: Maybe = {}
  let revision = 0
  // Containers that a write made and that were not handed out since; see `write` in json/pointer.ts.
  let owned = new WeakSet<object>()
  let handedOut = false

  /** The agent wrote here: the place and all below it no longer count as user input. */
  function release(pointer: Pointer): void {
    const touched = userInput.touches(pointer)
    userInput.remove(pointer)
    if (touched) released.set(released.getSnapshot() + 1)
  }

  /**
   * `always`: readers are invalidated even if the value is the same. The place is marked after the last point at which
   * the write can be refused.
   */
  function put(pointer: Pointer, value: Maybe, always: boolean, byUser: boolean): void {
    const existing = byUser ? namesThatLead(document, pointer) : 0
    const mark = byUser ? (place: Pointer): void => userInput.add(place, existing) : release
    const before = read(document, pointer)
    if (!always && Object.is(before, value) && typeof value !== 'object' && value !== undefined) {
      mark(pointer)
      return
    }
    if (handedOut) owned = new WeakSet()
    handedOut = false
    const next = itemKeys.through(pointer, document, byUser, () => attempt(pointer, document, value, owned))
    mark(pointer)
    // A removed model is empty; null is a value.
    document = next === undefined ? {} : next
    revision++
    if (listeners.size > 0) listeners.invalidate(pointer, before, value === undefined ? read(document, pointer) : value)
  }

  /** `counted`: the value is counted as written by the agent but does not go into the document. */
  function writeByAgent(pointer: Pointer, value: Maybe, counted = false): void {
    // An agent may write a guess of what the user entered. Readers are invalidated in either case, so that the agent
    // cannot see whether the guess was right.
    const apply = (): void => put(pointer, value, userInput.touches(pointer), false)
    agentData.write(document, pointer, value, counted ? undefined : apply)
  }

  /** User input may be the reason of a refusal: a list that became longer, or a text where there was nothing. */
  function attempt(pointer: Pointer, before: Maybe, value: Maybe, changeable: WeakSet<object>): Maybe {
    try {
      return write(before, pointer, value, changeable)
    } catch (error) {
      const places = pointer.map((_, depth) => pointer.slice(0, depth + 1) as readonly string[] as Pointer)
      const byUser = places.some(
        (place) => userInput.made(place) || (isList(read(before, place)) && userInput.touches(place)),
      )
      throw error instanceof SurfaceError && byUser ? error.asConfidential() : error
    }
  }

  return {
    attempt,
    read(pointer) {
      const value = readThrough(document, pointer)
      if (typeof value === 'object' && value !== null) handedOut = true
      return value
    },
    items(pointer) {
      const found = readThrough(document, pointer)
      const value = texts ? texts.open(found) : found
      if (isList(value)) return { items: value.length, keys: itemKeys.of(value, userInput.names(pointer, keyMembers)) }
      return isObject(value) ? { items: Object.keys(value), keys: undefined } : undefined
    },
    write: (pointer, value) => writeByAgent(pointer, value),
    writeInitial: (pointer, value) => writeByAgent(pointer, value, userInput.touches(pointer)),
    checkRoom: (writes) => agentData.check(document, writes),
    countRefused(writes) {
      if (!agentData.parted) return
      for (const { pointer, value } of writes) agentData.write(document, pointer, value)
    },
    enter(pointer, value) {
      if (!agentData.parted) {
        agentData.part(document)
        handedOut = true
      }
      if (texts) document = texts.opened(document, pointer)
      put(pointer, value, false, true)
    },
    clear() {
      document = {}
      agentData.clear()
    },
    userInput: {
      ...userInput,
      released,
      get empty() {
        return userInput.empty
      },
    },
    listeners,
    get revision() {
      return revision
    },
  }
}
