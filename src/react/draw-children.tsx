/**
 * Draws the children of one parent: a run of those that it names, or the instances of a template, which are those that are
 * wanted, or as many as the limit allows at once and a button for more.
 */
import { Component, type ReactNode, useRef, useState } from 'react'
import { formatPointer, type Pointer, samePointer } from '../json/pointer.ts'
import type { Items } from '../surface/evaluate.ts'
import { countOf, keyAt, keysOfIds, nameAt, scopeAt } from './children.ts'
import { useBrowserLayoutEffect } from './hooks.ts'
import { Leaves } from './leaves.ts'
import { Notice } from './Notice.tsx'
import type { ChildrenRef, WrapChild } from './renderer.ts'
import type { View } from './view.ts'

interface Parent {
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
  const placed = { view, scope, depth: depth + 1, wrap, only }
  if (references.kind === 'items') {
    // A list over other data is another list; one that moves along with the row it is in is not.
    const { componentId, pointer, scope: item } = references
    const key = `${componentId} ${item.length} ${formatPointer(pointer.slice(item.length))}`
    return <Repeat key={key} references={references} {...placed} />
  }
  const children = { ...placed, references, from: 0, to: references.ids.length }
  return leaves ? drawRun(leaves, children) : <Run {...children} />
}

const bare: WrapChild = (child) => child

interface RepeatProps<References extends ChildrenRef = Items> {
  readonly view: View
  readonly references: References
  /** Of the parent. */
  readonly scope: Pointer
  readonly depth: number
  readonly wrap: WrapChild
  /** The indices of those to draw, in order. */
  readonly only: readonly number[] | undefined
}

function Repeat(props: RepeatProps): ReactNode {
  const { view, references, wrap, only } = props
  const { templateItems } = view.surface.limits
  const [allowed, setAllowed] = useState(templateItems)
  const toFocus = useRef<Element | null>(null)
  const count = countOf(references)
  const shown = only ? count : Math.min(count, allowed)
  const hidden = count - shown
  const rows = { ...props, from: 0, to: shown }
  useBrowserLayoutEffect(() => {
    focusAfter(toFocus.current)
    toFocus.current = null
  })
  const more = (button: HTMLElement): void => {
    if (hidden <= templateItems) toFocus.current = neighbourBefore(button)
    setAllowed(allowed + templateItems)
  }
  return (
    <>
      {drawRuns(Group, groupLength, rows)}
      {hidden > 0 &&
        wrap(
          view.inControl ? (
            <Notice key="more" text={view.texts.tooLarge} inControl={true} />
          ) : (
            <button key="more" type="button" className="sf-more" onClick={(event) => more(event.currentTarget)}>
              {view.texts.more(hidden)}
            </button>
          ),
          'more',
          shown,
        )}
    </>
  )
}

/**
 * Rows are drawn in runs, and runs in groups. React looks at every child of each fiber next to one that it draws. With 157 runs
 * of 64 rows side by side a new row made it look at 10,000 fibers, which took 2 of the 5 ms. In groups it looks at 1,400.
 */
const runLength = 32
const groupLength = runLength * runLength

interface RunProps<References extends ChildrenRef = ChildrenRef> extends RepeatProps<References> {
  readonly from: number
  readonly to: number
}

/** Rows in runs stay where they are. Those with keys of their own may move and need one parent. */
function isByIndex(references: ChildrenRef): references is Items {
  return references.kind === 'items' && references.ofList && !references.keys
}

function drawRuns(Part: typeof Group | typeof Run, length: number, rows: RunProps<Items>): ReactNode {
  const { references } = rows
  const byIndex = isByIndex(references)
  const parts: ReactNode[] = []
  for (let { from, to } = rows; from < rows.to; from = to) {
    // Where elements were taken out, a row stays in the run of its index, which is more than its position among the rows.
    const indexAt = (position: number): number => Number(nameAt(references, position))
    const first = byIndex ? indexAt(from) - (indexAt(from) % length) : 0
    to = byIndex ? Math.min(first + length, rows.to) : rows.to
    while (byIndex && indexAt(to - 1) >= first + length) to--
    const [start, end] = [from, to]
    const only = rows.only?.filter((position) => position >= start && position < end)
    if (only?.length !== 0) parts.push(<Part key={first} {...rows} from={from} to={to} only={only} />)
  }
  return parts
}

function sameByIndex(before: ChildrenRef, after: ChildrenRef): boolean {
  if (before === after) return true
  if (!isByIndex(before) || !isByIndex(after)) return false
  const bothWhole = [before, after].every(({ items }) => typeof items === 'number')
  return bothWhole && before.componentId === after.componentId && samePointer(before.pointer, after.pointer)
}

const compared = ['from', 'to', 'view', 'wrap', 'depth', 'only'] as const

/** Rows that are drawn again only if something about them has changed. */
abstract class Rows<References extends ChildrenRef> extends Component<RunProps<References>> {
  override shouldComponentUpdate(next: RunProps<References>): boolean {
    const before = this.props
    if (compared.some((name) => before[name] !== next[name])) return true
    // The scope of rows is in their pointer.
    if (next.references.kind === 'children' && !samePointer(before.scope, next.scope)) return true
    return !sameByIndex(before.references, next.references)
  }
}

class Group extends Rows<Items> {
  override render(): ReactNode {
    return drawRuns(Run, runLength, this.props)
  }
}

/** A run of neighbours. Rows that are keyed by their index stay as they are, whatever follows them. */
class Run extends Rows<ChildrenRef> {
  private readonly leaves = new Leaves(this, this.props.references.kind === 'items')

  override render(): ReactNode {
    this.leaves.begin()
    return drawRun(this.leaves, this.props)
  }
}

function drawRun(leaves: Leaves, { view, references, scope, depth, only, from, to, wrap }: RunProps): ReactNode {
  const drawn: ReactNode[] = []
  const isRow = references.kind === 'items'
  // Looked up once: there may be 10,000 children.
  const keys = isRow ? undefined : keysOfIds(references.ids)
  const draw = (index: number): void => {
    const key = keys?.[index] ?? keyAt(references, index)
    const child = leaves.draw({
      view,
      id: isRow ? references.componentId : (references.ids[index] ?? ''),
      scope: isRow ? scopeAt(references, index) : scope,
      depth,
      key,
    })
    if (child !== undefined) drawn.push(wrap(child, key, index))
  }
  if (only) only.forEach(draw)
  else for (let index = from; index < to && !leaves.over; index++) draw(index)
  return drawn
}

/** The last row before the button, which may stand in an element of its own as the rows do. */
function neighbourBefore(button: Element): Element | null {
  for (let element: Element | null = button; element; element = element.parentElement) {
    if (element.previousElementSibling) return element.previousElementSibling
  }
  return null
}

/** The button disappears with the last rows: the focus moves to the first of them. */
function focusAfter(row: Element | null): void {
  // Rows are elements of HTML, in a portal those of another realm.
  const next = row?.nextElementSibling as HTMLElement | null | undefined
  if (!next) return
  // A row takes the focus with a tab index only.
  if (next.tabIndex < 0) next.tabIndex = -1
  next.focus({ preventScroll: true })
}
