/**
 * A control that a message changed or moved under the pointer ignores presses for a moment, because the user has not
 * read it yet. Pictures, fonts and modules that come late count like a message. A control that the user's own press
 * brought under the pointer waits as well: the second press of a double click was meant for what was there before.
 *
 * Nothing is kept or done per component. A surface has a few listeners, and watches two controls at most: the one that
 * the pointer is on, and the one that has the focus. A changed action cannot be seen in the page; the binding notes its
 * time (`actionChanged`). Events that a script dispatches are no presses.
 */
import { type RefObject, useEffect, useMemo } from 'react'
import type { LiveSurface } from '../surface/surface.ts'
import { followPointer, type Point, type PointerPlace } from './pointer-place.ts'

export interface PressGuard {
  /** Whether the running press comes too soon after the action changed at this time. */
  refuses(changed: number): boolean
}

interface AttachedGuard extends PressGuard {
  /** Guards what is in the frame. `moment`: in milliseconds. */
  attach(frame: HTMLElement, moment: number): () => void
}

export function usePressGuard(frame: RefObject<HTMLElement | null>, surface: LiveSurface, moment: number): PressGuard {
  const guard = useMemo(() => createPressGuard(surface.lastMessageAt), [surface])
  useEffect(
    () => (frame.current && moment > 0 ? guard.attach(frame.current, moment) : undefined),
    [guard, frame, moment],
  )
  return guard
}

/** Times are milliseconds of `performance.now()`, which starts near 0: `never` is earlier. */
const never = Number.NEGATIVE_INFINITY

/** `lastMessageAt`: when the last message came. */
function createPressGuard(lastMessageAt: () => number): AttachedGuard {
  /** When the pointer or focus reached the pressed control; `undefined` without a press. */
  let since: number | undefined
  /** When the user last pressed or entered something. Later changes are caused by the user until the next message. */
  let acted = never
  let moment = 0
  let place: PointerPlace | undefined

  /** Equal times count as a message after the press: browsers round their clock, some to 100 ms. */
  function caused(): number {
    const last = Math.max(lastMessageAt(), place?.arrived() ?? never)
    return last >= acted ? seenNow(last) : never
  }

  /** Now, if a change of this moment may follow from that time: a page may draw late. */
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
        pointed.moveTo(
          control,
          movedUnder(pointer.place(), control) ? Math.max(caused(), seenNow(pointer.pressed())) : never,
        )
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

      function input(): void {
        acted = performance.now()
      }

      const stopListening = listen(frame, {
        over,
        press,
        input,
        loaded({ target }) {
          pointed.touch(target)
          focused.touch(target)
        },
        focus: ({ target }) => focused.moveTo(controlOf(target), never),
        // A finger leaves before its click comes.
        left: ({ pointerType }) => void (pointerType === 'mouse' && pointed.moveTo(undefined, never)),
      })
      return () => {
        stopListening()
        pointer.end()
        pointed.moveTo(undefined, never)
        focused.moveTo(undefined, never)
      }
    },
  }
}

interface GuardListeners {
  readonly over: (event: Event) => void
  readonly press: (event: MouseEvent) => void
  readonly input: () => void
  /** A picture has loaded or failed. */
  readonly loaded: (event: Event) => void
  readonly focus: (event: Event) => void
  readonly left: (event: PointerEvent) => void
}

/** Listens in the capture phase, before React, which listens at its root. */
function listen(frame: HTMLElement, { over, press, input, loaded, focus, left }: GuardListeners): () => void {
  const ending = new AbortController()
  const options = { capture: true, signal: ending.signal }
  frame.addEventListener('pointerover', over, options)
  frame.addEventListener('click', press, options)
  frame.addEventListener('auxclick', press, options)
  frame.addEventListener('load', loaded, options)
  frame.addEventListener('error', loaded, options)
  frame.addEventListener('input', input, options)
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

/** Whether the control now lies where the pointer was before: then the control moved, not the pointer. */
function movedUnder(before: Point | undefined, control: Element | undefined): boolean {
  if (!before || !control) return false
  const { left, right, top, bottom } = control.getBoundingClientRect()
  return before.x >= left && before.x <= right && before.y >= top && before.y <= bottom
}

interface Watch {
  readonly control: Element | undefined
  /** When the pointer or focus reached it. */
  readonly since: number
  /** When a message changed it, or a message or press brought it here. */
  changed(): number
  /** `brought`: when a message or press moved the control here; `never` if the pointer moved to it. */
  moveTo(control: Element | undefined, brought: number): void
  /** Something within the page looks different from now on. */
  touch(target: EventTarget | null): void
}

/**
 * Watches one control for changes of its content. `caused`: now if a message caused a change of this moment, else
 * `never`.
 */
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
    moveTo(next, brought) {
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
