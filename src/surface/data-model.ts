/** The data of one surface: an immutable JSON document with structural sharing, and its listeners. */
import { SurfaceError } from '../errors/surface-error.ts'
import { type Pointer, read, step, write } from '../json/pointer.ts'
import { isList, isObject, type Maybe } from '../json/value.ts'
import { createAgentData, type DataWrite } from './agent-data.ts'
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

export class DataModel {
  /** Grows with each change. */
  revision = 0
  readonly listeners: Omit<Listeners, 'invalidate'>
  /** The places that hold user input. */
  readonly userInput: Omit<UserInputPlaces, 'add' | 'remove'>
  private readonly inputPlaces = createUserInputPlaces()
  private readonly allListeners: Listeners
  private readonly agentData: ReturnType<typeof createAgentData>
  private readonly itemKeys = createItemKeys()
  private readonly texts: JsonTexts | undefined
  private document: Maybe = {}
  /** Containers that a write made and that were not handed out since; see `write` in json/pointer.ts. */
  private owned = new WeakSet<object>()
  private handedOut = false

  /**
   * `quota` counts what the agent writes. Default: there is no limit. `texts`: v0.8. Paths lead on into texts that hold
   * JSON.
   */
  constructor(quota: DataQuota = createDataQuota(Number.POSITIVE_INFINITY), texts?: JsonTexts) {
    this.agentData = createAgentData(quota)
    this.allListeners = createListeners(texts?.step)
    this.listeners = this.allListeners
    this.userInput = this.inputPlaces
    this.texts = texts
  }

  /** The value at a pointer. The returned value never changes: later writes copy it. */
  read(pointer: Pointer): Maybe {
    const value = this.find(pointer)
    if (typeof value === 'object' && value !== null) this.handedOut = true
    return value
  }

  /**
   * What a template repeats over; only an array or an object has items. No container is handed out, so none is copied
   * later.
   */
  items(pointer: Pointer): ListItems | undefined {
    const found = this.find(pointer)
    const value = this.texts ? this.texts.open(found) : found
    if (isList(value)) {
      const keys = this.itemKeys.of(value, this.inputPlaces.names(pointer, keyMembers))
      return { items: value.length, keys }
    }
    return isObject(value) ? { items: Object.keys(value), keys: undefined } : undefined
  }

  /**
   * The agent or the host replaces the value at a pointer; `undefined` removes it. Throws `POINTER_INDEX`,
   * `DATA_NOT_CONTAINER` or `LIMIT_DATA_BYTES`; the data are then as before.
   */
  write(pointer: Pointer, value: Maybe): void {
    this.agentData.write(this.document, pointer, value, () => this.replaceByAgent(pointer, value))
  }

  /** The same, unless the place holds user input: then the value is only counted. */
  writeInitial(pointer: Pointer, value: Maybe): void {
    if (this.inputPlaces.touches(pointer)) this.agentData.write(this.document, pointer, value)
    else this.write(pointer, value)
  }

  /** Throws `LIMIT_DATA_BYTES` where there is no room for one of these, written one after the other. */
  checkRoom(writes: readonly DataWrite[]): void {
    this.agentData.check(this.document, writes)
  }

  /** Counts refused writes if user input may be the reason of the refusal. `checkRoom` has found room for them. */
  countRefused(writes: readonly DataWrite[]): void {
    if (!this.agentData.parted) return
    for (const { pointer, value } of writes) this.agentData.write(this.document, pointer, value)
  }

  /**
   * The same as `write`, by the user. The place counts as user input until the agent writes there. Nothing is counted, so
   * there is always room.
   */
  enter(pointer: Pointer, value: Maybe): void {
    if (!this.agentData.parted) {
      this.agentData.part(this.document)
      this.handedOut = true
    }
    const document = this.texts ? this.texts.opened(this.document, pointer) : this.document
    const existing = namesThatLead(document, pointer)
    const before = read(document, pointer)
    if (document === this.document && isSame(before, value)) {
      this.inputPlaces.add(pointer, existing)
      return
    }
    const next = this.replaced(document, pointer, value, true)
    this.inputPlaces.add(pointer, existing)
    this.commit(next, pointer, before, value)
  }

  /**
   * A document like `before` with the value at a pointer; see `write` in json/pointer.ts. The model stays as it is.
   * Throws as `write` does; the error is confidential if it may depend on user input.
   */
  attempt(pointer: Pointer, before: Maybe, value: Maybe, owned: WeakSet<object>): Maybe {
    try {
      return write(before, pointer, value, owned)
    } catch (error) {
      const byUser = error instanceof SurfaceError && this.mayRefuseByUser(pointer, before)
      throw byUser ? error.asConfidential() : error
    }
  }

  /** Releases all values without notice: the surface was deleted, but React or the host may still hold it. */
  clear(): void {
    this.document = {}
    this.agentData.clear()
  }

  private find(pointer: Pointer): Maybe {
    return this.texts ? this.texts.read(this.document, pointer) : read(this.document, pointer)
  }

  /**
   * The place no longer counts as user input. An agent may write a guess of what the user entered. Readers are
   * invalidated in either case, so that the agent cannot see whether the guess was right.
   */
  private replaceByAgent(pointer: Pointer, value: Maybe): void {
    const before = read(this.document, pointer)
    if (isSame(before, value) && !this.inputPlaces.touches(pointer)) return
    const next = this.replaced(this.document, pointer, value, false)
    this.inputPlaces.remove(pointer)
    this.commit(next, pointer, before, value)
  }

  /** A document like `document` with the value at the pointer. Throws where the write is refused. */
  private replaced(document: Maybe, pointer: Pointer, value: Maybe, byUser: boolean): Maybe {
    if (this.handedOut) this.owned = new WeakSet()
    this.handedOut = false
    return this.itemKeys.through(pointer, document, byUser, () => this.attempt(pointer, document, value, this.owned))
  }

  private commit(next: Maybe, pointer: Pointer, before: Maybe, value: Maybe): void {
    // A removed model is empty; null is a value.
    this.document = next === undefined ? {} : next
    this.revision++
    if (this.allListeners.size === 0) return
    this.allListeners.invalidate(pointer, before, value === undefined ? read(this.document, pointer) : value)
  }

  /** User input may be the reason of a refusal: a list that became longer, or a text where there was nothing. */
  private mayRefuseByUser(pointer: Pointer, document: Maybe): boolean {
    const { made, touches } = this.inputPlaces
    const places = pointer.map((_, depth) => pointer.slice(0, depth + 1) as readonly string[] as Pointer)
    return places.some((place) => made(place) || (isList(read(document, place)) && touches(place)))
  }
}

/** Whether a write changes nothing. A container may be another one with the same members, so it counts as a change. */
function isSame(before: Maybe, value: Maybe): boolean {
  return Object.is(before, value) && typeof value !== 'object' && value !== undefined
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
