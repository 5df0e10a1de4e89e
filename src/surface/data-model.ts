/** One surface's data: an immutable JSON document that shares structure from version to version, and who listens to it. */
import { type Binding, createCell } from '../json/binding.ts'
import { SurfaceError } from '../json/errors.ts'
import { type Pointer, read, step, write } from '../json/pointer.ts'
import { isList, isObject, type Maybe } from '../json/value.ts'
import { createAgentData, type DataWrite } from './agent-data.ts'
import { createDataTally, type DataTally } from './data-tally.ts'
import { createEntered, type Entered } from './entered.ts'
import { createItemKeys, keyMembers } from './item-keys.ts'
import type { JsonTexts } from './json-texts.ts'
import { createListeners, type Listeners } from './listeners.ts'

export interface DataModel {
  /** The value at a pointer. It never changes afterwards: later writes copy what was handed out. */
  read(pointer: Pointer): Maybe
  /** What a template repeats over here; only an array or an object has items. Hands nothing out, so nothing is copied later. */
  items(pointer: Pointer): ListItems | undefined
  /**
   * Replaces the value at a pointer; `undefined` removes it. Throws `POINTER_INDEX`, `DATA_NOT_CONTAINER` or
   * `LIMIT_DATA_BYTES`.
   */
  write(pointer: Pointer, value: Maybe): void
  /** The same, unless the place holds what the user entered. */
  writeInitial(pointer: Pointer, value: Maybe): void
  /** Throws `LIMIT_DATA_BYTES` where there is no room for one of these, written one after the other. */
  checkRoom(writes: readonly DataWrite[]): void
  /** Counts writes that were refused, where that may be due to what the user entered. `checkRoom` has found room for them. */
  countRefused(writes: readonly DataWrite[]): void
  /** The same, by the person: until the agent writes there itself, the place is `entered`. */
  enter(pointer: Pointer, value: Maybe): void
  /**
   * A document like `before` with the value at a pointer; see `write` in json/pointer.ts. The model stays as it is. Throws as
   * `write` does; the error is confidential where it may depend on what the user entered.
   */
  attempt(pointer: Pointer, before: Maybe, value: Maybe, owned: WeakSet<object>): Maybe
  /** Lets go of all values, and tells nobody: the surface is gone, and React or the host may hold on to it. */
  clear(): void
  /** The places that hold what the person wrote. */
  readonly entered: Pick<Entered, 'touches' | 'covers' | 'made' | 'places' | 'empty'> & {
    readonly released: Binding<number>
  }
  readonly listeners: Pick<Listeners, 'add' | 'remove' | 'size'>
  /** Grows with each change. */
  readonly revision: number
}

/** How many names of a pointer lead to something, from the first on. */
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
  /** Of an array: what tells each element wherever it stands; `undefined` where that is its index. */
  readonly keys: readonly string[] | undefined
}

/**
 * `tally` counts what the agent writes. Default: there is no limit. `texts`: v0.8. Paths lead on into texts that hold JSON.
 */
export function createDataModel(
  tally: DataTally = createDataTally(Number.POSITIVE_INFINITY),
  texts?: JsonTexts,
): DataModel {
  const agentData = createAgentData(tally)
  const listeners = createListeners(texts?.step)
  const readThrough = texts?.read ?? read
  const entered = createEntered()
  const released = createCell(0)
  const itemKeys = createItemKeys()
  let document: Maybe = {}
  let revision = 0
  // Containers made by a write and handed out to nobody since; see `write` in json/pointer.ts.
  let owned = new WeakSet<object>()
  let handedOut = false

  /** The agent wrote here: what the user entered here and below is the agent's now. */
  function release(pointer: Pointer): void {
    const touched = entered.touches(pointer)
    entered.remove(pointer)
    if (touched) released.set(released.getSnapshot() + 1)
  }

  /** `told`: readers are woken even when the value is the same. The place is marked once nothing can be refused any more. */
  function put(pointer: Pointer, value: Maybe, told: boolean, byUser: boolean): void {
    const existing = byUser ? namesThatLead(document, pointer) : 0
    const mark = byUser ? (place: Pointer): void => entered.add(place, existing) : release
    const before = read(document, pointer)
    if (!told && Object.is(before, value) && typeof value !== 'object' && value !== undefined) {
      mark(pointer)
      return
    }
    if (handedOut) owned = new WeakSet()
    handedOut = false
    const next = itemKeys.through(pointer, document, byUser, () => attempt(pointer, document, value, owned))
    mark(pointer)
    // A model that is taken away is empty; null is a value.
    document = next === undefined ? {} : next
    revision++
    if (listeners.size > 0) listeners.wake(pointer, before, value === undefined ? read(document, pointer) : value)
  }

  /** `counted`: the value does not go into the document, but counts as what the agent has written. */
  function writeByAgent(pointer: Pointer, value: Maybe, counted = false): void {
    // An agent that writes what it guesses the user to have entered must not see whether it guessed right: who reads the
    // place is woken in either case.
    const apply = (): void => put(pointer, value, entered.touches(pointer), false)
    agentData.write(document, pointer, value, counted ? undefined : apply)
  }

  /** What refuses a write may be what the user entered: a list that became longer, a text where there was nothing. */
  function attempt(pointer: Pointer, before: Maybe, value: Maybe, changeable: WeakSet<object>): Maybe {
    try {
      return write(before, pointer, value, changeable)
    } catch (error) {
      const places = pointer.map((_, depth) => pointer.slice(0, depth + 1) as readonly string[] as Pointer)
      const byUser = places.some(
        (place) => entered.made(place) || (isList(read(before, place)) && entered.touches(place)),
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
      if (isList(value)) return { items: value.length, keys: itemKeys.of(value, entered.names(pointer, keyMembers)) }
      return isObject(value) ? { items: Object.keys(value), keys: undefined } : undefined
    },
    write: (pointer, value) => writeByAgent(pointer, value),
    writeInitial: (pointer, value) => writeByAgent(pointer, value, entered.touches(pointer)),
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
    entered: {
      ...entered,
      released,
      get empty() {
        return entered.empty
      },
    },
    listeners,
    get revision() {
      return revision
    },
  }
}
