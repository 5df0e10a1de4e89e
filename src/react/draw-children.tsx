/** Draws references to children. */
import type { ReactNode } from 'react'
import { formatPointer, type Pointer } from '../json/pointer.ts'
import { own } from '../json/value.ts'
import { keysOfIds } from './children.ts'
import type { Leaves } from './leaves.ts'
import { nodesOf } from './node-budget.ts'
import { Repeat } from './Repeat.tsx'
import type { ChildrenRef, WrapChild } from './renderer.ts'
import type { View } from './view.ts'

export interface Parent {
  readonly props: { readonly view: View; readonly scope: Pointer; readonly depth: number }
  /** Where children that are plain texts are drawn as leaves; `undefined`: each child has a component view. */
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
    return <Repeat key={key} view={view} references={references} depth={depth + 1} wrap={wrap} only={only} />
  }
  const keys = keysOfIds(references.ids)
  const draw = (index: number): ReactNode => {
    const key = keys[index] ?? ''
    const id = references.ids[index] ?? ''
    const child = leaves
      ? leaves.draw({ view, id, scope, depth: depth + 1, key })
      : view.component(id, scope, depth + 1, key)
    return wrap(child, key, index)
  }
  if (only) return only.map(draw)
  const length = countWithin(references.ids, view)
  const drawn: ReactNode[] = []
  for (let index = 0; index < length; index++) drawn.push(draw(index))
  return drawn
}

/**
 * How many children a surface can have at most, and one more, which is refused and says so. One line can name a child 200,000
 * times, and each would be refused by itself: 9,500 notices in place of date inputs took 0.4 s.
 */
function countWithin(ids: readonly string[], { surface, renderers }: View): number {
  const { nodes } = surface.limits
  const length = Math.min(ids.length, nodes)
  if (length <= nodes / manyNodes) return length
  let least = 0
  for (let index = 0; index < length; index++) {
    // One node at least is the parent's.
    if (least >= nodes) return index
    const type = surface.components.get(ids[index] ?? '')?.type
    const renderer = type === undefined ? undefined : own(renderers, type)
    least += renderer ? nodesOf(renderer) : 1
  }
  return length
}

/** Few renderers take more nodes than this. So few children are not counted: the rest of them is refused one by one. */
const manyNodes = 20

const bare: WrapChild = (child) => child

/** What leads from `base` to a pointer below it; the whole pointer where it is none of those. */
function within(pointer: Pointer, base: Pointer): readonly string[] {
  return base.every((token, position) => token === pointer[position]) ? ['.', ...pointer.slice(base.length)] : pointer
}
