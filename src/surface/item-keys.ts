/**
 * What makes the elements of a list themselves wherever they stand: their own `id` or `key`, where each has one and no two
 * are the same. A row that moves then keeps its focus and what was typed into it.
 *
 * Looking costs a pass over the list, so the answer is kept with the list, and goes on to the copy that a write makes when
 * the write cannot have changed it: an edit inside a row and a row at the end cost no pass, however long the list is.
 */
import { type Pointer, step } from '../json/pointer.ts'
import { isList, isObject, type JsonValue, type Maybe, own } from '../json/value.ts'

export interface ItemKeys {
  /**
   * A key for each element, or `undefined` where only its index tells an element. The same array as long as nothing changes.
   *
   * `tainted`: an `id` or `key` of an element is the user's. Keys that are known stay, and none are looked for: with the
   * user's own, two equal ones would make all rows anew, and a request for each of their pictures would tell that.
   */
  of(list: readonly JsonValue[], tainted: boolean): readonly string[] | undefined
  /**
   * Runs `write`, a write to `pointer` that makes a new document of `document`, and gives what it made. The old one may be
   * changed by it in place, so its lists are looked up before. A row stays itself while the user types its `id`.
   */
  through(pointer: Pointer, document: Maybe, byUser: boolean, write: () => Maybe): Maybe
}

/** What is known of a list: the member that tells its elements apart, their values of it, and the same as a set. */
interface Known {
  readonly name: string
  readonly keys: readonly string[]
  /** Shared by all copies of a list, of which only the last is ever asked for. */
  readonly seen: Set<string>
}

/** Only the index tells the elements apart. */
const byIndex = 'index'

/** Members that tell elements apart, the first one first. */
export const keyMembers: readonly string[] = ['id', 'key']

export function createItemKeys(): ItemKeys {
  let asked = false
  const known = new WeakMap<readonly JsonValue[], Known | typeof byIndex>()
  return {
    of(list, tainted) {
      asked = true
      const found = known.get(list) ?? (tainted ? byIndex : (knownBy(list, 'id') ?? knownBy(list, 'key') ?? byIndex))
      known.set(list, found)
      return found === byIndex ? undefined : found.keys
    },
    through(pointer, document, byUser, write) {
      if (!asked) return write()
      const before = listsOn(pointer, document).map((list) => list && { length: list.length, known: known.get(list) })
      const next = write()
      for (const [depth, list] of listsOn(pointer, next).entries()) {
        if (!list) continue
        const was = before[depth]
        const is = was?.known && afterWrite(was.known, was.length, list, byUser, pointer.slice(depth))
        if (is) known.set(list, is)
        else known.delete(list)
      }
      return next
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

/** What was known, where it still holds after a write whose tokens from the list on are `way`; else `undefined`. */
function afterWrite(
  known: Known | typeof byIndex,
  length: number,
  list: readonly JsonValue[],
  byUser: boolean,
  [token = '', member, ...deeper]: readonly string[],
): Known | typeof byIndex | undefined {
  const index = Number(token)
  const appended = index === length
  if (!appended && (byUser || member !== undefined))
    return byUser || deeper.length > 0 || !keyMembers.includes(member ?? '') ? known : undefined
  // Another element brings neither a missing key nor takes away a second one.
  if (known === byIndex) return appended ? known : undefined
  const sent = byUser ? undefined : keyOf(list[index], known.name)
  // An element that comes one member at a time has a key of ours until the agent has sent one, so that the others stay.
  const key = sent ?? (byUser || member !== undefined ? `\0${index}` : undefined)
  if (key !== undefined && key === known.keys[index]) return known
  if (key === undefined || !appended || known.seen.has(key)) return undefined
  known.seen.add(key)
  return { ...known, keys: [...known.keys, key] }
}

function knownBy(list: readonly JsonValue[], name: string): Known | undefined {
  const seen = new Set<string>()
  for (const item of list) {
    const key = keyOf(item, name)
    if (key === undefined) return undefined
    seen.add(key)
  }
  return seen.size === list.length ? { name, keys: [...seen], seen } : undefined
}

function keyOf(item: Maybe, name: string): string | undefined {
  const key = isObject(item) ? own(item, name) : undefined
  return typeof key === 'string' || typeof key === 'number' ? String(key) : undefined
}
