/** Decides which addresses a surface may load. Schemes that could run code are never loaded. */

import { SurfaceError } from '../errors/surface-error.ts'
import { callHost } from '../live/call-host.ts'
import { hasCredentials, parseAddress } from '../text/address.ts'

/** `all`: any web address. `none`: nothing. A function: asked for each address. */
export type MediaPolicy = 'all' | 'none' | ((url: URL) => boolean)

/** What may be done with an address. */
export type Media =
  /** There is none yet. */
  | { readonly kind: 'none' }
  /**
   * `loading` is for the attribute of pictures: `eager` after the first user input, because lazy loading depends on the
   * layout and the layout on user input.
   */
  | { readonly kind: 'load'; readonly url: string; readonly loading: Loading }
  | Ask
  /** `host` is absent where the address is none of the web. */
  | { readonly kind: 'refused'; readonly host: string | undefined }

export type Loading = 'lazy' | 'eager'

/** A request would tell user input to a server, so the request waits for the user's press. */
export interface Ask {
  readonly kind: 'ask'
  readonly url: string
  readonly host: string
  /** What depends on user input: the address, or whether the address is shown. */
  readonly because: 'address' | 'place'
  /**
   * The user has pressed. For `place` all such addresses of the surface are loaded from now on; for `address` this one.
   */
  readonly allow: () => void
}

/** What a request for an address depends on. */
export interface Dependence {
  /** The address is made of user input. */
  readonly address: boolean
  /** User input decides whether the address is drawn. */
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
  if (!safe || hasCredentials(url)) return undefined
  // A policy that throws allows nothing.
  return policy === 'all' || callHost(() => policy(url)) === true ? url.href : undefined
}

/** The report leaves the address out: an address may hold user input, and reports go to the agent. */
export function mediaRefused(property: string): SurfaceError {
  const hint = 'Use an https address that the host of this page allows.'
  return new SurfaceError(
    'MEDIA_REFUSED',
    `The address in "${property}" is not loaded`,
    { hint },
    { severity: 'warning' },
  )
}
