/** The data of one surface: an immutable JSON document with structural sharing, and its listeners. */
import { SurfaceError } from '../errors/surface-error.ts'
import { type Pointer, read, step, write } from '../json/pointer.ts'
import { isList, isObject, type JsonValue, type Maybe } from '../json/value.ts'
import { type AgentData, createAgentData } from './agent-data.ts'
import { createDataQuota, type DataQuota } from './data-quota.ts'
import { createItemKeys, keyMembers } from './item-keys.ts'
import type { JsonTexts } from './json-texts.ts'
import { createListeners, type Listeners } from './listeners.ts'
import { createUserInputPlaces, type UserInputPlaces } from './user-input.ts'

export interface ListItems {
  /** The number of an array's elements, or the keys of an object. */
  readonly items: number | readonly string[]
  /** Of an array: a key for each element that moves with it; `undefined` if the index is the key. */
  readonly keys: readonly string[] | undefined
}

export interface DataModel {
  /** Grows with each change. */
  readonly revision: number
  readonly listeners: Omit<Listeners, 'invalidate'>
  /** The places that hold user input. */
  readonly userInput: Omit<UserInputPlaces, 'add' | 'remove'>
  /** Counts what the agent writes. */
  readonly agentData: Pick<AgentData, 'write' | 'check' | 'parted'>
  /** The value at a pointer. The returned value never changes: later writes copy it. */
  read(pointer: Pointer): Maybe
  /**
   * What a template repeats over; only an array or an object has items. No container is handed out, so none is copied
   * later.
   */
  items(pointer: Pointer): ListItems | undefined
  /**
   * The agent or the host replaces the value at a pointer; `undefined` removes it. Throws `POINTER_INDEX`,
   * `DATA_NOT_CONTAINER` or `LIMIT_DATA_BYTES`; the data are then as before.
   */
  write(pointer: Pointer, value: Maybe): void
  /**
   * The same as `write`, by the user. The place counts as user input until the agent writes there. Nothing is counted, so
   * there is always room.
   */
  enter(pointer: Pointer, value: Maybe): void
  /**
   * A document like `before` with the value at a pointer; see `write` in json/pointer.ts. The model stays as it is.
   * Throws as `write` does; the error is confidential if it may depend on user input.
   */
  attempt(pointer: Pointer, before: Maybe, value: Maybe, owned: WeakSet<object>): Maybe
  /** Releases all values without notice: the surface was deleted, but React or the host may still hold it. */
  clear(): void
}

/**
 * `quota` counts what the agent writes. Default: there is no limit. `texts`: v0.8. Paths lead on into texts that hold
 * JSON.
 */
export function createDataModel(quota: DataQuota = createDataQuota(), texts: JsonTexts = noTexts): DataModel {
  const listeners = createListeners(texts.step)
  const userInput = createUserInputPlaces()
  const agentData = createAgentData(quota, () => document)
  const itemKeys = createItemKeys()
  const attempt = attemptBeside(userInput, (bytes) => {
    if (!agentData.parted) quota.add(-bytes)
  })
  let document: Maybe = {}
  let revision = 0
  /** Containers that a write made and that nobody else has; see `write` in json/pointer.ts. */
  let owned: WeakSet<object> | undefined

  /** `base`: the document, or what it becomes where texts are opened. */
  function put(base: Maybe, pointer: Pointer, value: Maybe, byUser: boolean): void {
    const before = read(base, pointer)
    const existing = byUser ? namesThatLead(base, pointer) : 0
    const bytes = byUser ? 0 : agentData.write(pointer, value, before)
    // The agent may guess what the user entered. Readers are invalidated: the agent must not see that it was right.
    const same = base === document && isSame(before, value) && (byUser || !userInput.touches(pointer))
    const known = same ? undefined : itemKeys.before(pointer, base)
    owned ??= new WeakSet()
    const next = same ? base : attempt(pointer, base, value, owned, bytes)
    itemKeys.after(known, pointer, next, byUser)
    if (byUser) userInput.add(pointer, existing)
    else userInput.remove(pointer)
    if (same) return
    // A removed model is empty; null is a value.
    document = next === undefined ? {} : next
    revision++
    if (listeners.size > 0) listeners.invalidate(pointer, before, value === undefined ? read(document, pointer) : value)
  }

  return {
    get revision() {
      return revision
    },
    ...{ listeners, userInput, agentData, attempt },
    read(pointer) {
      const value = texts.read(document, pointer)
      if (typeof value === 'object' && value !== null) owned = undefined
      return value
    },
    items(pointer) {
      const value = texts.open(texts.read(document, pointer))
      return itemsOf(value, (list) => itemKeys.of(list, userInput.names(pointer, keyMembers)))
    },
    write: (pointer, value) => put(document, pointer, value, false),
    enter(pointer, value) {
      // From now on the agent's document shares the containers.
      if (!agentData.parted) owned = undefined
      agentData.part()
      put(texts.opened(document, pointer), pointer, value, true)
    },
    clear() {
      document = {}
      agentData.clear()
    },
  }
}

/** For v0.9, where no path leads on into a text. */
const noTexts: JsonTexts = { open: (value) => value, step, read, opened: (value) => value }

function itemsOf(value: Maybe, keysOf: (list: readonly JsonValue[]) => ListItems['keys']): ListItems | undefined {
  if (isList(value)) return { items: value.length, keys: keysOf(value) }
  return isObject(value) ? { items: Object.keys(value), keys: undefined } : undefined
}

/** `DataModel.attempt`. Where a write is refused, `giveBack` gets the bytes that were counted for it. */
function attemptBeside(userInput: UserInputPlaces, giveBack: (bytes: number) => void) {
  return (pointer: Pointer, before: Maybe, value: Maybe, owned: WeakSet<object>, bytes = 0): Maybe => {
    try {
      return write(before, pointer, value, owned)
    } catch (error) {
      giveBack(bytes)
      const byUser = error instanceof SurfaceError && mayRefuse(userInput, pointer, before)
      throw byUser ? error.asConfidential() : error
    }
  }
}

/** User input may be the reason of a refusal: a list that became longer, or a text where there was nothing. */
function mayRefuse({ made, touches }: UserInputPlaces, pointer: Pointer, document: Maybe): boolean {
  const places = pointer.map((_, depth) => pointer.slice(0, depth + 1) as readonly string[] as Pointer)
  return places.some((place) => made(place) || (isList(read(document, place)) && touches(place)))
}

/** Whether a write changes nothing. A container may be another one with the same members, so it counts as a change. */
function isSame(before: Maybe, value: Maybe): boolean {
  return Object.is(before, value) && typeof value !== 'object' && value !== undefined
}

/** The number of names of a pointer, from the first, that lead to an existing value. */
function namesThatLead(document: Maybe, pointer: Pointer): number {
  let value = document
  for (let depth = 0; depth < pointer.length; depth++) {
    value = step(value, pointer[depth] as string)
    if (value === undefined) return depth
  }
  return pointer.length
}
