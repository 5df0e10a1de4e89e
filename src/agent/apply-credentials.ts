/** The host's credentials, as a step of each request. Loaded only where the host gives some. */
import { type CredentialsHook, describeSecurity } from './credentials.ts'
import { AgentError } from './error.ts'
import type { OperationName } from './operations.ts'
import type { AgentCard } from './types.ts'

/** Puts credentials onto a request; false when there are none. */
export type ApplyCredentials = (
  request: { readonly url: URL; readonly headers: Headers; include: boolean },
  operation: OperationName,
  challenge: string | undefined,
) => Promise<boolean>

/** The hook of the host as a step of each request. */
export function applyBy(hook: CredentialsHook, cardOf: () => AgentCard): ApplyCredentials {
  return async (request, operation, challenge) => {
    const asked = { operation, url: request.url.href, needs: describeSecurity(cardOf()) }
    const given = await hook(challenge === undefined ? asked : { ...asked, challenge })
    if (!given) return false
    try {
      for (const [name, value] of Object.entries(given.headers ?? {})) request.headers.set(name, value)
    } catch (cause) {
      throw new AgentError('UNAUTHENTICATED', 'The credentials have characters that no header may have', {
        hint: 'Check what the option "credentials" returns.',
        cause,
      })
    }
    for (const [name, value] of Object.entries(given.query ?? {})) request.url.searchParams.set(name, value)
    request.include = given.include ?? false
    return true
  }
}
