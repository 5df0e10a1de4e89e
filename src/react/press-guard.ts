/**
 * A control that a message changed or moved under the pointer ignores it for a moment: nobody has read it yet. Pictures,
 * fonts and modules that come late count like a message. A control that the user's own press brought under the pointer
 * waits as well: the second press of a double click was meant for what was there before.
 *
 * Nothing is kept or done per component. A surface has a few listeners, and watches two controls at most: the one that
 * the pointer is on, and the one that has the focus. That a press would now do something else, which cannot be seen, is
 * known to the binding (`actionChanged`). What a script dispatches is no press.
 */
import { type RefObject, useEffect, useMemo } from 'react'
import type { LiveSurface } from '../surface/surface.ts'
import { followPointer, type Point, type PointerPlace } from './pointer-place.ts'

export interface PressGuard {
  /** Whether the press under way comes too soon for an action that is another one since then. */
  refuses(changed: number): boolean
}

interface AttachedGuard extends PressGuard {
  /** Guards what is in the frame. `moment`: in milliseconds. */
  attach(frame: HTMLElement, moment: number): () => void
}

export function usePressGuard(frame: RefObject<HTMLElement | null>, surface: LiveSurface, moment: number): PressGuard {
  const guard = useMemo(() => createPressGuard(surface.heard), [surface])
  useEffect(
    () => (frame.current && moment > 0 ? guard.attach(frame.current, moment) : undefined),
    [guard, frame, moment],
  )
  return guard
}

/** Times are milliseconds of `performance.now()`, which starts near 0: `never` is earlier. */
const never = Number.NEGATIVE_INFINITY

/** `heard`: when the last message came. */
function createPressGuard(heard: () => number): AttachedGuard {
  /** When the person came to what they are pressing; `undefined` while they press nothing. */
  let since: number | undefined
  /** When the user last pressed or entered something: what changes from then on is the user's doing, until a message comes. */
  let acted = never
  let moment = 0
  let place: PointerPlace | undefined

  /** Equal times count as a message after the press: browsers round their clock, some to 100 ms. */
  function caused(): number {
    const last = Math.max(heard(), place?.arrived() ?? never)
    return last >= acted ? seenNow(last) : never
  }

  /** Now, if what has just changed follows from what was at that time: a page may take long to draw it. */
  function seenNow(time: number): number {
    return tooSoon(time) ? performance.now() : never
  }

  function tooSoon(changed: number): boolean {
    return changed > performance.now() - moment
  }

  return {
    refuses: (changed) => since !== undefined && changed > since && tooSoon(changed),
    attach(frame, wanted) {
      moment = wanted
      const pointed = createWatch(caused)
      const focused = createWatch(caused)
      const pointer = followPointer(frame.ownerDocument)
      place = pointer

      function over({ target, isTrusted }: Event): void {
        const control = controlOf(target)
        if (!isTrusted || control === pointed.control) return
        pointed.at(control, cameTo(pointer.place(), control) ? Math.max(caused(), seenNow(pointer.pressed())) : never)
      }

      function press(event: MouseEvent): void {
        // Of the other buttons only the middle one does something: it opens links.
        if (!event.isTrusted || event.button > 1) return
        // A key and assistive technology press without a place.
        const watch = event.detail > 0 ? pointed : focused
        const watched = watch.control !== undefined && watch.control === controlOf(event.target)
        if (watched && tooSoon(watch.changed())) {
          event.preventDefault()
          event.stopPropagation()
          return
        }
        acted = performance.now()
        if (!watched) return
        since = watch.since
        setTimeout(() => {
          since = undefined
        })
      }

      function entered(): void {
        acted = performance.now()
      }

      const deafen = listen(frame, {
        over,
        press,
        entered,
        loaded({ target }) {
          pointed.touch(target)
          focused.touch(target)
        },
        focus: ({ target }) => focused.at(controlOf(target), never),
        // A finger leaves before its click comes.
        left: ({ pointerType }) => void (pointerType === 'mouse' && pointed.at(undefined, never)),
      })
      return () => {
        deafen()
        pointer.end()
        pointed.at(undefined, never)
        focused.at(undefined, never)
      }
    },
  }
}

interface Ears {
  readonly over: (event: Event) => void
  readonly press: (event: MouseEvent) => void
  readonly entered: () => void
  /** A picture has come, or will not come. */
  readonly loaded: (event: Event) => void
  readonly focus: (event: Event) => void
  readonly left: (event: PointerEvent) => void
}

/** Before React hears of it, which listens at the root of the page's part that is its own. */
function listen(frame: HTMLElement, { over, press, entered, loaded, focus, left }: Ears): () => void {
  const ending = new AbortController()
  const options = { capture: true, signal: ending.signal }
  frame.addEventListener('pointerover', over, options)
  frame.addEventListener('click', press, options)
  frame.addEventListener('auxclick', press, options)
  frame.addEventListener('load', loaded, options)
  frame.addEventListener('error', loaded, options)
  frame.addEventListener('input', entered, options)
  frame.addEventListener('focusin', focus, options)
  frame.addEventListener('pointerleave', left, { signal: ending.signal })
  return () => ending.abort()
}

const controls = 'a[href], button, input, select, textarea, summary, [role="button"]'

/** What a press on this would act on: a label and its box are one. */
function controlOf(target: EventTarget | null): Element | undefined {
  if (!(target instanceof Element)) return undefined
  return target.closest('label') ?? target.closest(controls) ?? undefined
}

/** Whether a control that the pointer is on now lies where the pointer was before: then it came, and not the pointer. */
function cameTo(before: Point | undefined, control: Element | undefined): boolean {
  if (!before || !control) return false
  const { left, right, top, bottom } = control.getBoundingClientRect()
  return before.x >= left && before.x <= right && before.y >= top && before.y <= bottom
}

interface Watch {
  readonly control: Element | undefined
  /** When the person came to it. */
  readonly since: number
  /** When a message changed it, or a message or press brought it here. */
  changed(): number
  /** `brought`: when a message or press brought the control here; `never` where the pointer came to it. */
  at(control: Element | undefined, brought: number): void
  /** Something within the page looks different from now on. */
  touch(target: EventTarget | null): void
}

/** Looks at one control for a change of what it says. `caused`: now where a message is behind a change of this moment, else `never`. */
function createWatch(caused: () => number): Watch {
  let control: Element | undefined
  let since = never
  let changed = never
  const observer = new MutationObserver(() => {
    changed = Math.max(changed, caused())
  })
  return {
    get control() {
      return control
    },
    get since() {
      return since
    },
    changed() {
      if (observer.takeRecords().length > 0) changed = Math.max(changed, caused())
      return changed
    },
    touch(target) {
      if (control?.contains(target as Node)) changed = Math.max(changed, caused())
    },
    at(next, brought) {
      observer.disconnect()
      control = next
      since = performance.now()
      changed = brought
      next?.isConnected &&
        observer.observe(next, { subtree: true, childList: true, characterData: true, attributeFilter })
    },
  }
}

/** Attributes that say what a press does: in words, or as a picture or icon. */
const attributeFilter = ['aria-label', 'href', 'alt', 'src', 'd']
