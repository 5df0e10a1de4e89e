/** Where a link of an agent may lead, and whether a browser may know of it before a press. */

import { namesUser, parseAddress } from '../json/address.ts'

/** What may be done with the address of a link. */
export interface Link {
  readonly url: string
  /**
   * The address depends on what the user entered. Browsers look up the host names of links before a press, so nothing on the
   * page has this address as its `href` until the user presses.
   */
  readonly ask: boolean
}

const allowed = new Set(['http:', 'https:', 'mailto:'])

/**
 * The address if its scheme only leads somewhere, and it names no user of another's; else `undefined`. `tainted`: it, or
 * whether it is shown, depends on what the user entered.
 */
export function linkOf(address: string, tainted: boolean): Link | undefined {
  const url = parseAddress(address)
  if (!url || !allowed.has(url.protocol) || namesUser(url)) return undefined
  // Without a host there is nothing to look up.
  return { url: url.href, ask: tainted && url.host !== '' }
}
