/** `openUrl`: opens a web address in a tab of its own. */
import type { FunctionDefinition } from '../../catalog/function.ts'
import { namesUser, parseAddress } from '../../json/address.ts'
import { toText } from '../../json/coerce.ts'
import { clip } from '../../json/value.ts'

/** Runs only when the person acts. Web addresses alone: others could run code, or start programs. */
export const openUrl: FunctionDefinition = {
  effect: true,
  run({ url }, { address, open }) {
    const target = webAddress(toText(url), address)
    if (!open) throw new Error('there is no browser to open it')
    open(target)
    return undefined
  },
}

/** The address as the browser reads it, or an error; it is judged only after that, for browsers read leniently. */
function webAddress(text: string, base: string | undefined): string {
  const url = parseAddress(text, base)
  if (!url) throw new Error(`"${clip(text)}" is no address`)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new Error(`addresses of the kind "${clip(url.protocol)}" are not opened, only http and https`)
  if (namesUser(url)) throw new Error('an address may not hold a user name')
  return url.href
}
