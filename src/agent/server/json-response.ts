/** Answers that can be cached: JSON with an ETag. */

/** 304 where the client's copy has the same ETag. `cache`: the `Cache-Control` header. */
export async function cacheableJson(request: Request, value: object, cache: string): Promise<Response> {
  const text = JSON.stringify(value)
  const etag = await etagOf(text)
  const headers = { 'cache-control': cache, etag }
  if (knows(request, etag)) return new Response(null, { status: 304, headers })
  return new Response(request.method === 'HEAD' ? null : text, {
    headers: { ...headers, 'content-type': 'application/json' },
  })
}

async function etagOf(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return `"${Array.from(digest.slice(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('')}"`
}

function knows(request: Request, etag: string): boolean {
  const known = (request.headers.get('if-none-match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return known.includes(etag) || known.includes('*')
}
