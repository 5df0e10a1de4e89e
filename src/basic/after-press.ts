/** When something may appear that moves the page. */

/** Whatever ends a press. A drag has no `mouseup`; a key says at least that the press is over. */
const ends = ['mouseup', 'dragend', 'keydown'] as const

/**
 * Does `show` now, or once the press that is under way is over: what appears between its two halves moves the control from
 * under the pointer, and the press is lost. (B-10)
 */
export function afterPress(show: () => void): void {
  if (!document.querySelector(':active')) {
    show()
    return
  }
  const over = new AbortController()
  const once = (): void => {
    over.abort()
    show()
  }
  for (const end of ends) document.addEventListener(end, once, { signal: over.signal })
}
