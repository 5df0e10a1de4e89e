/** `List`: children in a list, which scrolls where it has more than fits, and then draws what is near. */
import { useRef } from 'react'
import type { RendererOf } from '../react/renderer.ts'
import { useNear } from './near.tsx'
import type { ListProps } from './props.ts'

export const List: RendererOf<ListProps> = ({ props, children, label, description, windowing, inControl }) => {
  const { direction, align } = props
  const frame = useRef<HTMLDivElement>(null)
  const { scrolls, list, wrap, only, byLayout } = useNear(
    frame,
    props.children,
    direction === 'horizontal',
    windowing && !inControl,
  )
  const named = { 'aria-label': label, 'aria-description': description }
  return (
    // A box that scrolls has to be reached by keyboard, and only then.
    <div
      // Inside of a control it does not scroll: nothing in there can be reached by keyboard.
      className={`sf-list sf-list--${direction}${inControl ? ' sf-list--whole' : ''}`}
      ref={frame}
      {...(scrolls ? { tabIndex: 0, role: 'group', 'aria-label': label } : {})}
    >
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari takes a list without bullets for no list. */}
      <ul className={`sf-list__items sf-align-${align}`} role="list" {...named} {...list}>
        {children(props.children, wrap, only, byLayout)}
      </ul>
    </div>
  )
}
