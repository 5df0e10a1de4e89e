/** What a browser asks before it sends a page's request to another origin. Loaded with the first such question. */
import { wireNames } from '../wire-names.ts'

/** Seconds that a browser keeps the answer. */
const maxAge = 600

const requestHeaders = [
  ...[wireNames('document').agentHeader, wireNames('ucp').agentHeader, 'MCP-Protocol-Version'],
  ...['Content-Type', 'Authorization', 'X-API-Key', 'Idempotency-Key', 'Request-Id', 'If-None-Match'],
  ...['Content-Digest', 'Signature', 'Signature-Input'],
]

/** @param allowed The header that names the origin. */
export function preflight(allowed: Readonly<Record<string, string>>): Response {
  return new Response(null, {
    status: 204,
    headers: {
      ...allowed,
      'Access-Control-Allow-Methods': 'GET, POST, PUT',
      'Access-Control-Allow-Headers': requestHeaders.join(', '),
      'Access-Control-Max-Age': String(maxAge),
      Vary: 'Origin',
    },
  })
}
