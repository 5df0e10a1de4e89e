/**
 * A control that a message changed or moved under the pointer ignores presses for a moment, because the user has not
 * read it yet. Pictures, fonts and modules that come late count like a message. A control that the user's own press
 * brought under the pointer waits as well: the second press of a double click was meant for what was there before.
 * A control to which the focus moved by itself ignores keys alike, and a key that is held presses once. The moment is the
 * view's `clickGuard`, 500 ms by default.
 *
 * A refused press is lost: its event is stopped before React and the host see it, or `act` does nothing. Nothing is drawn,
 * and neither `onEvent` nor `onError` is called. Only the inspector lists it (`inspector/StatePanel.tsx`), where the event
 * was stopped. A press after the moment counts.
 *
 * Nothing is kept or done per component. A surface has a few listeners, and watches two controls at most: the one that
 * the pointer is on, and the one that has the focus. A changed action cannot be seen in the page; the binding notes its
 * time (`actionChanged`). Events that a script dispatches are no presses.
 */
import { type RefObject, useEffect, useMemo } from 'react'
import type { LiveSurface } from '../surface/surface.ts'

export interface PressGuard {
  /** Whether the running press comes too soon after the action changed at this time. */
  refuses(changed: number): boolean
}

export function usePressGuard(frame: RefObject<HTMLElement | null>, surface: LiveSurface, moment: number): PressGuard {
  const guard = useMemo(() => createGuard(surface.lastMessageAt), [surface])
  // After each render: a frame that is drawn anew is another element.
  useEffect(() => guard.follow(frame.current, moment))
  useEffect(() => () => guard.follow(null, 0), [guard])
  return guard
}

/** Guards what is in the frame of one surface. */
interface FrameGuard extends PressGuard {
  /** Guards this frame from now on, and no other. `moment`: in milliseconds; 0: no press is refused. */
  follow(frame: HTMLElement | null, moment: number): void
}

/** `lastMessageAt`: when the runtime of the surface got its last message. */
function createGuard(lastMessageAt: () => number): FrameGuard {
  let moment = 0
  /** When the pointer or focus reached the control that is pressed now; `Infinity` while none is. */
  let since = Number.POSITIVE_INFINITY
  let guarded: HTMLElement | null = null
  let stop: (() => void) | undefined

  function tooSoon(changed: number): boolean {
    return changed > performance.now() - moment
  }

  function press(reached: number): void {
    since = reached
    setTimeout(() => {
      since = Number.POSITIVE_INFINITY
    })
  }

  return {
    refuses: (changed) => changed > since && tooSoon(changed),
    follow(frame, next) {
      moment = next
      if (frame === guarded) return
      stop?.()
      guarded = frame
      stop = frame ? guardFrame(frame, lastMessageAt, tooSoon, press) : undefined
    },
  }
}

/** Begins to guard; returns how to stop. `pressed`: is told when the pointer or focus reached the control that is pressed. */
function guardFrame(
  frame: HTMLElement,
  lastMessageAt: () => number,
  tooSoon: (changed: number) => boolean,
  pressed: (reached: number) => void,
): () => void {
  const page = activityOf(frame.ownerDocument)
  // Its messages count for the other surfaces of the page, even where no press is refused here.
  const unmount = page.mount(lastMessageAt)
  const causes = createCauses(page, tooSoon)
  const [pointed, focused] = [createWatch(causes.caused), createWatch(causes.caused)]
  /** When the focus last came to where it is by itself; `never` if the user moved it. */
  let focusMoved = never
  const ending = new AbortController()
  // In the capture phase: before React, which listens at its root.
  function on<T extends keyof HTMLElementEventMap>(
    types: readonly T[],
    handle: (event: HTMLElementEventMap[T]) => void,
  ) {
    for (const type of types) frame.addEventListener(type, handle, { capture: true, signal: ending.signal })
  }
  /** `moved`: when what is pressed came there by itself, beside what the watch knows. */
  function press(event: Event, watch: Watch, moved: number): void {
    const watched = watch.control !== undefined && watch.control === controlOf(event)
    if (tooSoon(Math.max(moved, watched ? watch.changed() : never))) {
      event.preventDefault()
      event.stopPropagation()
      return
    }
    causes.act()
    if (watched) pressed(watch.since)
  }
  // The pointer is over something, because it moved there or because something moved under it.
  on(['pointerover'], (event) => {
    const control = controlOf(event)
    if (!event.isTrusted || control === pointed.control) return
    pointed.moveTo(control, movedUnder(page.point, control) ? causes.brought() : never)
  })
  on(['click', 'auxclick'], (event) => {
    // Of the other buttons only the middle one does something: it opens links.
    if (!event.isTrusted || event.button > 1) return
    // A key and assistive technology press without a place.
    press(event, event.detail > 0 ? pointed : focused, never)
  })
  on(['keydown'], (event) => {
    if (!event.isTrusted || !isPressKey(event) || !controlOf(event) || targetOf(event).matches(':read-write')) return
    // A key that is held was meant for what had the focus when it went down.
    press(event, focused, event.repeat ? performance.now() : focusMoved)
  })
  on(['input'], causes.act)
  on(['focusin'], (event) => {
    const control = controlOf(event)
    const byUser = page.movesFocus
    // React gives the focus back to a control that it has moved.
    if (control === focused.control && !byUser) return
    focused.moveTo(control, never)
    focusMoved = byUser ? never : causes.brought()
  })
  // A picture has loaded or failed.
  on(['load', 'error'], (event) => {
    pointed.touch(targetOf(event))
    focused.touch(targetOf(event))
  })
  // A finger leaves before its click comes.
  on(['pointerleave'], ({ target, pointerType }) => {
    if (target === frame && pointerType === 'mouse') pointed.moveTo(undefined, never)
  })
  return () => {
    ending.abort()
    unmount()
  }
}

/** When a change was not the user's own doing. */
interface Causes {
  /** The user pressed or entered something. Later changes are caused by the user until the next message. */
  act(): void
  /**
   * Now if a message, or something that came late, caused a change of this moment; else `never`. Equal times count as a
   * message after the press: browsers round their clock, some to 100 ms.
   */
  caused(): number
  /** Now if a message, something that came late or a press moved something in this moment; else `never`. */
  brought(): number
}

function createCauses(page: PageActivity, tooSoon: (changed: number) => boolean): Causes {
  let acted = never
  /** Now, if a change of this moment may follow from that time: a page may draw late. */
  const seenNow = (time: number): number => (tooSoon(time) ? performance.now() : never)
  const causes: Causes = {
    act() {
      acted = performance.now()
    },
    caused() {
      const last = page.arrived()
      return last >= acted ? seenNow(last) : never
    },
    brought: () => Math.max(causes.caused(), seenNow(page.pressed)),
  }
  return causes
}

const controls = 'a[href], button, input, select, textarea, summary, [role="button"]'

/** An element, as for every event within the frame. Of which realm it is does not matter: a portal may lead into a frame. */
function targetOf(event: Event): Element {
  return event.target as Element
}

/** What a press would act on: a label and its box are one. */
function controlOf(event: Event): Element | undefined {
  const target = targetOf(event)
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
  touch(target: Element): void
}

/**
 * Watches one control for changes of its content. `caused`: now if a message caused a change of this moment, else
 * `never`.
 */
function createWatch(caused: () => number): Watch {
  let changed = never
  const observer = new MutationObserver(note)

  function note(): void {
    changed = Math.max(changed, caused())
  }

  const watch: { -readonly [name in keyof Watch]: Watch[name] } = {
    control: undefined,
    since: never,
    changed() {
      if (observer.takeRecords().length > 0) note()
      return changed
    },
    touch(target) {
      if (watch.control?.contains(target)) note()
    },
    moveTo(next, brought) {
      observer.disconnect()
      watch.control = next
      watch.since = performance.now()
      changed = brought
      if (next?.isConnected)
        observer.observe(next, { subtree: true, childList: true, characterData: true, attributeFilter })
    },
  }
  return watch
}

/** Attributes that say what a press does: in words, or as a picture or icon. */
const attributeFilter = ['aria-label', 'href', 'alt', 'src', 'd']

const never: number = Number.NEGATIVE_INFINITY

interface Point {
  /** CSS pixels of the viewport. */
  readonly x: number
  readonly y: number
}

interface PageActivity {
  /** Where the pointer was before the event that is being handled; `undefined` before the first event. */
  readonly point: Point | undefined
  /** When the user last pressed anything in the page, or pressed Enter or Space. */
  readonly pressed: number
  /** Whether the user moves the focus now, with a key or the mouse. */
  readonly movesFocus: boolean
  /** When a message for any surface of the page, or a picture, font or module, last arrived or failed. */
  arrived(): number
  /**
   * A surface is mounted. `lastMessageAt`: when its runtime got its last message. Returns the function for the end of the
   * surface. Nothing is noted while there is no surface.
   */
  mount(lastMessageAt: () => number): () => void
}

type Noted = { -readonly [name in 'point' | 'pressed' | 'movesFocus']: PageActivity[name] }

/** The record of a page stays when its last surface goes: another surface may come under the pointer that rests. */
const pages = new WeakMap<Document, PageActivity>()

function activityOf(page: Document): PageActivity {
  const activity = pages.get(page) ?? createActivity(page)
  pages.set(page, activity)
  return activity
}

/**
 * One function for each copy of the package in the page, perhaps of another version: how many milliseconds ago something
 * arrived. An age, because the clock of a frame starts with the frame.
 */
const agesKey: unique symbol = Symbol.for('surface-runtime.ages')

function createActivity(page: Document & { [agesKey]?: Set<() => number> }): PageActivity {
  const messages = new Set<() => number>()
  let arrived = never
  let ending: AbortController | undefined
  const ages = page[agesKey] ?? new Set()
  page[agesKey] = ages
  ages.add(() => performance.now() - lastArrival())

  function lastArrival(): number {
    let last = arrived
    for (const message of messages) last = Math.max(last, message())
    return last
  }

  const activity: PageActivity & Noted = {
    point: undefined,
    pressed: never,
    movesFocus: false,
    arrived() {
      const now = performance.now()
      let last = lastArrival()
      for (const age of ages) last = Math.max(last, now - age())
      return last
    },
    mount(lastMessageAt) {
      // A function of its own: surfaces share a runtime.
      const message = (): number => lastMessageAt()
      messages.add(message)
      ending ??= listen(page, activity, () => {
        arrived = performance.now()
      })
      return () => {
        // The last message may be what removes the surface.
        arrived = lastArrival()
        messages.delete(message)
        if (messages.size > 0) return
        ending?.abort()
        ending = undefined
      }
    },
  }
  return activity
}

/** `arrive`: is called when a picture, font or module arrives. Returns what ends the listeners. */
function listen(page: Document, noted: Noted, arrive: () => void): AbortController {
  const ending = new AbortController()
  const options = { capture: true, passive: true, signal: ending.signal }
  function onUser<T extends keyof DocumentEventMap>(type: T, handle: (event: DocumentEventMap[T]) => void): void {
    page.addEventListener(type, (event) => event.isTrusted && handle(event), options)
  }
  const movePointer = ({ clientX: x, clientY: y }: PointerEvent): void => {
    noted.point = { x, y }
  }
  const press = (): void => {
    noted.pressed = performance.now()
    noted.movesFocus = false
  }
  const moveFocus = (): void => {
    noted.movesFocus = true
    setTimeout(() => {
      noted.movesFocus = false
    })
  }
  // A browser says that the pointer is over something else before it says that the pointer moved or pressed.
  onUser('pointermove', movePointer)
  onUser('pointerdown', movePointer)
  // The wheel moves the page under the pointer, so the control under the pointer is looked up again.
  onUser('wheel', () => {
    noted.point = undefined
  })
  onUser('click', press)
  // For a finger, too: it comes when the finger has left, before the focus moves.
  onUser('mousedown', moveFocus)
  onUser('keydown', (event) => (isPressKey(event) ? press() : moveFocus()))
  for (const type of ['load', 'error']) page.addEventListener(type, arrive, options)
  page.fonts?.addEventListener('loadingdone', arrive, options)
  return ending
}

/** Keys that press the control that has the focus. */
export function isPressKey({ key }: { readonly key: string }): boolean {
  return key === 'Enter' || key === ' '
}
