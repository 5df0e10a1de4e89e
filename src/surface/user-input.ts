/**
 * The places of the data that hold user input. Drawing must not send user input out of the browser: an address made of
 * user input is a message to the server of that address.
 */

import { type Pointer, pointerOf } from '../json/pointer.ts'
import { type Binding, createCell } from '../live/binding.ts'

export interface UserInputPlaces {
  /**
   * The user wrote here. `existing`: the number of names of the pointer that existed before; the containers below were
   * made by the user.
   */
  add(pointer: Pointer, existing: number): void
  /** The agent wrote here: this place and all below it are no longer user input. */
  remove(pointer: Pointer): void
  /** Another number each time that the agent has overwritten user input. */
  readonly released: Binding<number>
  /** Whether the value here is, contains or is a part of user input. */
  touches(pointer: Pointer): boolean
  /** Whether the value here is user input or a part of it. */
  covers(pointer: Pointer): boolean
  /** Whether the value here exists because of user input. */
  made(pointer: Pointer): boolean
  /** Whether the user entered a member of one of these names in an element of the list or object here. */
  names(pointer: Pointer, members: readonly string[]): boolean
  /** Every place that the user wrote, in the order of the first write at each level. */
  places(): readonly Pointer[]
  /** Whether there is no user input, or the agent has overwritten all of it. */
  readonly empty: boolean
}

interface Node {
  byUser: boolean
  /** The place did not exist before the user entered a value below it. */
  made: boolean
  readonly children: Map<string, Node>
}

export function createUserInputPlaces(): UserInputPlaces {
  const top = createNode(false)
  const released = createCell(0)

  function touches(pointer: Pointer): boolean {
    const node = walk(top, pointer)
    return node !== undefined && (node.byUser || node.children.size > 0)
  }

  return {
    released,
    touches,
    add(pointer, existing) {
      let node = top
      for (let depth = 0; depth < pointer.length; depth++) {
        if (node.byUser) return
        const token = pointer[depth] as string
        const child = node.children.get(token) ?? createNode(depth >= existing)
        node.children.set(token, child)
        node = child
      }
      node.byUser = true
      node.children.clear()
    },
    remove(pointer) {
      if (!touches(pointer)) return
      removeFrom(top, pointer, 0)
      released.set(released.getSnapshot() + 1)
    },
    covers: (pointer) => walk(top, pointer)?.byUser ?? false,
    made(pointer) {
      const node = walk(top, pointer)
      return node !== undefined && (node.byUser || node.made)
    },
    names(pointer, members) {
      const node = walk(top, pointer)
      if (!node) return false
      if (node.byUser) return true
      for (const row of node.children.values()) {
        if (row.byUser || members.some((member) => row.children.has(member))) return true
      }
      return false
    },
    places: () => [...placesBelow(top, [])],
    get empty() {
      return !top.byUser && top.children.size === 0
    },
  }
}

function createNode(made: boolean): Node {
  return { byUser: false, made, children: new Map() }
}

function* placesBelow(node: Node, tokens: readonly string[]): Generator<Pointer> {
  if (node.byUser) yield pointerOf(tokens)
  else for (const [token, child] of node.children) yield* placesBelow(child, [...tokens, token])
}

/** The node of a place, or of the place above it that the user wrote as a whole. */
function walk(top: Node, pointer: Pointer): Node | undefined {
  let node: Node | undefined = top
  for (const token of pointer) {
    if (!node || node.byUser) return node
    node = node.children.get(token)
  }
  return node
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
