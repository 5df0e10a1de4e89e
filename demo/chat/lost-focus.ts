/** Notices when an element is removed while it has the focus. A browser then leaves the focus to the whole page, and says nothing. */
import { type RefObject, useEffect } from 'react'

/** @param onLost Not called where something else has taken the focus by then. */
export function useLostFocus(content: RefObject<HTMLElement | null>, onLost: () => void): void {
  useEffect(() => {
    const element = content.current
    if (!element) return
    let focused: EventTarget | null = null
    const note = ({ target }: FocusEvent): void => {
      focused = target
    }
    const observer = new MutationObserver(() => {
      if (!(focused instanceof Node) || focused.isConnected) return
      focused = null
      if (document.activeElement === document.body) onLost()
    })
    element.addEventListener('focusin', note)
    observer.observe(element, { childList: true, subtree: true })
    return () => {
      element.removeEventListener('focusin', note)
      observer.disconnect()
    }
  }, [content, onLost])
}
