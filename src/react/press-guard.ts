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
import { followPointer, type Point, type PointerPosition } from './pointer-position.ts'

export interface PressGuard {
  /** Whether the running press comes too soon after the action changed at this time. */
  refuses(changed: number): boolean
}

export function usePressGuard(frame: RefObject<HTMLElement | null>, surface: LiveSurface, moment: number): PressGuard {
  const guard = useMemo(() => new FrameGuard(surface.lastMessageAt), [surface])
  // After each render: a frame that is drawn anew is another element.
  useEffect(() => guard.follow(frame.current, moment))
  useEffect(() => () => guard.follow(null, 0), [guard])
  return guard
}

/** Times are milliseconds of `performance.now()`, which starts near 0: `never` is earlier. */
const never = Number.NEGATIVE_INFINITY

/** Guards what is in the frame of one surface. */
class FrameGuard implements PressGuard {
  /** When the pointer or focus reached the pressed control; `undefined` without a press. */
  private since: number | undefined
  /** When the user last pressed or entered something. Later changes are caused by the user until the next message. */
  private acted = never
  private frame: HTMLElement | null = null
  private moment = 0
  private place: PointerPosition | undefined
  private stop: (() => void) | undefined
  private readonly lastMessageAt: () => number

  /** `lastMessageAt`: when the last message came. */
  constructor(lastMessageAt: () => number) {
    this.lastMessageAt = lastMessageAt
  }

  refuses(changed: number): boolean {
    return this.since !== undefined && changed > this.since && this.tooSoon(changed)
  }

  /** Guards this frame from now on, and no other. `moment`: in milliseconds; 0: nothing is guarded. */
  follow(frame: HTMLElement | null, moment: number): void {
    if (frame === this.frame && moment === this.moment) return
    this.stop?.()
    this.frame = frame
    this.moment = moment
    this.stop = frame && moment > 0 ? this.attach(frame) : undefined
  }

  /** Begins to guard; returns how to stop. */
  private attach(frame: HTMLElement): () => void {
    const caused = (): number => this.caused()
    const [pointed, focused] = [createWatch(caused), createWatch(caused)]
    const place = followPointer(frame.ownerDocument)
    this.place = place
    const ending = new AbortController()
    const { signal } = ending
    // In the capture phase: before React, which listens at its root.
    function on<T extends keyof HTMLElementEventMap>(
      types: readonly T[],
      handle: (event: HTMLElementEventMap[T]) => void,
    ) {
      for (const type of types) frame.addEventListener(type, handle, { capture: true, signal })
    }
    on(['pointerover'], (event) => this.over(event, pointed, place))
    // A key and assistive technology press without a place.
    on(['click', 'auxclick'], (event) => this.press(event, event.detail > 0 ? pointed : focused))
    on(['input'], () => this.act())
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

  /** The pointer is over something, because it moved there or because something moved under it. */
  private over({ target, isTrusted }: Event, pointed: Watch, place: PointerPosition): void {
    const control = controlOf(target)
    if (!isTrusted || control === pointed.control) return
    const moved = movedUnder(place.place(), control)
    pointed.moveTo(control, moved ? Math.max(this.caused(), this.seenNow(place.pressed())) : never)
  }

  /** Stops a press that comes too soon. `watch`: of the control that is pressed, if it is watched at all. */
  private press(event: MouseEvent, watch: Watch): void {
    // Of the other buttons only the middle one does something: it opens links.
    if (!event.isTrusted || event.button > 1) return
    const watched = watch.control !== undefined && watch.control === controlOf(event.target)
    if (watched && this.tooSoon(watch.changed())) {
      event.preventDefault()
      event.stopPropagation()
      return
    }
    this.act()
    if (!watched) return
    this.since = watch.since
    setTimeout(() => {
      this.since = undefined
    })
  }

  private act(): void {
    this.acted = performance.now()
  }

  /**
   * Now if a message, or something that came late, caused a change of this moment; else `never`. Equal times count as a
   * message after the press: browsers round their clock, some to 100 ms.
   */
  private caused(): number {
    const last = Math.max(this.lastMessageAt(), this.place?.arrived() ?? never)
    return last >= this.acted ? this.seenNow(last) : never
  }

  /** Now, if a change of this moment may follow from that time: a page may draw late. */
  private seenNow(time: number): number {
    return this.tooSoon(time) ? performance.now() : never
  }

  private tooSoon(changed: number): boolean {
    return changed > performance.now() - this.moment
  }
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
