/** `List`: children in a list that scrolls where its content does not fit. */
import { useRef } from 'react'
import { elementOf, type RendererOf } from '../../react/renderer.ts'
import { drawFlow } from '../layout/flow.tsx'
import type { ListProps } from '../props.ts'
import { useWindowing } from './windowing.tsx'

/** Inside a control the list is a plain row or column: it does not scroll, and screen readers read its text only. */
export const List: RendererOf<ListProps> = (input) => {
  if (!input.inControl) return elementOf(ScrollingList, input)
  return drawFlow(input.props.direction === 'horizontal' ? 'row' : 'column', input)
}

const ScrollingList: RendererOf<ListProps> = (input) => {
  const { props, children, label, description, windowing, draft } = input
  const { direction, align } = props
  const frame = useRef<HTMLDivElement>(null)
  const horizontal = direction === 'horizontal'
  const { scrolls, list, wrap, only } = useWindowing(frame, props.children, { horizontal, windowing, loads: !draft })
  const named = { 'aria-label': label, 'aria-description': description }
  return (
    // A box that scrolls must be reachable by keyboard; any other box must not be a tab stop.
    <div
      className={`sf-list sf-list--${direction}`}
      ref={frame}
      {...(scrolls ? { tabIndex: 0, role: 'group', 'aria-label': label } : {})}
    >
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the role of a list without bullets. */}
      <ul className={`sf-list__items sf-align-${align}`} role="list" {...named} {...list}>
        {children(props.children, wrap, only)}
      </ul>
    </div>
  )
}
