/** `surface-runtime/agent/tokens`: who calls an agent's server, by access tokens and certificates, and what the caller may do. */
export { clientCertificate } from '../../../shared/oauth/client-certificate.ts'
export type { TokenOptions } from '../../../shared/oauth/verify-token.ts'
export { requireScopes, requireSkill } from '../scopes.ts'
export { verifyTokens } from './verify-tokens.ts'
