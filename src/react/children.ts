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

/** Rows with keys, by their scopes as they are drawn. */
const rows = new WeakMap<Pointer, { readonly list: Items; readonly index: number }>()

/** Where the paths of the instance at an index start. */
export function scopeAt(references: Items, index: number): Pointer {
  const scope = join(references.pointer, [nameAt(references, index)])
  if (references.keys) rows.set(scope, { list: references, index })
  return scope
}

/**
 * The scope of the item that was drawn with this scope; `undefined` if the item is gone. React draws later than a message moves
 * items: 50 ms for 300 rows. Until then what the user enters and presses belongs to the item on the page.
 */
export function scopeNow(drawn: Pointer, read: Pick<Evaluation, 'items'>): Pointer | undefined {
  const row = rows.get(drawn)
  if (!row) return drawn
  const { list, index } = row
  const outer = scopeNow(list.scope, read)
  if (!outer) return undefined
  // An absolute path leads to the same list, wherever the outer item is.
  const isInside = outer !== list.scope && list.scope.every((token, at) => token === list.pointer[at])
  const pointer = isInside ? join(outer, list.pointer.slice(list.scope.length)) : list.pointer
  const items = read.items(pointer)
  if (items?.keys === list.keys && pointer === list.pointer) return drawn
  const key = list.keys?.[index]
  const found = items?.keys?.indexOf(key ?? '') ?? -1
  return items && found >= 0 ? scopeAt({ ...list, ...items, pointer, scope: outer }, found) : undefined
}

function nameAt({ items }: Items, index: number): string {
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
