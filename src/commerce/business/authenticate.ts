/** Authentication of a request by API key or bearer token (document 000, "Authentication"). */
import { digestOf } from '../../http/digest.ts'
import { CommerceError } from '../error.ts'
import type { OperationName } from '../operations.ts'

/**
 * `client`: known, `id` tells clients apart. `public`: unknown, but nobody has to be known for this.
 * `unauthenticated` is answered with 401, `forbidden` with 403.
 */
export type Authentication =
  | { readonly kind: 'client'; readonly id: string }
  | { readonly kind: 'public' }
  | { readonly kind: 'unauthenticated' }
  | { readonly kind: 'forbidden' }

/**
 * Must not read the request's body. A rejection is answered with 500. With mutual TLS the host's server knows the
 * certificate: it hands on who that is, in a header that it removes from what comes in, and this function reads it.
 */
export type Authenticate = (request: Request, operation: OperationName) => Authentication | Promise<Authentication>

export interface CredentialOptions {
  /** API key → who has it. Keys come in the header `X-API-Key`. */
  readonly apiKeys?: Readonly<Record<string, Authentication>>
  /** What an OAuth 2.0 access token stands for; it comes in `Authorization: Bearer`. */
  readonly bearer?: (token: string, operation: OperationName) => Authentication | Promise<Authentication>
  /** Operations that need no credentials. Wrong credentials are refused there too. Default: none. */
  readonly publicOperations?: readonly OperationName[]
}

/** An `authenticate` for API keys, bearer tokens and public operations. A token goes before a key. */
export function credentials(options: CredentialOptions): Authenticate {
  const { apiKeys = {}, bearer, publicOperations = [] } = options
  // By digest: how long a comparison takes then says nothing about a key.
  const byDigest = Promise.all(
    Object.entries(apiKeys).map(async ([key, authentication]) => [await digestOf(key), authentication] as const),
  ).then((entries) => new Map(entries))
  return async (request, operation) => {
    const authorization = request.headers.get('authorization')
    const key = request.headers.get('x-api-key')
    if (authorization !== null) {
      const token = /^Bearer +([\w.~+/-]+=*)$/i.exec(authorization)?.[1]
      return token !== undefined && bearer ? bearer(token, operation) : { kind: 'unauthenticated' }
    }
    if (key !== null) return (await byDigest).get(await digestOf(key)) ?? { kind: 'unauthenticated' }
    return { kind: publicOperations.includes(operation) ? 'public' : 'unauthenticated' }
  }
}

/**
 * The client's id, or `''` where nobody is known. Throws `authentication_required` or `permission_denied`, and a TypeError
 * where `authenticate` gives nothing of these: a mistake of the host lets nobody in.
 */
export async function clientOf(
  request: Request,
  operation: OperationName,
  authenticate: Authenticate | undefined,
): Promise<string> {
  if (!authenticate) return ''
  const found = await authenticate(request, operation)
  switch (found?.kind) {
    case 'client':
      if (typeof found.id === 'string' && found.id !== '') return found.id
      throw new TypeError('authenticate gave a client without an id')
    case 'public':
      return ''
    case 'forbidden':
      throw new CommerceError('permission_denied', 'The credentials do not permit this operation')
    case 'unauthenticated':
      throw new CommerceError('authentication_required', 'Valid credentials are required')
    default:
      throw new TypeError('authenticate gave none of its results')
  }
}
