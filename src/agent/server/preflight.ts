/** What a browser asks before a page of another origin sends a request. Loaded with the first such question. */
import type { AgentCard } from '../protocol/types.ts'
import { extensionHeaders, headerNames } from '../protocol/wire-format.ts'

/** The W3C trace context: pages whose spans go on here send it. */
const traced = ['traceparent', 'tracestate', 'baggage']

export function preflight(card: AgentCard): Response {
  const own = ['content-type', 'authorization', 'if-none-match', 'last-event-id']
  const headers = {
    'access-control-allow-methods': 'GET, POST, DELETE',
    'access-control-allow-headers': [
      ...own,
      ...Object.values(headerNames.version),
      ...extensionHeaders,
      ...traced,
      ...keyHeaders(card),
    ].join(', '),
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
