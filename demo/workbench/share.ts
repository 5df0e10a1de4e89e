/** A transcript within an address: its lines, compressed. What the user typed into surfaces is in no transcript. */

export interface Shared {
  readonly title: string
  /** JSON Lines. */
  readonly source: string
}

const prefix = '#s='

/** Characters of the longest link: chats and mail programs cut what is longer. */
export const longestLink = 16_000

/** Bytes that a link may grow to: somebody else has made it. */
const largest = 1_048_576

/** The hash, or `undefined` where it would be longer than `longestLink`. */
export async function toHash(shared: Shared): Promise<string | undefined> {
  const packed = await through(new TextEncoder().encode(JSON.stringify(shared)), new CompressionStream('deflate-raw'))
  const base64 = btoa(String.fromCharCode(...packed.slice(0, longestLink)))
  const hash = prefix + base64.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
  return hash.length > longestLink ? undefined : hash
}

function isShared(hash: string): boolean {
  return hash.startsWith(prefix)
}

/** `undefined` for a hash that is no link of this page, or is damaged. */
export async function fromHash(hash: string): Promise<Shared | undefined> {
  if (!isShared(hash) || hash.length > longestLink) return undefined
  try {
    const base64 = hash.slice(prefix.length).replaceAll('-', '+').replaceAll('_', '/')
    const packed = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const text = new TextDecoder().decode(await through(packed, new DecompressionStream('deflate-raw')))
    const { title, source } = JSON.parse(text) as Partial<Shared>
    return typeof title === 'string' && typeof source === 'string' ? { title, source } : undefined
  } catch {
    return undefined
  }
}

/** Throws where more than `largest` bytes come out. */
async function through(bytes: Uint8Array<ArrayBuffer>, transform: CompressionStream | DecompressionStream) {
  const reader = new Blob([bytes]).stream().pipeThrough<Uint8Array>(transform).getReader()
  const parts: Uint8Array<ArrayBuffer>[] = []
  let size = 0
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.length
    if (size > largest) throw new Error('The link holds too much.')
    parts.push(new Uint8Array(next.value))
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}
