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
import { followPointer, type Point } from './pointer-position.ts'

export interface PressGuard {
  /** Whether the running press comes too soon after the action changed at this time. */
  refuses(changed: number): boolean
}

export function usePressGuard(frame: RefObject<HTMLElement | null>, surface: LiveSurface, moment: number): PressGuard {
  const guard = useMemo(() => createGuard(createCauses(surface.lastMessageAt)), [surface])
  // After each render: a frame that is drawn anew is another element.
  useEffect(() => guard.follow(frame.current, moment))
  useEffect(() => () => guard.follow(null, 0), [guard])
  return guard
}

/** Times are milliseconds of `performance.now()`, which starts near 0: `never` is earlier. */
const never = Number.NEGATIVE_INFINITY

/** Guards what is in the frame of one surface. */
interface FrameGuard extends PressGuard {
  /** Guards this frame from now on, and no other. `moment`: in milliseconds; 0: nothing is guarded. */
  follow(frame: HTMLElement | null, moment: number): void
}

function createGuard(causes: Causes): FrameGuard {
  let since: number | undefined
  let guarded: HTMLElement | null = null
  let stop: (() => void) | undefined

  function press(reached: number): void {
    since = reached
    setTimeout(() => {
      since = undefined
    })
  }

  return {
    refuses: (changed) => since !== undefined && changed > since && causes.tooSoon(changed),
    follow(frame, moment) {
      if (frame === guarded && moment === causes.moment) return
      stop?.()
      guarded = frame
      causes.moment = moment
      stop = frame && moment > 0 ? guardFrame(frame, causes, press) : undefined
    },
  }
}

/** Begins to guard; returns how to stop. `pressed`: is told when the pointer or focus reached the control that is pressed. */
function guardFrame(frame: HTMLElement, causes: Causes, pressed: (reached: number) => void): () => void {
  const [pointed, focused] = [createWatch(causes.caused), createWatch(causes.caused)]
  const place = followPointer(frame.ownerDocument)
  causes.arrived = place.arrived
  const ending = new AbortController()
  const { signal } = ending
  // In the capture phase: before React, which listens at its root.
  function on<T extends keyof HTMLElementEventMap>(
    types: readonly T[],
    handle: (event: HTMLElementEventMap[T]) => void,
  ) {
    for (const type of types) frame.addEventListener(type, handle, { capture: true, signal })
  }
  // The pointer is over something, because it moved there or because something moved under it.
  on(['pointerover'], ({ target, isTrusted }) => {
    const control = controlOf(target)
    if (!isTrusted || control === pointed.control) return
    const moved = movedUnder(place.before(), control)
    pointed.moveTo(control, moved ? Math.max(causes.caused(), causes.seenNow(place.pressed())) : never)
  })
  on(['click', 'auxclick'], (event) => {
    // A key and assistive technology press without a place.
    const watch = event.detail > 0 ? pointed : focused
    // Of the other buttons only the middle one does something: it opens links.
    if (!event.isTrusted || event.button > 1) return
    const watched = watch.control !== undefined && watch.control === controlOf(event.target)
    if (watched && causes.tooSoon(watch.changed())) {
      event.preventDefault()
      event.stopPropagation()
      return
    }
    causes.act()
    if (watched) pressed(watch.since)
  })
  on(['input'], causes.act)
  on(['focusin'], ({ target }) => focused.moveTo(controlOf(target), never))
  // A picture has loaded or failed.
  on(['load', 'error'], ({ target }) => {
    pointed.touch(target)
    focused.touch(target)
  })
  // A finger leaves before its click comes. The pointer leaves the frame alone: this event does not bubble.
  const left = ({ pointerType }: PointerEvent): void => {
    if (pointerType === 'mouse') pointed.moveTo(undefined, never)
  }
  frame.addEventListener('pointerleave', left, { signal })
  return () => {
    ending.abort()
    place.end()
    pointed.moveTo(undefined, never)
    focused.moveTo(undefined, never)
  }
}

/** When a change was not the user's own doing. */
interface Causes {
  /** Milliseconds for which a change is too new. */
  moment: number
  /** When a picture, font or module last arrived. */
  arrived: () => number
  /** The user pressed or entered something. Later changes are caused by the user until the next message. */
  act(): void
  /**
   * Now if a message, or something that came late, caused a change of this moment; else `never`. Equal times count as a
   * message after the press: browsers round their clock, some to 100 ms.
   */
  caused(): number
  /** Now, if a change of this moment may follow from that time: a page may draw late. */
  seenNow(time: number): number
  tooSoon(changed: number): boolean
}

/** `lastMessageAt`: when the last message came. */
function createCauses(lastMessageAt: () => number): Causes {
  let acted = never
  const causes: Causes = {
    moment: 0,
    arrived: () => never,
    act() {
      acted = performance.now()
    },
    caused() {
      const last = Math.max(lastMessageAt(), causes.arrived())
      return last >= acted ? causes.seenNow(last) : never
    },
    seenNow: (time) => (causes.tooSoon(time) ? performance.now() : never),
    tooSoon: (changed) => changed > performance.now() - causes.moment,
  }
  return causes
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
  const observer = new MutationObserver(note)

  function note(): void {
    changed = Math.max(changed, caused())
  }

  return {
    get control() {
      return control
    },
    get since() {
      return since
    },
    changed() {
      if (observer.takeRecords().length > 0) note()
      return changed
    },
    touch(target) {
      if (control?.contains(target as Node)) note()
    },
    moveTo(next, brought) {
      observer.disconnect()
      control = next
      since = performance.now()
      changed = brought
      if (next?.isConnected)
        observer.observe(next, { subtree: true, childList: true, characterData: true, attributeFilter })
    },
  }
}

/** Attributes that say what a press does: in words, or as a picture or icon. */
const attributeFilter = ['aria-label', 'href', 'alt', 'src', 'd']
