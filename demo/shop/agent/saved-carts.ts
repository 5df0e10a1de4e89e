/** Which cart a conversation has, for an agent that is started again: a typed sentence names no cart, and v0.8 sends no data models. */
export interface SavedCarts {
  readonly get: (conversation: string) => string | undefined
  /** `undefined`: the conversation has no cart any more. */
  readonly set: (conversation: string, cartId: string | undefined) => void
}
