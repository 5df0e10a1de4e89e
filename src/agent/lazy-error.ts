/** What an agent says went wrong. Its reader is loaded with the first error. */
import { readText } from './body.ts'
import { type AgentError, late } from './error.ts'
import type { ErrorContext } from './read-error.ts'

/** The error in a body. Rejects with `NETWORK_FAILED` where the reader cannot be loaded. */
export async function errorIn(body: unknown, context?: ErrorContext): Promise<AgentError> {
  const reader = await late(import('./read-error.ts'))
  return reader.errorOfBody(body, context)
}

/**
 * A failed answer. Of its body at most `limit` bytes are read; a proxy's error page is no JSON, and says nothing.
 * `task`: the request is about one task, so a 404 says that it is gone. Default: true.
 */
export async function errorOfResponse(response: Response, limit: number, task?: boolean): Promise<AgentError> {
  const { status: httpStatus, headers } = response
  const body: unknown = await readText(response, limit)
    .then(JSON.parse)
    .catch(() => undefined)
  return errorIn(body, { httpStatus, retryAfter: headers.get('retry-after'), task, url: response.url })
}
