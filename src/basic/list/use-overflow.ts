/** Whether the content of an element is larger than the element. */
import { type RefObject, useState } from 'react'
import { useBrowserLayoutEffect } from '../../react/hooks.ts'

/**
 * `undefined` until the element was measured. `atOnce`: the first measurement comes before the browser paints, which
 * forces a layout of the page; without it, the resize observer measures.
 */
export function useOverflow(frame: RefObject<HTMLElement | null>, atOnce: boolean): boolean | undefined {
  const [overflows, setOverflows] = useState<boolean>()
  useBrowserLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    if (typeof ResizeObserver === 'undefined') {
      setOverflows(false)
      return
    }
    const measure = (): void => {
      // Fast path without a layout: without the stylesheet, or with the host's own, a list may grow without a limit.
      if (getComputedStyle(element).overflow === 'visible') {
        setOverflows(false)
        return
      }
      const { clientWidth, clientHeight, scrollWidth, scrollHeight } = element
      // A hidden element has no size: the last result stays.
      if (clientWidth > 0 || clientHeight > 0)
        setOverflows(scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1)
    }
    if (atOnce) measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    return () => observer.disconnect()
  }, [frame, atOnce])
  return overflows
}
