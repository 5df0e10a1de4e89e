/** Keeps the focus where one element replaces another: browsers drop the focus with the old element. */
import { useState } from 'react'

/** The `ref` of the element that has the place now. */
export type HandoffRef = (element: HTMLElement | null) => void

/** Always the same `ref`, for the old element and for the new one. */
export function useFocusHandoff(): HandoffRef {
  const [ref] = useState(createHandoffRef)
  return ref
}

/** React detaches the old element while it is still in the page, and attaches the new one once it is in the page. */
function createHandoffRef(): HandoffRef {
  /** The element in the place now, or the last one. */
  let last: HTMLElement | undefined
  /** Whether it had the focus when it was detached. */
  let focused: boolean | undefined
  return (element) => {
    if (element) {
      if (last && focused && last !== element) moveFocus(last, element)
      last = element
    }
    focused = !element && last?.matches(':focus')
  }
}

/** Between two text fields the selection moves as well. */
function moveFocus(from: HTMLElement, to: HTMLElement): void {
  // A picture takes the focus with a tab index only.
  if (to.tabIndex < 0) to.tabIndex = -1
  to.focus()
  if (isTextField(from) && isTextField(to)) to.setSelectionRange(from.selectionStart, from.selectionEnd)
}

function isTextField(element: HTMLElement): element is HTMLInputElement | HTMLTextAreaElement {
  return 'selectionStart' in element
}
