/** The focus, where one element takes the place of another: browsers give it to nobody then. */
import { useState } from 'react'

/** The `ref` of whatever stands in the place. */
export type Place = (element: HTMLElement | null) => void

interface Held {
  /** What stands there, or stood there last. */
  readonly element: HTMLElement
  /** Had the focus when it went. */
  readonly focused: boolean
}

export function useHeldFocus(): Place {
  const [place] = useState(createPlace)
  return place
}

/** React detaches the old element while it still is in the page, and attaches the new one once that is. */
function createPlace(): Place {
  let held: Held | undefined
  return (element) => {
    const before = held
    held = element ? { element, focused: false } : before && { ...before, focused: isFocused(before.element) }
    if (element && before?.focused && before.element !== element) hand(before.element, element)
  }
}

function isFocused(element: HTMLElement): boolean {
  return element === element.ownerDocument.activeElement
}

/** The caret goes along, where both have one. */
function hand(before: HTMLElement, after: HTMLElement): void {
  // A picture takes no focus of its own accord.
  if (after.tabIndex < 0) after.tabIndex = -1
  after.focus()
  if (isWritten(before) && isWritten(after)) after.setSelectionRange(before.selectionStart, before.selectionEnd)
}

function isWritten(element: HTMLElement): element is HTMLInputElement | HTMLTextAreaElement {
  return 'selectionStart' in element
}
