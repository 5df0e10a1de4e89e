/** Decides where a link of an agent may lead, and whether the browser may see its address before a press. */

import { hasCredentials, parseAddress } from '../text/address.ts'
import type { UnsentInput } from './unsent-input.ts'

/** What may be done with the address of a link. */
export interface Link {
  readonly url: string
  /**
   * The surface holds input that the user has not sent. Browsers look up the host names of links before a press, so no new
   * element has this address as its `href` until the user presses. An element that has it already keeps it.
   */
  readonly ask: boolean
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

const allowed = new Set(['http:', 'https:', 'mailto:'])

/** The address if its scheme is allowed and it holds no user name; else `undefined`. */
export function linkOf(address: string, { waiting }: Pick<UnsentInput, 'waiting'>): Link | undefined {
  const url = parseAddress(address)
  if (!url || !allowed.has(url.protocol) || hasCredentials(url)) return undefined
  // Without a host there is nothing to look up.
  return { url: url.href, ask: url.host !== '' && waiting.getSnapshot() }
}
