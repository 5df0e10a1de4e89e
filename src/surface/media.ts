/** Which addresses a surface may load from. Nothing is loaded whose scheme could run code. */

import { callHost } from '../json/call-host.ts'
import { SurfaceError } from '../json/errors.ts'

/** `all`: any web address. `none`: nothing. A function: asked for each address. */
export type MediaPolicy = 'all' | 'none' | ((url: URL) => boolean)

/** What may be done with an address. */
export type Media =
  /** There is none yet. */
  | { readonly kind: 'none' }
  | { readonly kind: 'load'; readonly url: string }
  /** It depends on what the person entered, and is for them to load. */
  | { readonly kind: 'ask'; readonly url: string; readonly host: string }
  /** `host` is absent where the address is none of the web. */
  | { readonly kind: 'refused'; readonly host: string | undefined }

/** `tainted`: the address depends on what the person entered, so that asking for it would tell. */
export function mediaOf(address: string, policy: MediaPolicy, tainted: boolean): Media {
  if (address === '') return { kind: 'none' }
  const url = allowedMedia(address, policy)
  const host = parsed(url ?? address)?.host || undefined
  if (url === undefined) return { kind: 'refused', host }
  // An address without a host holds its data itself, and asks nobody for it.
  return tainted && host !== undefined ? { kind: 'ask', url, host } : { kind: 'load', url }
}

/** The address if it may be loaded, else `undefined`. Relative addresses are refused: an agent has no place in the page. */
export function allowedMedia(address: string, policy: MediaPolicy): string | undefined {
  const url = parsed(address)
  if (!url || policy === 'none') return undefined
  const safe =
    url.protocol === 'https:' || url.protocol === 'http:' || /^data:(?:image|audio|video)\/(?!svg)/i.test(address)
  if (!safe || url.username !== '' || url.password !== '') return undefined
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

function parsed(address: string): URL | undefined {
  try {
    return new URL(address)
  } catch {
    return undefined
  }
}
