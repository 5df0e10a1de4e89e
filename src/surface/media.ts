/** Which addresses a surface may load from. Nothing is loaded whose scheme could run code. */

import { namesUser, parseAddress } from '../json/address.ts'
import { callHost } from '../json/call-host.ts'
import { SurfaceError } from '../json/errors.ts'

/** `all`: any web address. `none`: nothing. A function: asked for each address. */
export type MediaPolicy = 'all' | 'none' | ((url: URL) => boolean)

/** What may be done with an address. */
export type Media =
  /** There is none yet. */
  | { readonly kind: 'none' }
  /** `loading` is for the attribute of pictures: `eager` once the user has entered something, since what is near depends on that. */
  | { readonly kind: 'load'; readonly url: string; readonly loading: Loading }
  | Ask
  /** `host` is absent where the address is none of the web. */
  | { readonly kind: 'refused'; readonly host: string | undefined }

export type Loading = 'lazy' | 'eager'

/** A request would tell something that the user entered, so it waits for the user's press. */
export interface Ask {
  readonly kind: 'ask'
  readonly url: string
  readonly host: string
  /** What depends on what the user entered: the address, or whether the address is shown at all. */
  readonly because: 'address' | 'place'
  /** The user has pressed: of `place`, all addresses of the surface are loaded from now on. Of `address`, this one is. */
  readonly allow: () => void
}

/** What a request for an address depends on. */
export interface Dependence {
  /** The address is made of something that the user entered. */
  readonly address: boolean
  /** Whether it is drawn depends on something that the user entered. */
  readonly place: boolean
  /** The user has entered something on the page. */
  readonly userInput: boolean
  readonly allow: () => void
}

export function mediaOf(address: string, policy: MediaPolicy, depends: Dependence): Media {
  if (address === '') return { kind: 'none' }
  const url = allowedMedia(address, policy)
  const host = parseAddress(url ?? address)?.host || undefined
  if (url === undefined) return { kind: 'refused', host }
  // An address without a host holds its data itself: no request is made for it.
  if (host !== undefined && (depends.address || depends.place))
    return { kind: 'ask', url, host, because: depends.address ? 'address' : 'place', allow: depends.allow }
  return { kind: 'load', url, loading: depends.userInput ? 'eager' : 'lazy' }
}

/** The address if it may be loaded, else `undefined`. Relative addresses are refused: an agent has no place in the page. */
export function allowedMedia(address: string, policy: MediaPolicy): string | undefined {
  const url = parseAddress(address)
  if (!url || policy === 'none') return undefined
  const safe =
    url.protocol === 'https:' || url.protocol === 'http:' || /^data:(?:image|audio|video)\/(?!svg)/i.test(url.href)
  if (!safe || namesUser(url)) return undefined
  // A policy of the host's that throws has not allowed anything.
  return policy === 'all' || callHost(() => policy(url)) === true ? url.href : undefined
}

/** The address is left out: what an agent made of a person's words must not come back to it in a report. */
export function mediaRefused(property: string): SurfaceError {
  const hint = 'Use an https address that the host of this page allows.'
  return new SurfaceError(
    'MEDIA_REFUSED',
    `The address in "${property}" is not loaded`,
    { hint },
    { severity: 'warning' },
  )
}
