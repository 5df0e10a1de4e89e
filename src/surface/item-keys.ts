/**
 * Keys for the elements of a list: their own `id` or `key`, if each element has one and all differ. With a key a row
 * that moves keeps its focus and its typed text.
 *
 * The search costs a pass over the list, so its result is cached per list. A write passes the result on to the copy of
 * the list if the write cannot have changed it: an edit inside a row and a row at the end cost no pass.
 */
import { type Pointer, step } from '../json/pointer.ts'
import { getOwn, isList, isObject, type JsonValue, type Maybe } from '../json/value.ts'

export interface ItemKeys {
  /** A key for each element that is there, or `undefined` if the index is the key. The same array until a key changes. */
  of(list: readonly JsonValue[]): readonly (string | undefined)[] | undefined
  /**
   * Before a write to `pointer`, which may change lists in place. Returns what keeps the keys that still hold in the document
   * that the write has made; `undefined`: nobody has asked for keys so far. A row keeps its key while the user types its `id`.
   */
  follow(pointer: Pointer, document: Maybe, byUser: boolean): ((document: Maybe) => void) | undefined
}

/** The keys of a list: the member that they come from, its values, and the same values as a set. */
interface Known {
  readonly name: string
  readonly keys: readonly (string | undefined)[]
  /** Shared by all copies of a list, of which only the last is ever asked for. */
  readonly seen: Set<string>
}

/** The index is the key. */
const byIndex = { keys: undefined } as const

export function createItemKeys(): ItemKeys {
  let asked = false
  const known = new WeakMap<readonly JsonValue[], Known | typeof byIndex>()
  return {
    of(list) {
      asked = true
      const found = known.get(list) ?? knownBy(list, 'id') ?? knownBy(list, 'key') ?? byIndex
      known.set(list, found)
      return found.keys
    },
    follow(pointer, document, byUser) {
      if (!asked) return undefined
      const before = listsOn(pointer, document).map((list) => list && ([known.get(list), list.length] as const))
      return (next) =>
        listsOn(pointer, next).forEach((list, depth) => {
          if (!list) return
          const [keys, length = 0] = before[depth] ?? []
          const is = keys && afterWrite(keys, length, list, byUser, pointer.slice(depth))
          if (is) known.set(list, is)
          else known.delete(list)
        })
    },
  }
}

/** For each step of a pointer the list that it leads into, or `undefined` where that is none. */
function listsOn(pointer: Pointer, document: Maybe): readonly (readonly JsonValue[] | undefined)[] {
  let value = document
  return pointer.map((token) => {
    const list = isList(value) ? value : undefined
    value = step(value, token)
    return list
  })
}

/** The known keys if they still hold after a write below the list; else `undefined`. */
function afterWrite(
  known: Known | typeof byIndex,
  length: number,
  list: readonly JsonValue[],
  byUser: boolean,
  [token = '', member, ...deeper]: readonly string[],
): Known | typeof byIndex | undefined {
  const index = Number(token)
  const appended = index === length
  const isNew = appended || (known.keys !== undefined && known.keys[index] === undefined)
  if (!isNew && (byUser || member !== undefined))
    return byUser || deeper.length > 0 || (member !== 'id' && member !== 'key') ? known : undefined
  // A new element adds no missing key and removes no duplicate.
  if (!known.keys) return appended ? known : undefined
  const sent = byUser ? undefined : keyOf(list[index], known.name)
  // An element that arrives one member at a time gets a temporary key until the agent has sent its own; the keys of the
  // others stay.
  const key = sent ?? (byUser || member !== undefined ? `\0${index}` : undefined)
  if (key !== undefined && key === known.keys[index]) return known
  if (key === undefined || !isNew || known.seen.has(key)) return undefined
  known.seen.add(key)
  const keys = [...known.keys]
  keys[index] = key
  return { ...known, keys }
}

function knownBy(list: readonly JsonValue[], name: string): Known | undefined {
  const seen = new Set<string>()
  const keys: (string | undefined)[] = []
  let gaps = 0
  for (const item of list) {
    const key = keyOf(item, name)
    if (key !== undefined) seen.add(key)
    // An element that was taken out.
    else if (item === undefined) gaps++
    else return undefined
    keys.push(key)
  }
  return seen.size === list.length - gaps ? { name, keys, seen } : undefined
}

function keyOf(item: Maybe, name: string): string | undefined {
  const key = isObject(item) ? getOwn(item, name) : undefined
  return typeof key === 'string' || typeof key === 'number' ? String(key) : undefined
}
