/** `surface-runtime/commerce/tokens`: platforms that come to a business with access tokens or certificates. */
import { writeChallenge } from '../../shared/oauth/challenge.ts'
import { createTokenVerifier, type TokenOptions } from '../../shared/oauth/verify-token.ts'
import { CommerceError } from '../error.ts'
import type { CredentialOptions } from './sessions.ts'

export {
  type ClientCertificate,
  type Connection,
  clientCertificate,
} from '../../shared/oauth/client-certificate.ts'
export type { TokenOptions } from '../../shared/oauth/verify-token.ts'

export interface BearerOptions extends TokenOptions {
  /** Scopes that operations need beside `scopes`, as in `{ createCart: ['cart'] }`. Default: none. */
  readonly operations?: { readonly [operation: string]: readonly string[] }
}

/**
 * The option `bearer` of `credentials`: the client is who has the token. A token that is bound to a certificate counts only over a
 * connection with it. Refusals say what was wrong in `WWW-Authenticate`. An authorization server that cannot be asked is 503.
 * Throws a `TypeError` for options that would let in too much.
 */
export function verifyTokens(options: BearerOptions): NonNullable<CredentialOptions['bearer']> {
  const verify = createTokenVerifier(options)
  return async (token, operation, { certificate }) => {
    const result = await verify(`Bearer ${token}`, certificate?.thumbprint)
    if (result.kind === 'unavailable')
      throw new CommerceError('temporarily_unavailable', 'Tokens cannot be checked now', {
        ...{ retryAfter: 2, cause: result.cause },
      })
    if (result.kind === 'refused') {
      const kind = result.challenge['error'] === 'insufficient_scope' ? 'forbidden' : 'unauthenticated'
      return { kind, challenge: writeChallenge('Bearer', result.challenge) }
    }
    const { id, scopes } = result.token
    const needed = options.operations?.[operation] ?? []
    if (needed.every((scope) => scopes.includes(scope))) return { kind: 'client', id }
    const scope = [...new Set([...scopes, ...needed])].join(' ')
    return { kind: 'forbidden', challenge: writeChallenge('Bearer', { error: 'insufficient_scope', scope }) }
  }
}
