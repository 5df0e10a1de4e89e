/** What a browser asks before a page of another origin sends a request. Loaded with the first such question. */
import { headerNames, oldExtensionsHeader } from '../protocol/spelling.ts'
import type { AgentCard } from '../protocol/types.ts'

const spelt = [headerNames.version, headerNames.extensions].flatMap((names) => [names.seed, names.public])
/** The W3C trace context: pages whose spans go on here send it. */
const traced = ['traceparent', 'tracestate', 'baggage']

export function preflight(card: AgentCard): Response {
  const own = ['content-type', 'authorization', 'if-none-match', 'last-event-id', oldExtensionsHeader]
  const headers = {
    'access-control-allow-methods': 'GET, POST, DELETE',
    'access-control-allow-headers': [...own, ...spelt, ...traced, ...keyHeaders(card)].join(', '),
    'access-control-max-age': '7200',
  }
  return new Response(null, { status: 204, headers })
}

/** Headers that the card asks for API keys. */
function keyHeaders({ securitySchemes = {} }: AgentCard): readonly string[] {
  return Object.values(securitySchemes).flatMap(({ apiKeySecurityScheme: key }) =>
    key?.location === 'header' ? [key.name.toLowerCase()] : [],
  )
}
