/** The direction in which the text of an element runs. */

/** `false` without an element. */
export function isRightToLeft(element: Element | null): boolean {
  return element !== null && getComputedStyle(element).direction === 'rtl'
}
