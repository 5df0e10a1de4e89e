/** The host's credentials, as a step of each request. Loaded only where the host gives some. */
import { type CredentialsHook, describeSecurity } from './credentials.ts'
import { AgentError, reasonOf } from './error.ts'
import type { OperationName } from './operations.ts'
import type { AgentCard } from './types.ts'

/** Puts credentials onto a request; false when there are none. Rejects at the latest when `signal` is aborted. */
export type ApplyCredentials = (
  request: { readonly url: URL; readonly headers: Headers; include: boolean },
  operation: OperationName,
  challenge: string | undefined,
  signal: AbortSignal,
) => Promise<boolean>

/** The hook of the host as a step of each request. */
export function applyBy(
  hook: CredentialsHook,
  cardOf: () => AgentCard,
  allowInsecureLoopback: boolean,
): ApplyCredentials {
  return async (request, operation, challenge, signal) => {
    const needs = describeSecurity(cardOf(), undefined, allowInsecureLoopback)
    const asked = { operation, url: request.url.href, needs }
    try {
      const provided = await untilAborted(hook(challenge === undefined ? asked : { ...asked, challenge }), signal)
      if (!provided) return false
      for (const [name, value] of Object.entries(provided.headers ?? {})) request.headers.set(name, value)
      for (const [name, value] of Object.entries(provided.query ?? {})) request.url.searchParams.set(name, value)
      request.include = provided.include ?? false
      return true
    } catch (cause) {
      const message = `The option "credentials" gave none that can be sent: ${reasonOf(cause)}`
      throw new AgentError('UNAUTHENTICATED', message, {
        hint: 'Look at the cause; a header cannot hold line breaks.',
        cause,
      })
    }
  }
}

/** The host may wait for its user, who may have stopped the call meanwhile. */
async function untilAborted<T>(value: T | Promise<T>, signal: AbortSignal): Promise<T> {
  let stop: () => void = () => undefined
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason)
  })
  signal.addEventListener('abort', stop)
  if (signal.aborted) stop()
  try {
    return await Promise.race([value, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
