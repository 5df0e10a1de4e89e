/** What stands inside an element, as far as it matters to the element: it comes and changes as messages do. */
import { type RefObject, useEffect, useState } from 'react'

/** What can be pressed or entered by itself. */
export const controls = 'a[href], button, input, select, textarea, [tabindex]'

/** Of those, what makes a click of a key. */
export const pressed = ':is(a[href], button, input:is([type="checkbox"], [type="radio"]))'

/** Whether a press there is one of a field, which is about to be entered. */
export function isEntering(target: Element): boolean {
  const field = target.closest('label, select, textarea, input')
  // The label of a box presses the box, too.
  return field !== null && !field.matches(pressed)
}

/** What the Tab key stops at. */
export const stops =
  ':is(a[href], button, input, select, textarea, audio, video, [tabindex]):not(:disabled, [tabindex="-1"])'

/** Attributes that make a stop, or none, of what is there already, or give it a name. */
const attributeFilter = ['disabled', 'tabindex', 'href', 'type', 'aria-label', 'alt']

export interface Look<T> {
  readonly see: (element: HTMLElement) => T
  /** What is taken for seen until then. */
  readonly before: T
  /** Whether it depends on words. */
  readonly words?: boolean
}

/** What is seen inside the element, again after each change. `look` is the same object each time. */
export function useLook<T extends string | boolean>(frame: RefObject<HTMLElement | null>, look: Look<T>): T {
  const [seen, setSeen] = useState(look.before)
  useEffect(() => {
    const element = frame.current
    if (!element) return
    const again = (): void => setSeen(look.see(element))
    const observer = new MutationObserver(again)
    observer.observe(element, { childList: true, subtree: true, attributeFilter, characterData: look.words === true })
    again()
    return () => observer.disconnect()
  }, [frame, look])
  return seen
}

/** Whether something says what the element is for. */
export const hasName: Look<boolean> = {
  see: (element) => element.textContent.trim() !== '' || element.querySelector(named) !== null,
  before: true,
  words: true,
}

/**
 * The catalog's name of an icon that stands there by itself, or nothing where something else says what it is for. Watches
 * only what has no name when it is mounted, or is given another child: there are many buttons, and most have words.
 */
export function useLoneIcon(frame: RefObject<HTMLElement | null>, child: string): string {
  const [icon, setIcon] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: another child is looked at anew.
  useEffect(() => {
    const element = frame.current
    if (!element || hasName.see(element)) return setIcon('')
    const look = (): void => {
      const lone = hasName.see(element) ? null : element.querySelector('svg[data-icon]')
      setIcon(lone?.getAttribute('data-icon') ?? '')
    }
    const observer = new MutationObserver(look)
    observer.observe(element, { childList: true, subtree: true, attributeFilter, characterData: true })
    look()
    return () => observer.disconnect()
  }, [frame, child])
  return icon
}

/** What can be seen without words, or is still to come. */
export const drawn = 'svg, img, .sf-media, .sf-placeholder'

const named = ':is([aria-label], img[alt]):not([aria-label=""], [alt=""])'
