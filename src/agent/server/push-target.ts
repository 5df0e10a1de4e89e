/** Which addresses push notifications may go to: a caller must not reach the server's own network by way of them. */

/** Why an address may not be used, or `undefined`. Names are judged as they are written. */
export function refusalOf(address: string, allowPrivate: boolean): string | undefined {
  let url: URL
  try {
    url = new URL(address)
  } catch {
    return 'must be an absolute URL'
  }
  if (url.username !== '' || url.password !== '') return 'must not contain credentials'
  if (allowPrivate) return /^https?:$/.test(url.protocol) ? undefined : 'must be an http or https URL'
  if (url.protocol !== 'https:') return 'must be an https URL'
  return isPrivateHost(url.hostname) ? 'must not be a private or loopback address' : undefined
}

/** Whether a host of a URL is an IP address and no name. */
export function isAddress(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(hostname)
}

/** `hostname`: as in `URL.hostname`, where numbers of any form are already four decimals. */
export function isPrivateHost(hostname: string): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, '')
  if (host.startsWith('[')) return isPrivateIPv6(host.slice(1, -1))
  if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) return isPrivateIPv4(host.split('.').map(Number))
  if (host.includes(':')) return isPrivateIPv6(host)
  return !host.includes('.') || /(?:^|\.)(?:localhost|local|internal|home\.arpa|test|invalid|example|onion)$/.test(host)
}

/** IANA's list of special-purpose addresses (RFC 6890), multicast included. */
function isPrivateIPv4([a = 0, b = 0, c = 0]: readonly number[]): boolean {
  if (a === 0 || a === 10 || a === 127 || a >= 224) return true
  if (a === 100 && b >= 64 && b < 128) return true
  if (a === 169 && b === 254) return true
  if (a === 172 && b >= 16 && b < 32) return true
  if (a === 192) return b === 168 || (b === 0 && (c === 0 || c === 2)) || (b === 88 && c === 99)
  if (a === 198) return b === 18 || b === 19 || (b === 51 && c === 100)
  return a === 203 && b === 0 && c === 113
}

/** Public addresses are in 2000::/3; of those, tunnels and documentation are refused as well. */
function isPrivateIPv6(text: string): boolean {
  const groups = groupsOf(text)
  const [first = 0, second = 0] = groups
  // An IPv4 address inside: mapped, or translated by 64:ff9b::/96.
  const front = groups
    .slice(0, 6)
    .map((group) => group.toString(16))
    .join(':')
  if (front === '0:0:0:0:0:ffff' || front === '64:ff9b:0:0:0:0') return isPrivateIPv4(bytesOf(groups.slice(6)))
  if (first < 0x2000 || first > 0x3fff) return true
  return (first === 0x2001 && (second < 0x200 || second === 0xdb8)) || first === 0x2002 || first === 0x3fff
}

/** The eight groups of an address. `::` stands for as many zeros as are missing. */
function groupsOf(text: string): readonly number[] {
  const [head = '', tail] = text.replace(/%.*$/, '').split('::')
  const left = partsOf(head)
  if (tail === undefined) return left
  const right = partsOf(tail)
  return [...left, ...Array<number>(Math.max(0, 8 - left.length - right.length)).fill(0), ...right]
}

function partsOf(text: string): readonly number[] {
  if (text === '') return []
  return text.split(':').flatMap((part) => {
    if (!part.includes('.')) return [Number.parseInt(part, 16)]
    const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number)
    return [a * 256 + b, c * 256 + d]
  })
}

function bytesOf(groups: readonly number[]): readonly number[] {
  return groups.flatMap((group) => [group >> 8, group & 255])
}
