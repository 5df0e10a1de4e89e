/** The places of the data that the user wrote and the agent has not written since: what a host keeps to restore a form. */

import { type Pointer, pointerOf } from '../json/pointer.ts'

export interface UserInputPlaces {
  /** The user wrote here. */
  add(pointer: Pointer): void
  /** The agent wrote here: this place and all below it are no longer user input. */
  remove(pointer: Pointer): void
  /** Whether the value here is, contains or is a part of user input. */
  touches(pointer: Pointer): boolean
  /** Every place that the user wrote, in the order of the first write at each level. */
  places(): readonly Pointer[]
}

interface Node {
  byUser: boolean
  readonly children: Map<string, Node>
}

export function createUserInputPlaces(): UserInputPlaces {
  const top = createNode()

  function touches(pointer: Pointer): boolean {
    let node: Node | undefined = top
    for (const token of pointer) {
      // A place further up was written as a whole.
      if (!node || node.byUser) break
      node = node.children.get(token)
    }
    return node !== undefined && (node.byUser || node.children.size > 0)
  }

  return {
    touches,
    add(pointer) {
      let node = top
      for (const token of pointer) {
        if (node.byUser) return
        const child = node.children.get(token) ?? createNode()
        node.children.set(token, child)
        node = child
      }
      node.byUser = true
      node.children.clear()
    },
    remove(pointer) {
      if (touches(pointer)) removeFrom(top, pointer, 0)
    },
    places: () => [...placesBelow(top, [])],
  }
}

function createNode(): Node {
  return { byUser: false, children: new Map() }
}

function* placesBelow(node: Node, tokens: readonly string[]): Generator<Pointer> {
  if (node.byUser) yield pointerOf(tokens)
  else for (const [token, child] of node.children) yield* placesBelow(child, [...tokens, token])
}

/** Removes empty branches. A place further up that the user wrote as a whole stays user input. */
function removeFrom(node: Node, pointer: Pointer, depth: number): void {
  const token = pointer[depth]
  if (token === undefined) {
    node.byUser = false
    node.children.clear()
    return
  }
  const child = node.children.get(token)
  if (!child) return
  removeFrom(child, pointer, depth + 1)
  if (!child.byUser && child.children.size === 0) node.children.delete(token)
}
