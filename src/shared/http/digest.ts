/** The canonical text of JSON, digests, texts of bytes, and documents that are cached by their digest. */

/**
 * The canonical text (RFC 8785): members sorted by UTF-16 units, no white space; numbers and texts as JavaScript writes
 * them. Recurses once a level, so the caller bounds the depth.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, item]) => `${JSON.stringify(name)}:${canonicalJson(item)}`).join(',')}}`
}

/** SHA-256 of the text in UTF-8, in base64 without padding. */
export async function digestOf(text: string): Promise<string> {
  return base64(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))))
}

/** Without padding. */
function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes)).replace(/=+$/, '')
}

/** Base64 in the alphabet for addresses (RFC 4648, section 5), without padding. */
export function base64url(bytes: Uint8Array): string {
  return base64(bytes).replaceAll('+', '-').replaceAll('/', '_')
}

/**
 * The answer with a JSON document: 304 where the client's copy is the same, and no body for HEAD. `caching`: headers such as
 * `Cache-Control`.
 */
export async function cacheableJson(
  request: Request,
  text: string,
  caching: Readonly<Record<string, string>>,
): Promise<Response> {
  const headers = { ...caching, etag: `"${await digestOf(text)}"` }
  if (knows(request, headers)) return new Response(null, { status: 304, headers })
  return new Response(request.method === 'HEAD' ? null : text, {
    headers: { ...headers, 'content-type': 'application/json' },
  })
}

/** By ETag if the client names some, else by time (RFC 9110, section 13.2.2). */
function knows(
  { headers }: Request,
  { etag, 'last-modified': modified }: { etag: string; 'last-modified'?: string },
): boolean {
  const tags = headers.get('if-none-match')
  if (tags === null) return Date.parse(modified ?? '') <= Date.parse(headers.get('if-modified-since') ?? '')
  const known = tags.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return known.includes(etag) || known.includes('*')
}

/** Text in either alphabet, padded or not → base64 as ProtoJSON writes it: the usual alphabet, with padding. */
export function plainBase64(text: string): string {
  const plain = text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '')
  return plain.padEnd(Math.ceil(plain.length / 4) * 4, '=')
}
