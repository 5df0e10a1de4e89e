/** `surface-runtime/commerce/business`: the business's side of the commerce protocol, as a web-standard handler. */
export { memoryStore } from './memory-store.ts'
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
