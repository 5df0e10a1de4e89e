/** The data of one surface: an immutable JSON document with structural sharing, and its listeners. */
import { dataBytes } from '../json/data-bytes.ts'
import { growth } from '../json/data-growth.ts'
import { keysToDraw } from '../json/key-order.ts'
import { type Pointer, read, root, step, write } from '../json/pointer.ts'
import { isList, type Maybe } from '../json/value.ts'
import { createItemKeys } from './item-keys.ts'
import type { JsonTexts } from './json-texts.ts'
import { createListeners, type Listeners } from './listeners.ts'
import { createDataQuota, type DataQuota, type Quota } from './quota.ts'
import { createUserInputPlaces, type UserInputPlaces } from './user-input.ts'

export interface ListItems {
  /** Of an array, or of an object. */
  readonly ofList: boolean
  /** The number of an array's elements, or their indexes where some were taken out; the keys of an object. */
  readonly items: number | readonly string[]
  /** Of an array: a key for each element that moves with it; `undefined` if the index is the key. */
  readonly keys: readonly string[] | undefined
}

export interface DataModel {
  readonly listeners: Listeners
  /** The places that hold user input. */
  readonly userInput: Pick<UserInputPlaces, 'touches' | 'places' | 'obscure' | 'isObscured'>
  /** Counts the bytes of the data. */
  readonly quota: Pick<DataQuota, 'check'>
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
   * The same as `write`, by the user. The place counts as user input until the agent writes there. The bytes are counted,
   * and there is always room for them. `obscured`: a field that hides what is typed.
   */
  enter(pointer: Pointer, value: Maybe, obscured?: boolean): void
  /** An empty model for data of the same version, without listeners and limits. */
  fresh(): DataModel
  /** Releases all values without notice: the surface was deleted, but React or the host may still hold it. */
  clear(): void
  /** After `clear`: takes the document of another model, without user input. Returns what invalidates all listeners. */
  replace(next: Maybe): () => void
}

/** Counts what may change what is drawn. */
export interface Changes {
  count: number
}

/**
 * `quota` counts the bytes of the data. Default: there is no limit. `texts`: v0.8 and lenient mode. Paths lead on into texts that
 * hold JSON. `changes` counts each change. `listening`: the limit on listeners. `v08`: paths make arrays for names in brackets alone.
 */
export function createDataModel(
  quota: DataQuota = createDataQuota(),
  texts: JsonTexts = noTexts,
  changes: Changes = { count: 0 },
  listening?: Pick<Quota, 'room' | 'add'>,
  v08: boolean = texts !== noTexts,
): DataModel {
  const listeners = createListeners(texts.step, listening)
  const userInput = createUserInputPlaces()
  const itemKeys = createItemKeys()
  let document: Maybe = {}
  /** Containers that a write made and that nobody else has; see `write` in json/pointer.ts. */
  let owned: WeakSet<object> | undefined

  /** `base`: the document, or what it becomes where texts are opened. */
  function put(base: Maybe, pointer: Pointer, value: Maybe, byUser: boolean): void {
    const before = read(base, pointer)
    // Most writes replace a value. Their growth takes no walk down the document.
    const replaces = before !== undefined && value !== undefined
    const opened = base === document ? 0 : dataBytes(base) - dataBytes(document)
    const bytes = opened + (replaces ? dataBytes(value) - dataBytes(before) : growth(base, pointer, value, v08))
    if (!byUser) quota.check(bytes)
    // A container may be another one with the same members, so it counts as a change.
    const same = base === document && typeof value !== 'object' && value !== undefined && Object.is(before, value)
    const keepKeys = same ? undefined : itemKeys.follow(pointer, base, byUser)
    owned ??= new WeakSet()
    const next = same ? base : write(base, pointer, value, owned, v08)
    quota.add(bytes)
    keepKeys?.(next)
    if (byUser) userInput.add(pointer)
    else userInput.remove(pointer)
    if (same) return
    // A removed model is empty; null is a value.
    document = next === undefined ? {} : next
    changes.count++
    listeners.invalidate(pointer, before, value === undefined ? read(document, pointer) : value)
  }

  return {
    listeners,
    userInput,
    quota,
    read(pointer) {
      const value = texts.read(document, pointer)
      if (typeof value === 'object' && value !== null) owned = undefined
      return value
    },
    items(pointer) {
      const value = texts.open(texts.read(document, pointer))
      if (typeof value !== 'object' || value === null) return undefined
      const names = keysToDraw(value)
      if (!isList(value)) return { ofList: false, items: names ?? [], keys: undefined }
      // Each element that is there has one.
      const all = itemKeys.of(value) as ListItems['keys']
      const keys = names && all ? names.map((index) => all[Number(index)] as string) : all
      return { ofList: true, items: names ?? value.length, keys }
    },
    write: (pointer, value) => put(document, pointer, value, false),
    enter(pointer, value, obscured) {
      put(texts.opened(document, pointer), pointer, value, true)
      if (obscured) userInput.obscure(pointer)
    },
    fresh: () => createDataModel(undefined, texts, undefined, undefined, v08),
    clear() {
      document = {}
      quota.clear()
    },
    replace(next = {}) {
      document = next
      userInput.remove(root)
      quota.add(dataBytes(next) - dataBytes({}))
      changes.count++
      return listeners.invalidateAll
    },
  }
}

/** For v0.9, where no path leads on into a text. */
const noTexts: JsonTexts = { open: (value) => value, step, read, opened: (value) => value }
