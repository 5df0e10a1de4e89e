/** What stands inside an element, as far as it matters to the element: it comes and changes as messages do. */
import { type RefObject, useEffect, useState } from 'react'

/** What can be pressed or entered by itself. */
export const controls = 'a[href], button, input, select, textarea, [tabindex]'

/** What the Tab key stops at. */
export const stops =
  ':is(a[href], button, input, select, textarea, audio, video, [tabindex]):not(:disabled, [tabindex="-1"])'

/** Attributes that make a stop, or none, of what is there already. */
const attributeFilter = ['disabled', 'tabindex', 'href']

/** Whether anything inside matches. Until that is known, it does. */
export function useWithin(frame: RefObject<HTMLElement | null>, selector: string): boolean {
  const [found, setFound] = useState(true)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const look = (): void => setFound(element.querySelector(selector) !== null)
    const observer = new MutationObserver(look)
    observer.observe(element, { childList: true, subtree: true, attributeFilter })
    look()
    return () => observer.disconnect()
  }, [frame, selector])
  return found
}
