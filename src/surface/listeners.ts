/** The listeners of places in the data: a tree, keyed by the tokens of the pointers. */
import type { Pointer } from '../json/pointer.ts'
import { step } from '../json/pointer.ts'
import type { Maybe } from '../json/value.ts'
import type { Quota } from './quota.ts'

export interface Listener {
  /** Something at, above or below the place has changed. `draft`: only what is shown has, no data. Must not throw. */
  invalidate(draft?: boolean): void
}

export interface Listeners {
  /** Whether the limit leaves room for listeners at all of these places. `add` counts them, whether there is room or not. */
  fit(pointers: readonly Pointer[]): boolean
  add(pointer: Pointer, listener: Listener): void
  remove(pointer: Pointer, listener: Listener): void
  /**
   * Invalidates the listeners above, at and below `pointer`; below it only where `before` and `after`, the values at
   * the pointer, differ. Costs the length of the pointer and the number of reached listeners.
   */
  invalidate(pointer: Pointer, before: Maybe, after: Maybe, draft?: boolean): void
  /** Invalidates all. */
  invalidateAll(): void
  /** All of them; for tests. */
  readonly tree: ListenerTree
}

/** The listeners of one place. Most have one, so a set is made for the second listener only. */
export type ListenerGroup = Listener | Set<Listener> | undefined

export function withListener(group: ListenerGroup, listener: Listener): ListenerGroup {
  if (group instanceof Set) return group.add(listener)
  return group && group !== listener ? new Set([group, listener]) : listener
}

export function withoutListener(group: ListenerGroup, listener: Listener): ListenerGroup {
  if (group instanceof Set) return group.delete(listener) && group.size === 0 ? undefined : group
  return group === listener ? undefined : group
}

/** The listeners of a place, and those below it. */
export interface ListenerTree {
  listeners: ListenerGroup
  children: Map<string, ListenerTree> | undefined
}

/** Of a listener: one, and one for each name of its pointer. Each may take a node of the tree, which is 250 bytes. */
const sizeOf = (pointer: Pointer): number => 1 + pointer.length

/**
 * `stepInto` gives the value one step below another. Default: a member of an object, or an element of a list. `quota`: default
 * no limit.
 */
export function createListeners(
  stepInto: typeof step = step,
  quota: Pick<Quota, 'room' | 'add'> = { room: Number.POSITIVE_INFINITY, add() {} },
): Listeners {
  const tree: ListenerTree = { listeners: undefined, children: undefined }
  return {
    tree,
    fit: (pointers) => pointers.reduce((size, pointer) => size + sizeOf(pointer), 0) <= quota.room,
    add(pointer, listener) {
      quota.add(sizeOf(pointer))
      let node = tree
      for (let depth = 0; depth < pointer.length; depth++) node = childOf(node, pointer[depth] as string)
      node.listeners = withListener(node.listeners, listener)
    },
    remove(pointer, listener) {
      quota.add(-sizeOf(pointer))
      removeFrom(tree, pointer, 0, listener)
    },
    invalidate(pointer, before, after, draft) {
      // A stream may write thousands of values that nobody shows.
      if (!tree.listeners && !tree.children?.size) return
      const reached: Listener[] = []
      let node: ListenerTree | undefined = tree
      for (const token of pointer) {
        collect(node, reached)
        node = node.children?.get(token)
        if (!node) break
      }
      if (node) collectBelow(node, { before, after, stepInto }, reached)
      for (const listener of reached) listener.invalidate(draft)
    },
    invalidateAll() {
      const reached: Listener[] = []
      for (const listeners of allBelow(tree)) collect({ listeners, children: undefined }, reached)
      for (const listener of reached) listener.invalidate()
    },
  }
}

function* allBelow({ listeners, children }: ListenerTree): Generator<ListenerGroup> {
  yield listeners
  for (const child of children?.values() ?? []) yield* allBelow(child)
}

function childOf(node: ListenerTree, token: string): ListenerTree {
  node.children ??= new Map()
  let child = node.children.get(token)
  if (!child) {
    child = { listeners: undefined, children: undefined }
    node.children.set(token, child)
  }
  return child
}

/** Removes a listener and prunes empty nodes, so that the tree does not grow in a long chat. */
function removeFrom(node: ListenerTree, pointer: Pointer, depth: number, listener: Listener): void {
  const token = pointer[depth]
  if (token === undefined) {
    node.listeners = withoutListener(node.listeners, listener)
    return
  }
  const child = node.children?.get(token)
  if (!child) return
  removeFrom(child, pointer, depth + 1, listener)
  if (!child.listeners && !child.children?.size) node.children?.delete(token)
}

/** The values at a place before and after a write. */
interface Change {
  readonly before: Maybe
  readonly after: Maybe
  readonly stepInto: typeof step
}

function collectBelow(node: ListenerTree, { before, after, stepInto }: Change, reached: Listener[]): void {
  collect(node, reached)
  if (!node.children) return
  for (const [token, child] of node.children) {
    const was = stepInto(before, token)
    const is = stepInto(after, token)
    if (was !== is) collectBelow(child, { before: was, after: is, stepInto }, reached)
  }
}

function collect({ listeners }: ListenerTree, reached: Listener[]): void {
  if (listeners instanceof Set) for (const listener of listeners) reached.push(listener)
  else if (listeners) reached.push(listeners)
}
