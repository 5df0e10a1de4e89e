/** What a parent draws itself in place of a component view: a leaf. Their kinds are `text-leaf.ts` and `layout-leaf.ts`. */
import type { ReactNode } from 'react'
import type { Pointer } from '../json/pointer.ts'
import type { View } from './view.ts'

/** Where a child stands. `key` tells it from the other children of its parent; `depth` is 1 at the root. */
export interface Place {
  readonly view: View
  readonly id: string
  readonly scope: Pointer
  readonly depth: number
  readonly key: string
}

export interface Leaf {
  readonly key: string
  /** A component view takes the place of this leaf. */
  readonly replaced: boolean
  /** Whether a place among the surface's nodes is reserved: from the first render until the element goes. */
  readonly reserved: boolean
  /** The last render that drew the leaf. */
  turn: number
  /** Whether the leaf can be drawn at the place as it is. */
  fits(place: Place): boolean
  /** `undefined`: the leaf is replaced from now on. */
  draw(): ReactNode
}

/** Draws the children of one parent. */
export interface ChildDrawer {
  /** A render of the parent begins. */
  begin(): void
  /** `undefined`: there is no room for the child. */
  draw(place: Place): ReactNode
  /** Whether all that this render has drawn are leaves. */
  readonly onlyLeaves: boolean
}

/** The parent of leaves. */
export interface LeafOwner {
  /** Draws the parent again. */
  forceUpdate(): void
  /** For the children of a leaf. */
  childDrawer(): ChildDrawer
}
