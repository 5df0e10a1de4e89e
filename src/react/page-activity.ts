/**
 * What happens in a page that may move a control or the focus: presses, late arrivals, messages of any agent. All surfaces
 * of a page share one set of listeners: there may be 1,000 surfaces. Times are milliseconds of `performance.now()`, which
 * starts near 0: `never` is earlier.
 */

export const never: number = Number.NEGATIVE_INFINITY

export interface Point {
  /** CSS pixels of the viewport. */
  readonly x: number
  readonly y: number
}

export interface PageActivity {
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

export function activityOf(page: Document): PageActivity {
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
  page.addEventListener('load', arrive, options)
  page.addEventListener('error', arrive, options)
  page.fonts?.addEventListener('loadingdone', arrive, options)
  return ending
}

/** Keys that press the control that has the focus. */
export function isPressKey({ key }: KeyboardEvent): boolean {
  return key === 'Enter' || key === ' '
}
