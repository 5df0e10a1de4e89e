/** Where the pointer is in a page. One pair of listeners for all surfaces of it: there may be a thousand. */

export interface Point {
  /** CSS pixels of the viewport. */
  readonly x: number
  readonly y: number
}

export interface PointerPlace {
  /** At the last event before the one under way; `undefined` before the first. */
  place(): Point | undefined
  end(): void
}

interface Followed {
  point: Point | undefined
  users: number
  readonly ending: AbortController
}

const pages = new WeakMap<Document, Followed>()

/** A browser says that the pointer is over something else before it says that the pointer moved or pressed. */
export function followPointer(page: Document): PointerPlace {
  const followed = pages.get(page) ?? begin(page)
  followed.users++
  return {
    place: () => followed.point,
    end() {
      followed.users--
      if (followed.users > 0) return
      followed.ending.abort()
      pages.delete(page)
    },
  }
}

function begin(page: Document): Followed {
  const followed: Followed = { point: undefined, users: 0, ending: new AbortController() }
  const note = ({ clientX: x, clientY: y }: PointerEvent): void => {
    followed.point = { x, y }
  }
  const options = { capture: true, passive: true, signal: followed.ending.signal }
  page.addEventListener('pointermove', note, options)
  page.addEventListener('pointerdown', note, options)
  pages.set(page, followed)
  return followed
}
