/** References to children: their number, their places and their keys. */
import { join, type Pointer } from '../json/pointer.ts'
import type { Evaluation, Items } from '../surface/evaluate.ts'
import type { ChildrenRef } from './renderer.ts'

/** How many children there are, drawn or not. */
export function countOf(references: ChildrenRef): number {
  if (references.kind === 'children') return references.ids.length
  return typeof references.items === 'number' ? references.items : references.items.length
}

/** The key of the child at an index; the key moves with the child. */
export function keyAt(references: ChildrenRef, index: number): string {
  if (references.kind === 'children') return keysOfIds(references.ids)[index] ?? ''
  const { keys } = references
  return keys ? `#${keys[index]}` : nameAt(references, index)
}

/** The list and the index that a row was drawn with, by the scope of the row. */
const rows = new WeakMap<Pointer, readonly [Items, number]>()

/** Where the paths of the instance at an index start. */
export function scopeAt(references: Items, index: number): Pointer {
  const scope = join(references.pointer, [nameAt(references, index)])
  rows.set(scope, [references, index])
  return scope
}

/**
 * The scope of the item that was drawn with this scope; `undefined` if the item is gone. React draws later than a message moves
 * items: 50 ms for 300 rows. Until then what the user enters and presses belongs to the item on the page.
 */
export function scopeNow(drawn: Pointer, read: Pick<Evaluation, 'items'>): Pointer | undefined {
  const [list, index = 0] = rows.get(drawn) ?? []
  if (!list) return drawn
  const scope = scopeNow(list.scope, read)
  const pointer = scope && join(scope, list.pointer.slice(list.scope.length))
  // Without keys an item is what has its name.
  const items = list.keys ? pointer && read.items(pointer) : list
  const found = list.keys ? items?.keys?.indexOf(list.keys[index] ?? '') : index
  return pointer && items && found !== undefined && found >= 0
    ? scopeAt({ ...list, ...items, pointer, scope }, found)
    : undefined
}

/** The name of the instance at an index: where it stands in the array or object. */
export function nameAt({ items }: Items, index: number): string {
  return typeof items === 'number' ? String(index) : (items[index] ?? '')
}

/**
 * A key for each name: the number of earlier uses of the name, a blank, and the name. The number stands first because a
 * name may be any text: no two keys are the same.
 */
export function keysOf(names: readonly string[]): readonly string[] {
  const uses = new Map<string, number>()
  return names.map((name) => {
    const use = uses.get(name) ?? 0
    uses.set(name, use + 1)
    return `${use} ${name}`
  })
}

const known = new WeakMap<readonly string[], readonly string[]>()

/** The id is in the key, so that a sibling inserted before keeps this one's focus. */
export function keysOfIds(ids: readonly string[]): readonly string[] {
  const found = known.get(ids)
  if (found) return found
  const keys = keysOf(ids)
  known.set(ids, keys)
  return keys
}
