/** Draws references to children. */
import type { ReactNode } from 'react'
import { formatPointer, type Pointer } from '../json/pointer.ts'
import type { Leaves } from './leaves.ts'
import { drawRun, Repeat, Run } from './Repeat.tsx'
import type { ChildrenRef, WrapChild } from './renderer.ts'
import type { View } from './view.ts'

export interface Parent {
  readonly props: { readonly view: View; readonly scope: Pointer; readonly depth: number }
  /** Draws children in this render; `undefined`: children have a fiber around them, which draws them. */
  readonly leaves: Leaves | undefined
}

/** `only`: the indices of those to draw; default: all, within the limits. */
export function drawChildren(
  { props: { view, scope, depth }, leaves }: Parent,
  references: ChildrenRef,
  wrap: WrapChild = bare,
  only?: readonly number[],
): ReactNode {
  if (references.kind === 'items') {
    // A list over other data is another list; one that moves along with the row it is in is not.
    const key = `${references.componentId} ${formatPointer(within(references.pointer, scope))}`
    return <Repeat key={key} {...{ view, references, scope, wrap, only }} depth={depth + 1} />
  }
  const children = { view, references, scope, depth: depth + 1, wrap, only, from: 0, to: references.ids.length }
  return leaves ? drawRun(leaves, children) : <Run {...children} />
}

const bare: WrapChild = (child) => child

/** What leads from `base` to a pointer below it; the whole pointer where it is none of those. */
function within(pointer: Pointer, base: Pointer): readonly string[] {
  return base.every((token, position) => token === pointer[position]) ? ['.', ...pointer.slice(base.length)] : pointer
}
