/** The instances of a template: those that are wanted, or as many as the limit allows at once and a button for more. */
import { Component, type ReactNode, useRef, useState } from 'react'
import { samePointer } from '../json/pointer.ts'
import type { Items } from '../surface/evaluate.ts'
import { countOf, keyAt, scopeAt } from './children.ts'
import { useBrowserLayoutEffect } from './hooks.ts'
import { Leaves } from './leaves.ts'
import { Notice } from './Notice.tsx'
import type { WrapChild } from './renderer.ts'
import type { View } from './view.ts'

export interface RepeatProps {
  readonly view: View
  readonly references: Items
  readonly depth: number
  readonly wrap: WrapChild
  /** The indices of those to draw, in order. */
  readonly only: readonly number[] | undefined
}

export function Repeat(props: RepeatProps): ReactNode {
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

interface RunProps extends RepeatProps {
  readonly from: number
  readonly to: number
}

/** Rows in runs stay where they are. Those with keys of their own may move and need one parent. */
function isByIndex({ keys, ofList }: Items): boolean {
  return ofList && !keys
}

function drawRuns(Part: typeof Group | typeof Run, length: number, rows: RunProps): ReactNode {
  const { references } = rows
  const { items } = references
  const parts: ReactNode[] = []
  for (let { from, to } = rows; from < rows.to; from = to) {
    // Where elements were taken out, a row stays in the run of its index, which is more than its position among the rows.
    const indexAt = (position: number): number => (typeof items === 'number' ? position : Number(items[position]))
    const first = isByIndex(references) ? indexAt(from) - (indexAt(from) % length) : 0
    to = isByIndex(references) ? Math.min(first + length, rows.to) : rows.to
    while (isByIndex(references) && indexAt(to - 1) >= first + length) to--
    const [start, end] = [from, to]
    const only = rows.only?.filter((position) => position >= start && position < end)
    if (only?.length !== 0) parts.push(<Part key={first} {...rows} from={from} to={to} only={only} />)
  }
  return parts
}

function sameByIndex(before: Items, after: Items): boolean {
  if (before === after) return true
  const bothWhole = [before, after].every((one) => isByIndex(one) && typeof one.items === 'number')
  return bothWhole && before.componentId === after.componentId && samePointer(before.pointer, after.pointer)
}

const compared = ['from', 'to', 'view', 'wrap', 'depth', 'only'] as const

/** Rows that are drawn again only if something about them has changed. */
abstract class Rows extends Component<RunProps> {
  override shouldComponentUpdate(next: RunProps): boolean {
    const before = this.props
    return compared.some((name) => before[name] !== next[name]) || !sameByIndex(before.references, next.references)
  }
}

class Group extends Rows {
  override render(): ReactNode {
    return drawRuns(Run, runLength, this.props)
  }
}

/** A run of neighbours. Rows that are keyed by their index stay as they are, whatever follows them. */
class Run extends Rows {
  private readonly leaves = new Leaves(this, true)

  override render(): ReactNode {
    const { only, from, to } = this.props
    this.leaves.begin()
    const indices = only ?? Array.from({ length: to - from }, (_, position) => from + position)
    return indices.map((index) => this.draw(index))
  }

  private draw(index: number): ReactNode {
    const { view, references, depth, wrap } = this.props
    const key = keyAt(references, index)
    const scope = scopeAt(references, index)
    return wrap(this.leaves.draw({ view, id: references.componentId, scope, depth, key }), key, index)
  }
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
  if (!next.hasAttribute('tabindex')) next.tabIndex = -1
  next.focus({ preventScroll: true })
}
