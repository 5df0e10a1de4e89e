/** The sentence beside a control whose press was not taken: above all else in the page, also above a dialog, and in nobody's way. */

export interface PressNote {
  /** Shows it beside the control. Calls back when it has been painted. */
  show(control: Element, painted: () => void): void
  hide(): void
}

/** `frame`: of the surface. `time`: milliseconds for which the sentence stays after it was last shown. */
export function createPressNote(frame: HTMLElement, sentence: string, time: number): PressNote {
  const page = frame.ownerDocument
  const view = page.defaultView ?? window
  let note: HTMLElement | undefined
  let hiding: ReturnType<typeof setTimeout> | undefined

  function hide(): void {
    clearTimeout(hiding)
    note?.remove()
    note = undefined
  }

  function create(): HTMLElement {
    const element = page.createElement('div')
    element.className = 'sf-changed'
    element.setAttribute('role', 'status')
    element.setAttribute('popover', 'manual')
    return element
  }

  return {
    hide,
    show(control, painted) {
      // Outside of a dialog that is open nothing is announced.
      const home = control.closest('dialog') ?? frame
      if (note?.parentNode !== home) hide()
      note ??= home.appendChild(create())
      const element = note
      element.showPopover?.()
      view.requestAnimationFrame(() => {
        // Screen readers announce what comes into a region that they know. What stays there is announced once.
        if (!element.firstChild) element.append(sentence)
        const { left, top, bottom } = control.getBoundingClientRect()
        const { style, offsetWidth, offsetHeight } = element
        const below = bottom + 8 + offsetHeight < view.innerHeight ? bottom + 8 : top - 8 - offsetHeight
        style.setProperty('left', `${Math.max(8, Math.min(left, view.innerWidth - offsetWidth - 8))}px`)
        style.setProperty('top', `${Math.max(8, below)}px`)
        setTimeout(painted)
      })
      clearTimeout(hiding)
      hiding = setTimeout(hide, time)
    },
  }
}
