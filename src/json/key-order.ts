/**
 * What lists are drawn from, where the container itself does not say it: the order in which the keys of an object were
 * written, since JavaScript puts keys that look like indexes first (v0.8), and that elements were taken out of a list.
 */
import { isList, type JsonObject, type JsonValue } from './value.ts'

/** Objects that got a key which looks like an index, and lists with gaps. A write costs one step, a copy a pass. */
const orders = new WeakMap<object, Set<string>>()

/** The keys of an object in their order; of a list those of the elements that are there, or `undefined`: none is missing. */
export function keysToDraw(container: JsonObject | readonly JsonValue[]): readonly string[] | undefined {
  const order = orders.get(container)
  if (!isList(container)) return [...(order ?? Object.keys(container))]
  return order && Object.keys(container).filter((index) => container[Number(index)] !== undefined)
}

/** Before `key` is written to `object`, or taken out of it. */
export function noteKey(object: object, key: string, removed: boolean): void {
  const order = orders.get(object)
  if (removed) order?.delete(key)
  else if (order) order.add(key)
  else if (/^\d+$/.test(key) && !Object.hasOwn(object, key)) orders.set(object, new Set([...Object.keys(object), key]))
}

/** An element was taken out of the list. */
export function noteGap(list: object): void {
  orders.set(list, new Set())
}

/** `copy` has the members of `container`. */
export function copyOrder<T extends object>(container: object, copy: T): T {
  const order = orders.get(container)
  if (order) orders.set(copy, new Set(order))
  return copy
}
