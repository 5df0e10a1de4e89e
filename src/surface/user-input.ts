/** The places of the data that the user wrote and the agent has not written since: what a host keeps to restore a form. */

import { type Pointer, pointerOf } from '../json/pointer.ts'

export interface UserInputPlaces {
  /** The user wrote here. */
  add(pointer: Pointer): void
  /** The agent wrote here: this place and all below it are no longer user input. */
  remove(pointer: Pointer): void
  /** Whether the value here is, contains or is a part of user input. */
  touches(pointer: Pointer): boolean
  /** A field that hides what is typed is bound to this place, which the user wrote. */
  obscure(pointer: Pointer): void
  /** Of a place that the user wrote. */
  isObscured(pointer: Pointer): boolean
  /** Every place that the user wrote, in the order of the first write at each level. */
  places(): readonly Pointer[]
}

/** By the names of a level. A node without others below it is a place that the user wrote. */
type Node = Map<string, Node>

export function createUserInputPlaces(): UserInputPlaces {
  let top: Node | undefined
  /** Nodes of places that the user wrote. A mark goes with its node. */
  const obscured = new WeakSet<Node>()

  function find(pointer: Pointer): Node | undefined {
    let node = top
    // A place further up may have been written as a whole.
    for (const token of pointer) if (node?.size) node = node.get(token)
    return node
  }

  function obscure(pointer: Pointer): void {
    const node = find(pointer)
    if (node) obscured.add(node)
  }

  return {
    touches: (pointer) => find(pointer) !== undefined,
    add(pointer) {
      const before = find(pointer)
      top = withPlace(top, pointer)
      if (before && nodesBelow(before).some((node) => obscured.has(node))) obscure(pointer)
    },
    obscure,
    isObscured(pointer) {
      const node = find(pointer)
      return node !== undefined && obscured.has(node)
    },
    remove(pointer) {
      if (top) top = withoutPlace(top, pointer)
    },
    places: () => (top ? [...placesIn(top, [])] : []),
  }
}

function withPlace(node: Node | undefined, [token, ...deeper]: readonly string[]): Node {
  if (token === undefined || node?.size === 0) return new Map()
  const next: Node = node ?? new Map()
  return next.set(token, withPlace(next.get(token), deeper))
}

/** A place further up that the user wrote as a whole stays user input. */
function withoutPlace(node: Node | undefined, [token, ...deeper]: readonly string[]): Node | undefined {
  if (!node || token === undefined) return undefined
  if (node.size === 0) return node
  const left = withoutPlace(node.get(token), deeper)
  if (left) node.set(token, left)
  else node.delete(token)
  return node.size > 0 ? node : undefined
}

function nodesBelow(node: Node): readonly Node[] {
  return [node, ...[...node.values()].flatMap(nodesBelow)]
}

function* placesIn(node: Node, tokens: readonly string[]): Generator<Pointer> {
  if (node.size === 0) yield pointerOf(tokens)
  else for (const [token, child] of node) yield* placesIn(child, [...tokens, token])
}
