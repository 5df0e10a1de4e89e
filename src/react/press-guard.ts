/**
 * What a press does, and where its control is, must have been so for `clickGuard` milliseconds before the press: a property of the
 * view, 500 by default. Otherwise the press is not taken, the page says so (`texts.changed`), and a second press within three
 * seconds counts if it would do the same, at the same place, as the first would have done.
 *
 * Values are compared, whatever has changed them: what would be sent, opened or written, and the name that the user reads. The
 * place is that the control lies under the pointer or, for keys, has the focus. What a control does and says when the user comes
 * to it, with the pointer or the Tab key, is known; so is what the user's own press or entry changes. Of letters that are typed
 * only the place counts that they are written to. A key that is held presses once. Events that a script dispatches are no presses.
 *
 * Times are those of events and of the screen: a change counts from the end of the first frame that shows it. Two controls of
 * a surface are looked at, under the pointer and under the focus: at each press, and in each frame for a second after the
 * surface, a picture or the user may have changed something.
 */
import { type RefObject, useEffect, useMemo } from 'react'
import { root } from '../json/pointer.ts'
import type { LiveSurface } from '../surface/surface.ts'
import { controlOf, doesOf, isBlocked, isText, nameOf } from './control-values.ts'
import { createPressNote } from './press-note.ts'

export interface PressGuard {
  /** Whether the event that is handled now is an entry that is not taken. A press that is not taken is stopped before React hears of it. */
  readonly refuses: () => boolean
  /** Runs what writes an entry of the user: what controls do because of it is known to the user. */
  readonly enter: (write: () => void) => void
}

/** Guards what is in the frame. `clickGuard`: 0: each press is taken. `sentence`: what the user is told. */
export function usePressGuard(
  frame: RefObject<HTMLElement | null>,
  surface: LiveSurface,
  clickGuard: number,
  sentence: string,
): PressGuard {
  const guard = useMemo(() => createGuard(surface), [surface])
  // After each render: a frame that is drawn anew is another element.
  useEffect(() => guard.follow(frame.current, clickGuard, sentence))
  useEffect(() => () => guard.follow(null, 0, ''), [guard])
  return guard
}

interface FrameGuard extends PressGuard {
  follow(frame: HTMLElement | null, clickGuard: number, sentence: string): void
}

function createGuard(surface: LiveSurface): FrameGuard {
  let followed: readonly unknown[] = []
  let guarding: (PressGuard & { readonly end: () => void }) | undefined
  return {
    refuses: () => guarding?.refuses() === true,
    enter: (write) => (guarding ? guarding.enter(write) : write()),
    follow(...next) {
      if (next.every((part, index) => part === followed[index])) return
      followed = next
      guarding?.end()
      const [frame, clickGuard, sentence] = next
      guarding = frame && clickGuard > 0 ? guardFrame(frame, surface, clickGuard, sentence) : undefined
    },
  }
}

/** What is known of one control. */
interface Watch {
  control: Element | undefined
  does: string
  name: string
  /** When it was first painted so, and here; `longAgo` where the user came to it as it is, `Infinity` before it is painted. */
  since: { does: number; name: number; place: number }
}

type Kind = keyof Watch['since']

const longAgo: number = Number.NEGATIVE_INFINITY
const createWatch = (): Watch => ({
  control: undefined,
  does: '',
  name: '',
  since: { does: longAgo, name: longAgo, place: longAgo },
})

/** Milliseconds in which a second press counts. */
const secondPress = 3000

function guardFrame(
  frame: HTMLElement,
  surface: LiveSurface,
  clickGuard: number,
  sentence: string,
): PressGuard & { readonly end: () => void } {
  const view = frame.ownerDocument.defaultView ?? window
  const user = userOf(frame.ownerDocument)
  const note = createPressNote(frame, sentence, secondPress)
  const ending = new AbortController()
  const [pointed, focused] = [createWatch(), createWatch()]
  const watches = [pointed, focused]
  /** The press that is under way: when the key or button went down. */
  let down: { readonly time: number; readonly watch: Watch } | undefined
  /** The last press that was not taken. */
  let told: { readonly control: Element; readonly does: string; readonly at: number; painted: number } | undefined
  /** Where the pointer rested while the user turned the wheel. */
  let turnedAt: Point | undefined
  /** When the user last pressed or entered something, by the clock of messages. */
  let acted = longAgo
  let refusing = false
  let lookUntil = longAgo
  let looking = false

  // The clock of events: that of a frame starts with the frame.
  const now = (): number => view.performance.now()
  const whatDoes = (watch: Watch, control: Element): string => doesOf(control, watch === pointed, surface.changes.count)

  /** `came`: the control came to the user, not the user to the control. */
  function moveTo(watch: Watch, control: Element | undefined, came: boolean): void {
    Object.assign(watch, createWatch(), control && { control, does: whatDoes(watch, control), name: nameOf(control) })
    if (came) stamp(watch, 'place')
    look()
  }

  /** `inFrame`: what is there now is painted at the end of this frame; else of the next one. */
  function stamp({ since }: Watch, kind: Kind, inFrame = false): void {
    const stampNow = (): void => {
      if (since[kind] !== longAgo) since[kind] = now()
    }
    since[kind] = Number.POSITIVE_INFINITY
    if (inFrame) setTimeout(stampNow)
    else view.requestAnimationFrame(() => setTimeout(stampNow))
  }

  /** Compares a control with what was known of it. */
  function see(watch: Watch, inFrame?: boolean): void {
    const { control } = watch
    if (!control) return
    const values = { does: whatDoes(watch, control), name: nameOf(control) }
    // No message came since the user's own press or entry. Clocks are rounded: with equal times a message may have come first.
    const isOwn = performance.now() - acted < clickGuard && surface.lastMessageAt() < acted
    for (const kind of ['does', 'name'] as const)
      if (values[kind] !== watch[kind] && !isOwn) stamp(watch, kind, inFrame)
    Object.assign(watch, values)
  }

  function look(): void {
    lookUntil = now() + 1000
    if (looking || !watches.some(({ control }) => control)) return
    looking = true
    view.requestAnimationFrame(lookAgain)
  }

  function lookAgain(): void {
    for (const watch of watches) see(watch, true)
    looking = now() < lookUntil && !ending.signal.aborted
    if (looking) view.requestAnimationFrame(lookAgain)
  }

  function act(): void {
    for (const watch of watches) see(watch)
    acted = performance.now()
    look()
  }

  /** Whether what counts of a control was not so for long enough before this time. If so, the user is told. */
  function refusesPress(watch: Watch, time: number, kinds: readonly Kind[]): boolean {
    see(watch)
    const { control, does, since } = watch
    if (!control || kinds.every((kind) => since[kind] <= time - clickGuard) || isBlocked(control)) return false
    const isSecond = told?.control === control && told.does === does && time < told.at + secondPress
    if (isSecond && told && told.painted < time) return false
    const telling = { control, does, at: time, painted: Number.POSITIVE_INFINITY }
    told = telling
    note.show(control, () => {
      telling.painted = now()
    })
    return true
  }

  /** A page that was held handles events late: what a message changed meanwhile was not there for the user. */
  function isLate(time: number): boolean {
    const age = now() - time
    return age > 100 && performance.now() - surface.lastMessageAt() < age
  }

  // In the capture phase: before React, which listens at its root. An element of any realm: a portal may lead into a frame.
  function on<T extends keyof HTMLElementEventMap>(
    types: readonly T[],
    handle: (event: HTMLElementEventMap[T], target: Element, control: Element | undefined) => void,
  ): void {
    const listen = (event: HTMLElementEventMap[T]): void => {
      if (event.isTrusted) handle(event, event.target as Element, controlOf(event.target as Element))
    }
    for (const type of types) frame.addEventListener(type, listen, { capture: true, signal: ending.signal })
  }

  /** Takes the press or stops it. */
  function judge(event: Event, watch: Watch, control: Element, time: number, kinds: readonly Kind[]): void {
    if (control === watch.control && refusesPress(watch, time, kinds)) stop(event)
    else act()
  }

  // The pointer is over something, because it moved there or because something moved under it.
  on(['pointerover'], ({ timeStamp, pointerType }, _, control) => {
    if (control === pointed.control) return
    // A finger rests nowhere between two taps.
    const rests =
      pointerType === 'mouse' || timeStamp - (user.point?.at ?? longAgo) < clickGuard ? user.point : undefined
    const came = control !== undefined && rests !== undefined && liesOn(rests, control)
    turnedAt = came && timeStamp - user.turned < 1000 ? rests : undefined
    moveTo(pointed, control, came || isLate(timeStamp))
  })
  // A finger leaves before its click comes.
  on(['pointerleave'], ({ pointerType }, target) => {
    if (target === frame && pointerType === 'mouse') moveTo(pointed, undefined, false)
  })
  on(['focusin'], (_event, _target, control) => {
    const { movesFocus } = user
    // React gives the focus back to a control that it has moved.
    if (control !== focused.control || movesFocus !== undefined)
      moveTo(focused, control, movesFocus === undefined || isLate(movesFocus))
  })
  on(['pointerdown'], ({ timeStamp, clientX, clientY }) => {
    down = { time: timeStamp, watch: pointed }
    // Since the wheel turned the user has moved the pointer.
    if (turnedAt && Math.hypot(clientX - turnedAt.x, clientY - turnedAt.y) > 2) pointed.since.place = longAgo
  })
  on(['keydown'], (event, target, control) => {
    down = undefined
    if (!isPressKey(event) || !control || isText(target)) return
    // A key that is held was meant for what had the focus when it went down.
    if (event.repeat) return stop(event)
    down = { time: event.timeStamp, watch: focused }
    judge(event, focused, control, event.timeStamp, all)
  })
  on(['click', 'auxclick'], (event, _, control) => {
    const time = down?.time
    down = undefined
    // Of the other buttons only the middle one does something: it opens links.
    if (event.button > 1 || !control || isText(control)) return
    const watch = event.detail > 0 ? pointed : focused
    // Assistive technology moves the focus and presses in one, without a key.
    const kinds = watch === focused && time === undefined ? shown : all
    judge(event, watch, control, time ?? event.timeStamp, kinds)
  })
  on(['beforeinput', 'input', 'focusout'], (event, target, control) => {
    const text = isText(target)
    // Boxes are entered by a click. A text is written once more when its field is left.
    if (!text && (event.type !== 'input' || !target.matches('select, [type="range"]'))) return
    const watch = down?.watch.control === control ? (down?.watch ?? focused) : focused
    const kinds = watch === focused ? shown : all
    refusing = control === watch.control && refusesPress(watch, down?.time ?? event.timeStamp, text ? written : kinds)
    if (!refusing) return event.type === 'focusout' ? undefined : act()
    if (event.type === 'beforeinput') event.preventDefault()
    setTimeout(() => {
      refusing = false
    })
  })
  // A picture has loaded or failed, which the user did not do.
  on(['load', 'error'], () => {
    acted = longAgo
    look()
  })
  const listener = { invalidate: look }
  surface.model.listeners.add(root, listener)
  const unsubscribe = surface.componentSet.revision.subscribe(look)

  return {
    refuses: () => refusing,
    enter(write) {
      for (const watch of watches) see(watch)
      write()
      for (const watch of watches) if (watch.control) watch.does = whatDoes(watch, watch.control)
    },
    end() {
      ending.abort()
      note.hide()
      surface.model.listeners.remove(root, listener)
      unsubscribe()
    },
  }
}

const written: readonly Kind[] = ['does']
const shown: readonly Kind[] = ['does', 'name']
const all: readonly Kind[] = ['does', 'name', 'place']

function stop(event: Event): void {
  event.preventDefault()
  event.stopPropagation()
}

/** CSS pixels of the viewport. */
interface Point {
  readonly x: number
  readonly y: number
}

function liesOn({ x, y }: Point, control: Element): boolean {
  const { left, right, top, bottom } = control.getBoundingClientRect()
  return x >= left && x <= right && y >= top && y <= bottom
}

/** What the user does in a page. */
interface User {
  /** Where the pointer was, and when, before the event that is being handled. */
  point: (Point & { readonly at: number }) | undefined
  /** When the user last turned the wheel. */
  turned: number
  /** The time of the key or mouse event with which the user moves the focus now. */
  movesFocus: number | undefined
}

const users = new WeakMap<Document, User>()

/** A page has these listeners once. They stay, because another surface may come under the pointer that rests. */
function userOf(page: Document): User {
  const known = users.get(page)
  if (known) return known
  const user: User = { point: undefined, turned: longAgo, movesFocus: undefined }
  users.set(page, user)
  function on<T extends keyof DocumentEventMap>(
    types: readonly T[],
    handle: (event: DocumentEventMap[T]) => void,
  ): void {
    const listen = (event: DocumentEventMap[T]): void => void (event.isTrusted && handle(event))
    for (const type of types) page.addEventListener(type, listen, { capture: true, passive: true })
  }
  // A browser says that the pointer is over something else before it says that the pointer moved or pressed.
  on(['pointermove', 'pointerdown'], ({ clientX: x, clientY: y, timeStamp: at }) => {
    user.point = { x, y, at }
  })
  on(['wheel'], ({ timeStamp }) => {
    user.turned = timeStamp
  })
  // A press moves no focus by itself.
  on(['mousedown', 'keydown', 'click'], (event) => {
    user.movesFocus = event.type === 'click' || ('key' in event && isPressKey(event)) ? undefined : event.timeStamp
    setTimeout(() => {
      user.movesFocus = undefined
    })
  })
  return user
}

/** Keys that press the control that has the focus. */
export function isPressKey({ key }: { readonly key: string }): boolean {
  return key === 'Enter' || key === ' '
}
