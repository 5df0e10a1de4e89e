/** `authenticate` of a server whose callers come with access tokens (RFC 6750, RFC 9068). */
import { addressIn } from '../../../shared/http/shown-address.ts'
import { createTokenVerifier, type TokenOptions } from '../../../shared/oauth/verify-token.ts'
import { AgentError } from '../../protocol/error.ts'
import type { Authenticate, ProtectedResource } from '../options.ts'

/**
 * The option `authenticate` of `createAgentServer`: the caller is who has the token of the request, with its `scopes` and
 * `claims`. A token in the address is never read. A token that is bound to a certificate counts only over a connection with it.
 * If `audience` is the address of the agent, `/.well-known/oauth-protected-resource` says where tokens come from.
 *
 * The function throws `UNAUTHENTICATED` and `PERMISSION_DENIED` with a challenge, and `UNAVAILABLE` where the authorization server
 * cannot be asked. Throws a `TypeError` for options that would let in too much.
 */
export function verifyTokens(options: TokenOptions): Authenticate {
  const verify = createTokenVerifier(options)
  const authenticate = async (
    ...[{ headers }, { certificate }]: Parameters<Authenticate>
  ): Promise<Awaited<ReturnType<Authenticate>>> => {
    const result = await verify(headers.get('authorization'), certificate?.thumbprint)
    if (result.kind === 'token') return result.token
    if (result.kind === 'unavailable')
      throw new AgentError('UNAVAILABLE', 'Tokens cannot be checked now', {
        ...{ hint: 'Try again in a moment.', retryAfter: 1_000, cause: result.cause },
      })
    const { challenge } = result
    const denied = challenge['error'] === 'insufficient_scope'
    throw new AgentError(
      denied ? 'PERMISSION_DENIED' : 'UNAUTHENTICATED',
      challenge['error_description'] ?? 'There is no access token',
      { hint: 'Sign in as the card says.', challenge },
    )
  }
  return Object.assign(authenticate, { resource: resourceOf(options) })
}

/** The document lies between origin and path of the resource that it is about (RFC 9728, 3.1). */
function resourceOf({ issuer, audience, scopes = [] }: TokenOptions): ProtectedResource | undefined {
  const { protocol, origin, pathname } = addressIn(audience) ?? {}
  if (origin === undefined || pathname === undefined || !/^https?:$/.test(protocol ?? '')) return undefined
  const path = `/.well-known/oauth-protected-resource${pathname === '/' ? '' : pathname}`
  return {
    ...{ address: origin + path, path },
    document: {
      ...{ resource: audience, authorization_servers: [issuer], bearer_methods_supported: ['header'] },
      ...(scopes.length > 0 && { scopes_supported: [...scopes] }),
    },
  }
}
