/** When something may appear that moves the page. */

/** Whatever ends a press. A drag has no `mouseup`; a key says at least that the press is over. */
const ends = ['mouseup', 'dragend', 'keydown'] as const

/** Knows of the press that takes the focus away from one input. */
export interface LeavingPress {
  /** The input has the focus: from now on presses are watched. */
  readonly watch: () => void
  /**
   * Ends the watch, and runs `show` now, or once the press that is under way is over: what appears between the two halves
   * of a press moves the control from under the pointer, and the press is lost. (B-10)
   */
  readonly after: (show: () => void) => void
}

export function createLeavingPress(): LeavingPress {
  let pressing = false
  // Firefox makes the pressed element `:active` only after `blur`, which comes in the same task as `mousedown`.
  const begin = (): void => {
    pressing = true
    setTimeout(end)
    // The click that follows may be what leaves the input, and a script may press in one task.
    document.addEventListener('mouseup', end, { capture: true, once: true })
  }
  const end = (): void => {
    pressing = false
  }
  return {
    // The same listener twice is one, so a group may be focused again and again.
    watch: () => document.addEventListener('mousedown', begin, true),
    after(show) {
      document.removeEventListener('mousedown', begin, true)
      if (pressing || document.querySelector(':active')) afterPress(show)
      else show()
    },
  }
}

function afterPress(show: () => void): void {
  const over = new AbortController()
  const once = (): void => {
    over.abort()
    show()
  }
  for (const end of ends) document.addEventListener(end, once, { signal: over.signal })
}
