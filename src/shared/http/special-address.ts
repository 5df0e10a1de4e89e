/** Addresses that are no public host: nobody from outside may make a server ask for them (RFC 6890 and its registries). */

/** First address and prefix length. */
const specialIpv4: readonly (readonly [address: string, bits: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]

/** Within 2000::/3, outside of which nothing is public: first two groups and prefix length. */
const specialIpv6: readonly (readonly [high: number, low: number, bits: number])[] = [
  [0x2001, 0x0000, 23],
  [0x2001, 0x0db8, 32],
  [0x2002, 0x0000, 16],
  [0x3fff, 0x0000, 20],
]

/**
 * Whether an IP address is no public one: private, loopback, link-local, shared, documentation, multicast or reserved.
 * IPv6 addresses that hold an IPv4 address are checked by it. What is no address counts as special.
 */
export function isSpecialAddress(address: string): boolean {
  if (/^\d+(\.\d+){3}$/.test(address)) return isSpecialIpv4(address)
  const groups = ipv6Groups(address)
  if (!groups) return true
  const [first = 0, second = 0] = groups
  const embedsIpv4 =
    isMapped(groups) || (first === 0x64 && second === 0xff9b && groups.slice(2, 6).every((part) => part === 0))
  if (embedsIpv4)
    return isSpecialIpv4(
      groups
        .slice(6)
        .flatMap((part) => [part >> 8, part & 255])
        .join('.'),
    )
  if (first >> 13 !== 1) return true
  const high = first * 0x10000 + second
  return specialIpv6.some(([a, b, bits]) => shares(high, a * 0x10000 + b, bits))
}

/** Whether a host name may be asked for at all, before DNS: names that are special, and addresses that are. */
export function isSpecialHost(hostname: string): boolean {
  const name = hostname.replace(/\.$/, '').toLowerCase()
  if (name.startsWith('[')) return isSpecialAddress(name.slice(1, -1))
  if (/^\d+(\.\d+){3}$/.test(name)) return isSpecialIpv4(name)
  return !name.includes('.') || /\.(?:localhost|local|internal|home\.arpa|test|invalid|example|onion|alt)$/.test(name)
}

function isSpecialIpv4(address: string): boolean {
  const value = numberOf(address)
  return specialIpv4.some(([first, bits]) => shares(value, numberOf(first), bits))
}

function numberOf(address: string): number {
  return address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
}

/** Whether two 32-bit numbers begin with the same bits. Bit operators would make them negative. */
function shares(a: number, b: number, bits: number): boolean {
  const size = 2 ** (32 - bits)
  return Math.floor(a / size) === Math.floor(b / size)
}

function isMapped(groups: readonly number[]): boolean {
  return groups.slice(0, 5).every((part) => part === 0) && groups[5] === 0xffff
}

/** The eight groups of an IPv6 address. `URL` writes every spelling of one in the same way. */
function ipv6Groups(address: string): readonly number[] | undefined {
  const text = address.replace(/%.*$/, '')
  const hostname = hostnameOf(`http://[${text}]`)
  if (hostname === undefined) return undefined
  const [head = '', tail] = hostname.slice(1, -1).split('::')
  const parts = (half: string): number[] =>
    half === '' ? [] : half.split(':').map((part) => Number.parseInt(part, 16))
  if (tail === undefined) return parts(head)
  const [before, after] = [parts(head), parts(tail)]
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

/** Not by `text/address.ts`: this file imports nothing, so that a page loads one small file where it needs it. */
function hostnameOf(address: string): string | undefined {
  try {
    return new URL(address).hostname
  } catch {
    return undefined
  }
}
