/** Which addresses are used and handed on: `https`, and `http` on loopback where the host allows it for development. */
import { parseAddress } from '../text/address.ts'

/** Whether an address is absolute, has no user name, and is `https` (or allowed `http` on loopback). */
export function isAllowedUrl(address: string, allowInsecureLoopback = false): boolean {
  const url = parseAddress(address)
  if (url === undefined || url.username + url.password !== '') return false
  return url.protocol === 'https:' || (allowInsecureLoopback && url.protocol === 'http:' && isLoopback(url.hostname))
}

/** Whether a host names this machine: `localhost`, 127.0.0.0/8 or ::1. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname)
}
