/** What a view may ask for while the user has input that was not sent: what is on the page, and pictures of closed parts. */
import type { RefObject } from 'react'
import { getOwn } from '../json/value.ts'
import { mediaOf } from '../surface/media.ts'
import type { LiveSurface } from '../surface/surface.ts'
import type { ShownAddresses } from '../surface/unsent-input.ts'
import type { LateAddresses } from './late-addresses.ts'
import { isAtHand, loadPicture } from './pictures.ts'
import type { Renderers } from './renderer.ts'

/** So many pictures are loaded that are not on the page, such as those of a dialog that nobody has opened. */
const mostClosed = 20

/** Milliseconds from a definition to the load of its picture: what is open is drawn by then. */
const delay = 200

/**
 * Follows the pictures of a mounted view. Those with a literal address that are not on the page, such as those of a closed
 * tab, are loaded soon after their definition has come, unless input is unsent: to load them at the first letter, or when the
 * tab is opened, would tell something. Returns the function for the end of the view.
 */
export function followPictures(
  frame: RefObject<Element | null>,
  surface: LiveSurface,
  renderers: Renderers,
  late: LateAddresses,
): () => void {
  const { unsent, holders, componentSet } = surface
  let closed: ReadonlyMap<string, HTMLImageElement> = new Map()
  let timer: ReturnType<typeof setTimeout> | undefined

  function loadClosed(): void {
    timer = undefined
    if (unsent.held.getSnapshot()) return
    const shown = shownIn(frame.current)
    const next = new Map<string, HTMLImageElement>()
    for (const { type, props } of surface.components.values()) {
      if (next.size === mostClosed) break
      const renderer = getOwn(renderers, type)
      const prop = renderer && 'picture' in renderer && renderer.picture ? props[renderer.picture] : undefined
      const address = prop?.kind === 'static' && typeof prop.value === 'string' ? prop.value : ''
      const media = mediaOf(address, surface)
      // An address of `data:` holds its picture itself.
      if (media.kind !== 'load' || !media.url.startsWith('http') || shown.has(media.url)) continue
      next.set(media.url, closed.get(media.url) ?? next.get(media.url) ?? loadPicture(media.url))
    }
    closed = next
  }

  function schedule(): void {
    timer ??= setTimeout(loadClosed, delay)
  }

  /** While a surface of the runtime holds input, no picture waits until it is near. */
  function loadAll(): void {
    if (holders.getSnapshot() === 0) return
    for (const picture of frame.current?.querySelectorAll('img[loading=lazy]') ?? [])
      picture.setAttribute('loading', 'eager')
  }

  const stops = [
    unsent.addView((begins) => shownIn(frame.current, closed, begins ? late : undefined)),
    late.end,
    unsent.held.subscribe(schedule),
    componentSet.revision.subscribe(schedule),
    holders.subscribe(loadAll),
    () => clearTimeout(timer),
  ]
  schedule()
  return () => {
    for (const stop of stops) stop()
  }
}

/**
 * The pictures' elements are held. A film or sound loads nothing before it is played: to show its address as a picture would be a
 * request. `late` is there when input begins.
 */
function shownIn(
  frame: Element | null,
  closed?: ReadonlyMap<string, HTMLImageElement>,
  late?: LateAddresses,
): ShownAddresses {
  const shown = new Map<string, HTMLImageElement | HTMLMediaElement>(closed)
  for (const element of frame?.querySelectorAll<HTMLImageElement | HTMLMediaElement>('img, video, audio') ?? [])
    shown.set(('naturalWidth' in element ? '' : 'player') + element.src, element)
  const later = late?.begin(shown)
  return {
    has(address, kind) {
      const element = shown.get((kind ?? '') + address)
      if (later?.has(address, kind)) return true
      return element !== undefined && 'naturalWidth' in element ? isAtHand(address, element) : element !== undefined
    },
  }
}
