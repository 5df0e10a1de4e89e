/** `surface-runtime/commerce`: the platform's side of the commerce protocol, for browsers and Node. */
export { readAgentHeader, writeAgentHeader } from './agent-header.ts'
export { type Business, connectBusiness } from './connect-business.ts'
export type { CallOptions, ChangeOptions, ConnectOptions } from './connect-options.ts'
export type { Credentials } from './credentials.ts'
export type { DialectName, Transport } from './dialect.ts'
export { CommerceError, type CommerceErrorCode, type CommerceErrorDetails, commerceErrorCodes } from './error.ts'
export type { ExchangeOptions } from './exchange.ts'
export { formatAmount } from './money.ts'
export { hasAuthority } from './namespaces.ts'
export { type Capabilities, type CapabilitiesInput, type CapabilityEntry, negotiate } from './negotiate.ts'
export type {
  CartOutcome,
  CartResult,
  LookupOutcome,
  LookupResult,
  Refusal,
  SearchOutcome,
  SearchResult,
} from './outcome.ts'
export { type Profile, type ProfileOptions, readProfile, type ServiceEntry, type SigningKey } from './profile.ts'
export { createProfileCache, type ProfileCache, type ProfileCacheOptions } from './profile-cache.ts'
export { createSigner, type Signer } from './signer.ts'
export type * from './types.ts'
