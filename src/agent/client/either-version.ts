/** A transport for an interface whose card does not say the version. Loaded for such an interface. */
import { AgentError } from '../protocol/error.ts'
import type { Transport } from './http.ts'

/**
 * Speaks version 1.0 first. An agent that does not know the first method is asked in 0.3: nothing has run then. The version
 * that was understood stays.
 */
export function eitherVersion(newer: Transport, loadOlder: () => Promise<Transport>): Transport {
  let known: Transport | undefined

  async function attempt<T>(send: (transport: Transport) => Promise<T>): Promise<T> {
    if (known) return send(known)
    try {
      const answer = await send(newer)
      known = newer
      return answer
    } catch (error) {
      if (!(error instanceof AgentError) || error.code !== 'METHOD_NOT_FOUND') throw error
      const older = await loadOlder()
      const answer = await send(older).catch((other: unknown) => {
        throw other instanceof AgentError && other.code === 'METHOD_NOT_FOUND' ? error : other
      })
      known = older
      return answer
    }
  }

  return {
    call: (name, params, options) => attempt((transport) => transport.call(name, params, options)),
    open: (name, params, options, read) => attempt((transport) => transport.open(name, params, options, read)),
  }
}
