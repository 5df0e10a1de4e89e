/** What stands inside an element, as far as it matters to the element: it comes and changes as messages do. */
import { type RefObject, useEffect, useReducer, useState } from 'react'

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
 * The catalog's name of an icon that stands there by itself, or nothing where something else says what it is for. Looks, and
 * looks again at each change, once `watch` was called: an icon does that when it comes. There are many buttons, most have
 * words only, and an observer of each would cost more than the button.
 */
export function useLoneIcon(frame: RefObject<HTMLElement | null>): readonly [icon: string, watch: () => void] {
  const [icon, setIcon] = useState('')
  const [watched, watch] = useReducer(() => true, false)
  useEffect(() => {
    const element = frame.current
    if (!watched || !element) return
    const look = (): void => {
      const lone = hasName.see(element) ? null : element.querySelector('svg[data-icon]')
      setIcon(lone?.getAttribute('data-icon') ?? '')
    }
    const observer = new MutationObserver(look)
    observer.observe(element, {
      childList: true,
      subtree: true,
      attributeFilter: [...attributeFilter, 'data-icon'],
      characterData: true,
    })
    look()
    return () => observer.disconnect()
  }, [frame, watched])
  return [icon, watch]
}

/** What can be seen without words, or is still to come. */
export const drawn = 'svg, img, .sf-media, .sf-placeholder'

const named = ':is([aria-label], img[alt]):not([aria-label=""], [alt=""])'
