/** `List`: children in a list, which scrolls where it has more than fits, and then draws what is near. */
import { useRef } from 'react'
import { jsx } from 'react/jsx-runtime'
import type { RendererOf } from '../../react/renderer.ts'
import { Flow } from '../layout/Flow.tsx'
import type { ListProps } from '../props.ts'
import { useNear } from './windowing.tsx'

/** Inside of a control nothing scrolls, and nothing is a list to assistive technology: it is told the text alone. */
export const List: RendererOf<ListProps> = (input) => {
  if (!input.inControl) return jsx(ScrollingList, input)
  return Flow(input.props.direction === 'horizontal' ? 'row' : 'column', input)
}

const ScrollingList: RendererOf<ListProps> = (input) => {
  const { props, children, label, description, windowing } = input
  const { direction, align } = props
  const frame = useRef<HTMLDivElement>(null)
  const horizontal = direction === 'horizontal'
  // Only a list that may be long asks for the user's input, and is drawn again by the first.
  const userInput = windowing && input.userInput
  const { scrolls, list, wrap, only, certain } = useNear(frame, props.children, horizontal, windowing, userInput)
  const named = { 'aria-label': label, 'aria-description': description }
  return (
    // A box that scrolls has to be reached by keyboard, and only then.
    <div
      className={`sf-list sf-list--${direction}`}
      ref={frame}
      {...(scrolls ? { tabIndex: 0, role: 'group', 'aria-label': label } : {})}
    >
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari takes a list without bullets for no list. */}
      <ul className={`sf-list__items sf-align-${align}`} role="list" {...named} {...list}>
        {children(props.children, wrap, only, certain)}
      </ul>
    </div>
  )
}
