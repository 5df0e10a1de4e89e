/** What an agent says went wrong. Its reader is loaded with the first error. */
import { type AgentError, asNetworkError } from './error.ts'

/** `NETWORK_FAILED` where the reader cannot be loaded. */
export async function lateError(
  read: (reader: typeof import('./read-error.ts')) => AgentError | Promise<AgentError>,
): Promise<AgentError> {
  try {
    const reader = await import('./read-error.ts')
    return await read(reader)
  } catch (cause) {
    return asNetworkError(cause)
  }
}
