/** `surface-runtime/commerce`: the platform's side of the commerce protocol, for browsers and Node. */
export type { CallOptions, ChangeOptions } from './binding.ts'
export { type Business, type ConnectOptions, connectBusiness } from './connect-business.ts'
export { CommerceError, type CommerceErrorCode, type CommerceErrorDetails } from './error.ts'
export type { Credentials, ExchangeOptions } from './exchange.ts'
export { formatAmount } from './money.ts'
export { type Capabilities, type CapabilitiesInput, type CapabilityEntry, negotiate } from './negotiate.ts'
export {
  hasAuthority,
  type Profile,
  type ProfileOptions,
  readProfile,
  type ServiceEntry,
  type SigningKey,
} from './profile.ts'
export { createProfileCache, type ProfileCache, type ProfileCacheOptions } from './profile-cache.ts'
export { createSigner, type Signer } from './signer.ts'
export type * from './types.ts'
export type { Transport, WireFormat } from './wire-names.ts'
