/** `Shelf`: cards side by side, in a row to swipe where there is little room; places are kept for those that have not come. */
import { type ReactNode, useContext } from 'react'
import type { ChildrenRef, JsonValue, RendererOf } from 'surface-runtime'
import { StillWriting } from './still-writing.ts'

export interface ShelfProps {
  readonly children: ChildrenRef
  /** The list that the children are made from. */
  readonly items: JsonValue
  /** How many of them there will be. */
  readonly expected?: number
}

export const Shelf: RendererOf<ShelfProps> = (input) => <Cards {...input} />

const Cards: RendererOf<ShelfProps> = ({ props, children, label, description }) => {
  const writing = useContext(StillWriting)
  const came = lengthOf(props.items)
  const waiting = writing ? Math.min(most, (props.expected ?? 0) - came) : 0
  // Named by their places: the card that comes takes the first one, and the others stay where they are.
  const places = Array.from({ length: Math.max(0, waiting) }, (_, index) => `place ${came + index}`)
  return (
    <div className="shop-room">
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of a list without bullets. */}
      <ul className="shop-shelf" role="list" aria-label={label} aria-description={description}>
        {children(props.children, wrap)}
        {places.map((place) => (
          <li key={place} className="shop-shelf__item shop-shelf__waiting" aria-hidden="true" />
        ))}
      </ul>
    </div>
  )
}

/** Places that are kept at most, whatever an agent says. */
const most = 24

const wrap = (child: ReactNode, key: string): ReactNode => (
  <li key={key} className="shop-shelf__item">
    {child}
  </li>
)

function lengthOf(items: JsonValue): number {
  return typeof items === 'object' && items !== null ? Object.keys(items).length : 0
}
