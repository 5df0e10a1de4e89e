/**
 * Decides which addresses a surface may load, and where its links may lead. Schemes that could run code are never loaded.
 */
import { SurfaceError } from '../errors/surface-error.ts'
import type { Binding } from '../live/binding.ts'
import { callHost } from '../live/call-host.ts'
import { hasCredentials, parseAddress } from '../text/address.ts'
import type { UnsentInput } from './unsent-input.ts'

/**
 * `all`: any web address. `none`: nothing. A function: asked for each address. `trusted`: the address may also be asked for
 * while the user has input that was not sent; for addresses of the host's own, whose server learns from them what it may know.
 */
export type MediaPolicy = 'all' | 'none' | ((url: URL) => boolean | 'trusted')

/** What may be done with an address. */
export type Media =
  /** There is none yet. */
  | { readonly kind: 'none' }
  /** `waiting`, for a player: whether new addresses wait now. Absent for an address that never waits. */
  | { readonly kind: 'load'; readonly url: string; readonly loading: Loading; readonly waiting?: Binding<boolean> }
  | Ask
  /** `host` is absent where the address is none of the web. */
  | { readonly kind: 'refused'; readonly host: string | undefined }

/**
 * For the attribute of pictures: `eager` while a surface of the runtime holds input that was not sent. Lazy loading depends on
 * the layout of the page, and the layout on what the user entered.
 */
export type Loading = 'lazy' | 'eager'

/** The address waits, because the surface holds input that the user has not sent. */
interface Ask {
  readonly kind: 'ask'
  readonly url: string
  readonly host: string
  /** The user has pressed: all addresses of the surface that wait are free. */
  readonly allow: () => void
}

/** `kind`: `player` for a film or sound that loads nothing before it is played. */
export function mediaOf(address: string, { media: policy, unsent, holders }: MediaRules, kind?: 'player'): Media {
  if (address === '') return { kind: 'none' }
  const parsed = parseAddress(address)
  const allowed = parsed && allowedBy(policy, parsed)
  const host = parsed?.host || undefined
  if (!allowed) return { kind: 'refused', host }
  const url = parsed.href
  const load = { kind: 'load', url, loading: holders.getSnapshot() > 0 ? 'eager' : 'lazy' } as const
  // An address without a host holds its data itself: no request is made for it.
  if (allowed === 'trusted' || host === undefined) return load
  if (unsent.mayAsk(url, kind)) return kind ? { ...load, waiting: unsent.waiting } : load
  return { kind: 'ask', url, host, allow: unsent.free }
}

interface MediaRules {
  readonly media: MediaPolicy
  readonly unsent: Pick<UnsentInput, 'mayAsk' | 'free' | 'waiting'>
  /** How many surfaces of the runtime hold input that was not sent. */
  readonly holders: Binding<number>
}

/** Whether the address may be loaded. Relative ones are no addresses: an agent has no place in the page. */
function allowedBy(policy: MediaPolicy, url: URL): boolean | 'trusted' {
  const safe = /^(https?:|data:(image|audio|video)\/(?!svg))/i
  if (!safe.test(url.href) || policy === 'none' || hasCredentials(url)) return false
  // A policy that throws allows nothing.
  const answer = policy === 'all' || callHost(() => policy(url))
  return answer === true || (answer === 'trusted' && answer)
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

/** What may be done with the address of a link. */
export interface Link {
  readonly url: string
  /**
   * The surface holds input that the user has not sent. Browsers look up the host names of links before a press, so no new
   * element has this address as its `href` until the user presses. An element that has it already keeps it.
   */
  readonly ask: boolean
  /**
   * Only with `ask`: the link would have been there before the input, had its module come in time. It may be drawn as a link, and
   * its element takes the `href` when the user points at it or presses it. Not before: which of such links are drawn by then may
   * depend on the input, and so would the host names that a browser looks up.
   */
  readonly late?: boolean
  /** There where the host opens addresses itself: call it for each click instead of letting the browser follow the link. */
  readonly open?: (click: MouseEvent) => void
}

/** How the user came to open an address. */
export interface OpenUrlEvent {
  readonly surfaceId: string
  /** The click on a link, with the keys that were held. Absent where an action calls the function `openUrl`. */
  readonly click?: MouseEvent
}

/** Opens an address (http, https or mailto) in the host's way. */
export type OpenUrl = (url: string, event: OpenUrlEvent) => void

const allowed = /^(https?|mailto):$/

/** The address if its scheme is allowed and it holds no user name; else `undefined`. */
export function linkOf(address: string, { waiting }: Pick<UnsentInput, 'waiting'>): Link | undefined {
  const url = parseAddress(address)
  if (!url || !allowed.test(url.protocol) || hasCredentials(url)) return undefined
  // Without a host there is nothing to look up.
  return { url: url.href, ask: url.host !== '' && waiting.getSnapshot() }
}
