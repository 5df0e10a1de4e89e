/** `List`: children in a list, which scrolls where it has more than fits. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { RendererOf } from '../react/renderer.ts'
import type { ListProps } from './props.ts'

export const List: RendererOf<ListProps> = ({ props, children, label, description }) => {
  const frame = useRef<HTMLDivElement>(null)
  const scrolls = useOverflow(frame)
  const named = { 'aria-label': label, 'aria-description': description }
  return (
    // A box that scrolls has to be reached by keyboard, and only then.
    <div
      className={`sf-list sf-list--${props.direction}`}
      ref={frame}
      {...(scrolls ? { tabIndex: 0, role: 'group', 'aria-label': label } : {})}
    >
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari takes a list without bullets for no list. */}
      <ul className={`sf-list__items sf-align-${props.align}`} role="list" {...named}>
        {children(props.children, (child, key) => (
          <li className="sf-list__item" key={key}>
            {child}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Whether the content of an element is larger than the element. */
function useOverflow(frame: RefObject<HTMLElement | null>): boolean {
  const [overflows, setOverflows] = useState(false)
  useEffect(() => {
    const element = frame.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const look = (): void =>
      setOverflows(element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1)
    const observer = new ResizeObserver(look)
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    return () => observer.disconnect()
  }, [frame])
  return overflows
}
