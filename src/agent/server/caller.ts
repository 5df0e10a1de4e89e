/** The caller of a request, and the owner of the tasks that the request sees. */
import { AgentError } from '../error.ts'
import type { AgentCard } from '../types.ts'
import type { AgentServerOptions } from './options.ts'
import type { Caller } from './types.ts'

/** Without the hook all requests have one caller. Throws `UNAUTHENTICATED`. */
export async function authenticateCaller(
  request: Request,
  authenticate: AgentServerOptions['authenticate'],
): Promise<Caller> {
  if (!authenticate) return { id: '' }
  const found = await authenticate(request)
  if (found === undefined || found === '') {
    throw new AgentError('UNAUTHENTICATED', 'The credentials are missing or wrong', {
      hint: "Send credentials for one of the card's securitySchemes.",
    })
  }
  return typeof found === 'string' ? { id: found } : found
}

/** Caller and tenant as one text. Throws `PERMISSION_DENIED` for a tenant that the caller may not use. */
export function ownerOf({ id, tenants }: Caller, tenant: string | undefined): string {
  if (tenants && !tenants.includes(tenant ?? '')) {
    throw new AgentError('PERMISSION_DENIED', 'The caller may not use this tenant', {
      hint: 'Use a tenant of your own.',
    })
  }
  return JSON.stringify([tenant ?? '', id])
}

/** `WWW-Authenticate` (RFC 9110, 11.6.1): the HTTP schemes of the card, else Bearer. */
export function challengesOf({ securitySchemes = {} }: AgentCard): string {
  const schemes = Object.values(securitySchemes).flatMap(({ httpAuthSecurityScheme: http }) =>
    http && /^[\w-]+$/.test(http.scheme) ? [http.scheme] : [],
  )
  return (schemes.length > 0 ? schemes : ['Bearer']).map((scheme) => `${scheme} realm="agent"`).join(', ')
}
