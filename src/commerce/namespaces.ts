/** Which origin may define a capability: the name begins with the reversed host of its addresses (document 000, "Versioning" 6). */
import { parseAddress } from '../text/address.ts'

/** Lower-case labels with dots between; labels after the first may begin with a digit. */
const reverseDomainName = /^[a-z][a-z0-9-]*(?:\.[a-z0-9][a-z0-9_-]*)+$/

/** Whether a text can be the name of a capability, a service or a payment handler. */
export function isName(name: string): boolean {
  return reverseDomainName.test(name)
}

/**
 * Whether the host of an address has authority over a name: `https://shopping.commerce.dev/…` over
 * `dev.commerce.shopping` and all below it. The address is `https` without a user name, and its host is a registered
 * name of two or more labels, no IP address. The port does not matter.
 */
export function hasAuthority(name: string, address: string): boolean {
  const namespace = namespaceOf(address)
  return namespace !== undefined && (name === namespace || name.startsWith(`${namespace}.`))
}

/** The host's labels in reverse order, or undefined where the address gives no authority. */
function namespaceOf(address: string): string | undefined {
  const url = parseAddress(address)
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return undefined
  const labels = url.hostname.replace(/\.$/, '').split('.')
  // URL writes every IPv4 address with four decimal numbers, and IPv6 in brackets.
  const isAddress = url.hostname.startsWith('[') || /^\d+$/.test(labels.at(-1) ?? '')
  if (labels.length < 2 || labels.includes('') || isAddress) return undefined
  return labels.reverse().join('.')
}
