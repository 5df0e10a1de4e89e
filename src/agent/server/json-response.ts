/** Answers that can be cached: JSON with an ETag. */
import { digestOf } from '../../http/digest.ts'

/** 304 where the client's copy has the same ETag. `cache`: the `Cache-Control` header. */
export async function cacheableJson(request: Request, value: object, cache: string): Promise<Response> {
  const text = JSON.stringify(value)
  const etag = `"${await digestOf(text)}"`
  const headers = { 'cache-control': cache, etag }
  if (knows(request, etag)) return new Response(null, { status: 304, headers })
  return new Response(request.method === 'HEAD' ? null : text, {
    headers: { ...headers, 'content-type': 'application/json' },
  })
}

function knows(request: Request, etag: string): boolean {
  const known = (request.headers.get('if-none-match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return known.includes(etag) || known.includes('*')
}
