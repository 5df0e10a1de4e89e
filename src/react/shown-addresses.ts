/** The addresses of a view that may be asked for again while the user has input that was not sent. */
import type { RefObject } from 'react'
import { own } from '../json/value.ts'
import { mediaOf } from '../surface/media.ts'
import type { LiveSurface } from '../surface/surface.ts'
import type { Shown } from '../surface/unsent-input.ts'
import type { Renderers } from './renderer.ts'

/** So many pictures are loaded that are not on the page, such as those of a dialog that nobody has opened. */
const mostUnopened = 20

/**
 * What is on the page when the user begins to enter something, and pictures with a literal address that may come onto the
 * page by a press, such as those of a closed tab. All pictures are loaded now, and held: the browser then has them at hand.
 * Otherwise a request would tell later which of them the page shows.
 */
export function shownIn(frame: Element | null, surface: LiveSurface, renderers: Renderers): Shown {
  const shown = new Map<string, Element>()
  const hold = (picture: HTMLImageElement): void => {
    const { src } = picture
    shown.set(src, picture)
    // A picture that cannot be loaded would be asked for again.
    if (picture.complete && picture.naturalWidth === 0) shown.delete(src)
    else picture.addEventListener('error', () => shown.delete(src))
  }
  for (const element of frame?.querySelectorAll<HTMLImageElement | HTMLMediaElement>('img, video, audio') ?? []) {
    if ('naturalWidth' in element) hold(element)
    else shown.set(element.src, element)
  }
  for (const address of unopened(surface, renderers, shown)) hold(load(address))
  return shown
}

function unopened(surface: LiveSurface, renderers: Renderers, shown: Shown): ReadonlySet<string> {
  const addresses = new Set<string>()
  for (const { type, props } of surface.components.values()) {
    if (addresses.size === mostUnopened) break
    const renderer = own(renderers, type)
    const prop = renderer && 'picture' in renderer && renderer.picture ? props[renderer.picture] : undefined
    const address = prop?.kind === 'static' && typeof prop.value === 'string' ? prop.value : ''
    const found = mediaOf(address, surface)
    if (found.kind === 'load' && !shown.has(found.url)) addresses.add(found.url)
  }
  return addresses
}

/** While a surface of the runtime holds input, no picture of a view waits until it is near. Returns the function for its end. */
export function loadPictures(frame: RefObject<Element | null>, { holders }: LiveSurface): () => void {
  return holders.subscribe(() => {
    if (holders.getSnapshot() === 0) return
    for (const picture of frame.current?.querySelectorAll('img[loading=lazy]') ?? [])
      picture.setAttribute('loading', 'eager')
  })
}

function load(address: string): HTMLImageElement {
  const picture = document.createElement('img')
  picture.referrerPolicy = 'no-referrer'
  picture.src = address
  return picture
}
