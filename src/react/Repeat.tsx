/** The instances of a template: those that are wanted, or as many as the limit allows at once and a button for more. */
import { Component, type ReactNode, useRef, useState } from 'react'
import { samePointer } from '../json/pointer.ts'
import type { Items } from '../surface/evaluate.ts'
import { countOf, keyAt, scopeAt, taintsAt } from './children.ts'
import { useBrowserLayoutEffect } from './hooks.ts'
import { Leaves } from './leaves.ts'
import { Notice } from './Notice.tsx'
import type { WrapChild } from './renderer.ts'
import type { Taints, View } from './view.ts'

export interface RepeatProps {
  readonly view: View
  readonly references: Items
  readonly depth: number
  readonly wrap: WrapChild
  /** The indices of those to draw, in order. */
  readonly only: readonly number[] | undefined
  /** The number of first items that are drawn whatever the sizes in the page. */
  readonly certain: number
  readonly taints: Taints
}

export function Repeat({ view, references, depth, wrap, only, certain, taints }: RepeatProps): ReactNode {
  const { templateItems } = view.surface.limits
  const [allowed, setAllowed] = useState(templateItems)
  const toFocus = useRef<Element | null>(null)
  const count = countOf(references)
  const shown = only ? count : Math.min(count, allowed)
  const hidden = count - shown
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
      {runsOf(references, shown).map(([from, to]) => {
        const within = only?.filter((index) => index >= from && index < to)
        if (within?.length === 0) return null
        return (
          <Run
            key={from}
            view={view}
            references={references}
            depth={depth}
            wrap={wrap}
            from={from}
            to={to}
            only={within}
            certain={certain}
            taints={taints}
          />
        )
      })}
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

/** Runs: a new row at the end makes React compare one run, not 10,000 siblings. */
const runLength = 64

/** Where the runs begin and end. Rows that may move, since they have keys of their own, need one parent. */
function runsOf({ keys, items }: Items, shown: number): readonly (readonly [from: number, to: number])[] {
  if (keys || typeof items !== 'number') return [[0, shown]]
  return Array.from({ length: Math.ceil(shown / runLength) }, (_, run) => {
    const from = run * runLength
    return [from, Math.min(from + runLength, shown)] as const
  })
}

interface RunProps extends RepeatProps {
  readonly from: number
  readonly to: number
}

/** A run of neighbours. Rows that are keyed by their index stay as they are, whatever follows them. */
class Run extends Component<RunProps> {
  private readonly leaves = new Leaves(this, true)

  override shouldComponentUpdate(next: RunProps): boolean {
    const before = this.props
    return !(
      before.from === next.from &&
      before.to === next.to &&
      before.view === next.view &&
      before.wrap === next.wrap &&
      before.depth === next.depth &&
      before.only === next.only &&
      sameByIndex(before.references, next.references)
    )
  }

  override render(): ReactNode {
    const { only, from, to } = this.props
    this.leaves.begin()
    const draw = (index: number): ReactNode => this.draw(index)
    return only?.map(draw) ?? Array.from({ length: to - from }, (_, position) => draw(from + position))
  }

  private draw(index: number): ReactNode {
    const { view, references, depth, wrap, certain, taints } = this.props
    const key = keyAt(references, index)
    const scope = scopeAt(references, index)
    const inherited = taintsAt(index, certain, taints, view.surface)
    const own = view.surface.model.userInput.made(scope) ? [...inherited, scope] : inherited
    return wrap(this.leaves.draw({ view, id: references.componentId, scope, depth, key }, own), key, index)
  }
}

function sameByIndex(before: Items, after: Items): boolean {
  if (before === after) return true
  const byIndex = [before, after].every(({ items, keys }) => typeof items === 'number' && !keys)
  return byIndex && before.componentId === after.componentId && samePointer(before.pointer, after.pointer)
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
  const next = row?.nextElementSibling
  if (!(next instanceof HTMLElement)) return
  if (!next.hasAttribute('tabindex')) next.tabIndex = -1
  next.focus({ preventScroll: true })
}
