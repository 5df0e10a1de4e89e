/** `WWW-Authenticate` of 401 and 403: which credentials the card takes, and what was wrong with those that came. Loaded with the first refusal. */
import { type ChallengeParameters, writeChallenge } from '../../shared/oauth/challenge.ts'
import type { AgentError } from '../protocol/error.ts'
import type { AgentCard, SecurityScheme } from '../protocol/types.ts'
import type { Authenticate } from './options.ts'

export { requireScopes } from './scopes.ts'

const realm = 'agent'

/**
 * One challenge for each scheme that a requirement of the card names, or for each scheme where none does. What was wrong is told in
 * the challenges of tokens. Without schemes it is Bearer, as HTTP wants one with each 401.
 */
export function addChallenges(
  headers: Headers,
  { securitySchemes = {}, securityRequirements = [] }: AgentCard,
  authenticate: Authenticate | undefined,
  { challenge }: AgentError,
): void {
  const required = securityRequirements.flatMap(({ schemes = {} }) => Object.entries(schemes))
  const names = new Set(required.map(([name]) => name))
  const wrong = { ...challenge, resource_metadata: authenticate?.resource?.address }
  const challenges = Object.entries(securitySchemes).flatMap(([name, scheme]) => {
    if (names.size > 0 && !names.has(name)) return []
    const scopes = required.flatMap(([other, { list = [] }]) => (other === name ? list : []))
    return challengeOf(scheme, { scope: [...new Set(scopes)].join(' '), ...wrong })
  })
  if (challenges.length === 0) challenges.push(writeChallenge('Bearer', { realm, ...wrong }))
  headers.set('www-authenticate', [...new Set(challenges)].join(', '))
}

/**
 * API keys and certificates have no authentication scheme in HTTP's registry: their challenges say what is missing, and clients skip
 * those that they do not know.
 */
function challengeOf(scheme: SecurityScheme, wrong: ChallengeParameters): readonly string[] {
  const { httpAuthSecurityScheme: http, apiKeySecurityScheme: key } = scheme
  if (http && !/^[\w-]+$/.test(http.scheme)) return []
  if (http && http.scheme.toLowerCase() !== 'bearer') return [writeChallenge(http.scheme, { realm })]
  if (key) return [writeChallenge('ApiKey', { realm, in: key.location, name: key.name })]
  if (scheme.mtlsSecurityScheme) return [writeChallenge('ClientCertificate', { realm })]
  return [writeChallenge('Bearer', { realm, ...wrong })]
}

/** Told at the start: clients send credentials only where a requirement asks for them. */
export function unusedSchemes({ securitySchemes = {} }: AgentCard): TypeError {
  const names = Object.keys(securitySchemes).join('", "')
  return new TypeError(
    `The card has the security schemes "${names}" and no securityRequirements: clients send no credentials`,
  )
}
