/** The instances of a template: as many as the limit allows at once, and a button for more. */
import { memo, type ReactNode, useState } from 'react'
import { samePointer } from '../json/pointer.ts'
import type { Items } from '../surface/evaluate.ts'
import { countOf, keyAt, scopeAt } from './children.ts'
import type { WrapChild } from './renderer.ts'
import type { View } from './view.ts'

export interface RepeatProps {
  readonly view: View
  readonly references: Items
  readonly depth: number
  readonly wrap: WrapChild
}

export function Repeat({ view, references, depth, wrap }: RepeatProps): ReactNode {
  const { templateItems } = view.surface.limits
  const [allowed, setAllowed] = useState(templateItems)
  const count = countOf(references)
  const shown = Math.min(count, allowed)
  const hidden = count - shown
  const more = (
    <button key="more" type="button" className="sf-more" onClick={() => setAllowed(allowed + templateItems)}>
      {view.texts.more(hidden)}
    </button>
  )
  return (
    <>
      {instances(view, references, depth, wrap, shown)}
      {hidden > 0 && wrap(more, 'more', shown)}
    </>
  )
}

function instances(view: View, references: Items, depth: number, wrap: WrapChild, shown: number): ReactNode {
  // What tells rows apart by themselves may move them: they need one parent.
  if (references.keys || typeof references.items !== 'number') {
    return <Run view={view} references={references} depth={depth} wrap={wrap} from={0} to={shown} />
  }
  const runs: ReactNode[] = []
  for (let from = 0; from < shown; from += runLength) {
    const to = Math.min(from + runLength, shown)
    runs.push(<Run key={from} view={view} references={references} depth={depth} wrap={wrap} from={from} to={to} />)
  }
  return runs
}

/** A row at the end makes React look at its own run, and not at ten thousand siblings. */
const runLength = 64

interface RunProps extends RepeatProps {
  readonly from: number
  readonly to: number
}

/** Neighbours. Those that only their index tells apart stay as they are, whatever comes after them. */
const Run = memo(
  ({ view, references, depth, wrap, from, to }: RunProps): ReactNode => {
    const rows: ReactNode[] = []
    for (let index = from; index < to; index++) rows.push(instance(view, references, depth, wrap, index))
    return rows
  },
  (before, after) =>
    before.from === after.from &&
    before.to === after.to &&
    before.view === after.view &&
    before.wrap === after.wrap &&
    before.depth === after.depth &&
    sameByIndex(before.references, after.references),
)

function sameByIndex(before: Items, after: Items): boolean {
  if (before === after) return true
  const byIndex = [before, after].every(({ items, keys }) => typeof items === 'number' && !keys)
  return byIndex && before.componentId === after.componentId && samePointer(before.pointer, after.pointer)
}

/** One instance of a template. */
export function instance(view: View, references: Items, depth: number, wrap: WrapChild, index: number): ReactNode {
  const key = keyAt(references, index)
  return wrap(view.component(references.componentId, scopeAt(references, index), depth, key), key, index)
}
