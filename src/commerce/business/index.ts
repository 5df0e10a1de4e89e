/** `surface-runtime/commerce/business`: the business's side of the commerce protocol, as a web-standard handler. */

export { type BusinessHandler, createBusiness } from './business.ts'
export { createGuardedFetch, type GuardedFetchOptions } from './guarded-fetch.ts'
export type {
  HostAnswer,
  HostHandler,
  HostOperation,
  HostOperations,
  HostRequest,
  HostSession,
} from './host-operations.ts'
export { memoryStore } from './memory-store.ts'
export type {
  Authenticate,
  Authentication,
  BusinessLimits,
  BusinessOptions,
  ProfileDocument,
  RateLimit,
} from './options.ts'
export { type CredentialOptions, credentials } from './sessions.ts'
export type {
  AnswerKey,
  CartWrite,
  Change,
  FoundProduct,
  Outcome,
  SearchPage,
  SearchPlace,
  SearchQuery,
  Store,
  StoredAnswer,
  StoredCart,
  StoredProduct,
  StoredVariant,
} from './store.ts'
