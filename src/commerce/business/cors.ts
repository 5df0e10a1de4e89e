/** Platforms that run in browsers: which pages of other origins may call the business (Fetch standard, "CORS protocol"). */
import { parseAddress } from '../../text/address.ts'
import { dialectOf } from '../dialect.ts'

export interface Cors {
  /** The answer to a preflight request from an allowed origin; undefined for any other request. */
  readonly preflight: (request: Request) => Response | undefined
  /** The answer with the headers that let a page of an allowed origin read it. */
  readonly share: (request: Request, response: Response) => Response
}

/** Seconds that a browser keeps the answer to a preflight request. */
const maxAge = 600

const requestHeaders = [
  ...['Content-Type', 'Authorization', 'X-API-Key', 'Idempotency-Key', 'Request-Id', 'If-None-Match'],
  ...['Content-Digest', 'Signature', 'Signature-Input'],
]

const responseHeaders = [
  ...['ETag', 'Allow', 'Retry-After', 'WWW-Authenticate', 'Content-Digest', 'Signature', 'Signature-Input'],
]

/**
 * Cookies are never allowed: a business knows its clients by headers that a page sets itself.
 *
 * @param origins As browsers write them, such as `https://app.example`; `*` allows all. Throws a TypeError for others.
 */
export function createCors(origins: readonly string[]): Cors {
  for (const origin of origins)
    if (origin !== '*' && parseAddress(origin)?.origin !== origin)
      throw new TypeError(`"${origin}" is no origin: it has a scheme, a host and nothing after it`)

  function allowed({ headers }: Request): Readonly<Record<string, string>> | undefined {
    const origin = headers.get('origin')
    if (origins.includes('*')) return { 'Access-Control-Allow-Origin': '*' }
    return origin !== null && origins.includes(origin) ? { 'Access-Control-Allow-Origin': origin } : undefined
  }

  return {
    preflight(request) {
      const headers = allowed(request)
      const isPreflight = request.method === 'OPTIONS' && request.headers.has('access-control-request-method')
      if (!isPreflight || !headers) return undefined
      return new Response(null, {
        status: 204,
        headers: {
          ...headers,
          'Access-Control-Allow-Methods': 'GET, POST, PUT',
          'Access-Control-Allow-Headers': [dialectOf().agentHeader, ...requestHeaders].join(', '),
          'Access-Control-Max-Age': String(maxAge),
          Vary: 'Origin',
        },
      })
    },
    share(request, response) {
      if (origins.length === 0) return response
      const headers = allowed(request)
      // A cache must not give the answer for one origin to another.
      response.headers.append('Vary', 'Origin')
      if (!headers) return response
      for (const [name, value] of Object.entries(headers)) response.headers.set(name, value)
      response.headers.set('Access-Control-Expose-Headers', responseHeaders.join(', '))
      return response
    },
  }
}
