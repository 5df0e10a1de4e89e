/** Cross-origin requests: which pages may call, with which headers, and what they may read (Fetch standard, CORS). */
import { headerNames, oldExtensionsHeader } from '../dialect.ts'
import type { AgentCard } from '../types.ts'
import type { AgentServerOptions } from './options.ts'

export interface Cors {
  readonly preflight: (request: Request) => Response
  /** Adds headers to an answer, and returns it. */
  readonly allow: (request: Request, response: Response) => Response
}

const spelt = [headerNames.version, headerNames.extensions].flatMap((names) => [names.seed, names.public])
const readable = [...Object.values(headerNames.extensions), 'ETag', 'Retry-After', 'WWW-Authenticate']

/** Cookies are never allowed: a page cannot act for a user who is known to the agent. */
export function createCors(origins: AgentServerOptions['cors'], card: AgentCard): Cors {
  const allowed = origins ?? '*'
  const requested = [
    'content-type',
    'authorization',
    'if-none-match',
    ...spelt,
    oldExtensionsHeader,
    ...keyHeaders(card),
  ]

  function originFor(request: Request): string | undefined {
    if (allowed === '*') return '*'
    const origin = request.headers.get('origin')
    return origin !== null && allowed.includes(origin) ? origin : undefined
  }

  function allow(request: Request, response: Response): Response {
    const origin = originFor(request)
    if (allowed !== '*') response.headers.append('vary', 'Origin')
    if (origin === undefined) return response
    response.headers.set('access-control-allow-origin', origin)
    response.headers.set('access-control-expose-headers', readable.join(', '))
    return response
  }

  return {
    allow,
    preflight(request) {
      const headers = {
        'access-control-allow-methods': 'GET, POST, DELETE',
        'access-control-allow-headers': requested.join(', '),
        'access-control-max-age': '7200',
      }
      return allow(request, new Response(null, { status: 204, headers }))
    },
  }
}

/** Headers that the card asks for API keys. */
function keyHeaders({ securitySchemes = {} }: AgentCard): readonly string[] {
  return Object.values(securitySchemes).flatMap(({ apiKeySecurityScheme: key }) =>
    key?.location === 'header' ? [key.name.toLowerCase()] : [],
  )
}
