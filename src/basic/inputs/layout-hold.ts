/** Holds back what would move the page during a press. */

/** Events that end a press. A drag ends without `mouseup`. A key press shows that no press is under way. */
const endEvents = ['mouseup', 'dragend', 'keydown'] as const

/** The press that takes the focus away from an input. */
export interface LayoutHold {
  /** Watches presses from now on: the input has the focus. */
  readonly watch: () => void
  /**
   * Stops watching. Runs `show` at the end of the press that is under way, or at once without one. Content that appears
   * during a press moves the pressed control away from the pointer, and the press is lost. (B-10)
   */
  readonly after: (show: () => void) => void
}

/** `page`: the document of the input. */
export function createLayoutHold(page: () => Document): LayoutHold {
  let pressing = false
  // Firefox makes the pressed element `:active` only after `blur`, which comes in the same task as `mousedown`.
  const begin = (): void => {
    pressing = true
    setTimeout(end)
    // The press ends with `mouseup`, too: its click may be what leaves the input, and a script may press within one
    // task.
    page().addEventListener('mouseup', end, { capture: true, once: true })
  }
  const end = (): void => {
    pressing = false
  }
  return {
    // A listener that is added twice counts once: a group may get the focus many times.
    watch: () => page().addEventListener('mousedown', begin, true),
    after(show) {
      page().removeEventListener('mousedown', begin, true)
      if (pressing || page().querySelector(':active')) afterPress(page(), show)
      else show()
    },
  }
}

function afterPress(page: Document, show: () => void): void {
  const ended = new AbortController()
  const once = (): void => {
    ended.abort()
    show()
  }
  for (const event of endEvents) page.addEventListener(event, once, { signal: ended.signal })
}
