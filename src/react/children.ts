/** References to children: their number, their places and their keys. */
import { join, type Pointer } from '../json/pointer.ts'
import type { Items } from '../surface/evaluate.ts'
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

/** Where the paths of the instance at an index start. */
export function scopeAt(references: Items, index: number): Pointer {
  return join(references.pointer, [nameAt(references, index)])
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
