/**
 * The position of the pointer in a page, and the time of the last late arrival that may have moved the page. All
 * surfaces of a page share one set of listeners: there may be 1,000 surfaces.
 */

export interface Point {
  /** CSS pixels of the viewport. */
  readonly x: number
  readonly y: number
}

export interface PointerPosition {
  /** Where the pointer was before the event that is being handled; `undefined` before the first event. */
  before(): Point | undefined
  /** When a picture, font or module last arrived or failed, in milliseconds of `performance.now()`; `-Infinity`: never. */
  arrived(): number
  /** When the user last pressed anything in the page. */
  pressed(): number
  end(): void
}

interface Followed {
  point: Point | undefined
  arrived: number
  pressed: number
  users: number
  readonly ending: AbortController
}

const pages = new WeakMap<Document, Followed>()

/** A browser says that the pointer is over something else before it says that the pointer moved or pressed. */
export function followPointer(page: Document): PointerPosition {
  const followed = pages.get(page) ?? begin(page)
  followed.users++
  return {
    before: () => followed.point,
    arrived: () => followed.arrived,
    pressed: () => followed.pressed,
    end() {
      followed.users--
      if (followed.users > 0) return
      followed.ending.abort()
      pages.delete(page)
    },
  }
}

function begin(page: Document): Followed {
  const followed: Followed = {
    point: undefined,
    arrived: Number.NEGATIVE_INFINITY,
    pressed: Number.NEGATIVE_INFINITY,
    users: 0,
    ending: new AbortController(),
  }
  const note = ({ clientX: x, clientY: y }: PointerEvent): void => {
    followed.point = { x, y }
  }
  const arrive = (): void => {
    followed.arrived = performance.now()
  }
  const press = ({ isTrusted }: Event): void => {
    if (isTrusted) followed.pressed = performance.now()
  }
  const options = { capture: true, passive: true, signal: followed.ending.signal }
  page.addEventListener('pointermove', note, options)
  page.addEventListener('pointerdown', note, options)
  // The wheel moves the page under the pointer, so the control under the pointer is looked up again.
  page.addEventListener(
    'wheel',
    ({ isTrusted }) => {
      if (isTrusted) followed.point = undefined
    },
    options,
  )
  page.addEventListener('click', press, options)
  page.addEventListener('load', arrive, options)
  page.addEventListener('error', arrive, options)
  page.fonts?.addEventListener('loadingdone', arrive, options)
  pages.set(page, followed)
  return followed
}
