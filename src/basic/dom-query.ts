/**
 * What the content of an element holds: controls, tab stops, words, players. The answer of a query follows each change of
 * the content.
 */
import { type RefObject, useEffect, useState } from 'react'

/** What can be pressed or filled in by itself. */
export const controlSelector = 'a[href], button, input, select, textarea, [tabindex]'

/** The controls for which a browser turns a key press into a click. */
export const clickableSelector = ':is(a[href], button, input:is([type="checkbox"], [type="radio"]))'

/** What the Tab key stops at. */
export const tabStopSelector =
  ':is(a[href], button, input, select, textarea, audio, video, [tabindex]):not(:disabled, [tabindex="-1"])'

/** Content that is visible without words, or that has not arrived. */
export const visualSelector = 'svg, img, .sf-media, .sf-placeholder'

const namedSelector = ':is([aria-label], img[alt]):not([aria-label=""], [alt=""])'

/** Whether a press on this begins to fill in a field. */
export function isFieldPress(target: Element): boolean {
  const field = target.closest('label, select, textarea, input')
  // The label of a checkbox presses the checkbox.
  return field !== null && !field.matches(clickableSelector)
}

/** Attributes that make a tab stop or take one away, or that name an element or its icon; a placeholder alone is hidden. */
const attributeFilter = ['disabled', 'tabindex', 'href', 'type', 'aria-label', 'alt', 'aria-hidden', 'data-icon']

/** A question about the content of an element. */
export interface DomQuery<T> {
  readonly read: (element: HTMLElement) => T
  /** The answer of the first render, before there is an element. */
  readonly initial: T
  /** Whether the answer depends on text. Default: no. */
  readonly text?: boolean
}

/**
 * The answer of a query, which is read after each change within the element. `query` must be the same object each time.
 */
export function useDomQuery<T extends string | boolean | undefined>(
  frame: RefObject<HTMLElement | null>,
  query: DomQuery<T>,
): T {
  const [answer, setAnswer] = useState(query.initial)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const read = (): void => setAnswer(query.read(element))
    const observer = new MutationObserver(read)
    observer.observe(element, { childList: true, subtree: true, attributeFilter, characterData: query.text === true })
    read()
    return () => observer.disconnect()
  }, [frame, query])
  return answer
}

/** Whether text, a label or an alternative text names the element. */
export const hasName: DomQuery<boolean> = {
  read: (element) => element.textContent.trim() !== '' || element.querySelector(namedSelector) !== null,
  initial: true,
  text: true,
}

/** Pauses the sounds and films within an element that is hidden from now on. */
export function pausePlayers(element: Element | null): void {
  for (const player of element?.querySelectorAll<HTMLMediaElement>('video, audio') ?? []) player.pause()
}
