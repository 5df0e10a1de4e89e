/** Which addresses push notifications may go to: a caller must not reach the server's own network by way of them. */
import { isSpecialHost } from '../../http/special-address.ts'
import { addressIn } from '../address.ts'

/** Why an address may not be used, or `undefined`. Names are checked as they are written. */
export function refusalOf(address: string, allowPrivate: boolean): string | undefined {
  const url = addressIn(address)
  if (!url) return 'must be an absolute URL'
  if (url.username !== '' || url.password !== '') return 'must not contain credentials'
  if (allowPrivate) return /^https?:$/.test(url.protocol) ? undefined : 'must be an http or https URL'
  if (url.protocol !== 'https:') return 'must be an https URL'
  return isSpecialHost(url.hostname) ? 'must not be a private or loopback address' : undefined
}

/** Whether a host of a URL is an IP address and no name. */
export function isAddress(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(hostname)
}
