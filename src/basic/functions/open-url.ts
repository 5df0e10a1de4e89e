/** `openUrl`: opens a web address in a tab of its own. */
import type { FunctionDefinition } from '../../catalog/expression.ts'
import { toText } from '../../json/coerce.ts'
import { clip } from '../../json/value.ts'
import { hasCredentials, parseAddress } from '../../text/address.ts'

/** Runs on an action of the user only. Opens web addresses only: other addresses could run code or start programs. */
export const openUrl: FunctionDefinition = {
  effect: true,
  run({ url }, { address, open }) {
    const target = webAddress(toText(url), address)
    if (!open) throw new Error('there is no browser to open it')
    open(target)
    return undefined
  },
}

/** Throws for any other address. It is parsed before the check: browsers correct malformed addresses. */
function webAddress(text: string, base: string | undefined): string {
  const url = parseAddress(text, base)
  if (!url) throw new Error(`"${clip(text)}" is no address`)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new Error(`addresses of the kind "${clip(url.protocol)}" are not opened, only http and https`)
  if (hasCredentials(url)) throw new Error('an address may not hold a user name')
  return url.href
}
