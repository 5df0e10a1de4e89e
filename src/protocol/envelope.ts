/** How one version of the protocol wraps its messages. */
import type { Pointer } from '../json/pointer.ts'
import type { JsonObject, Maybe } from '../json/value.ts'
import type { Validator } from '../schema/validator.ts'

/** One version's envelope. */
export interface Envelope {
  /** A validator for the payload of each message. */
  readonly kinds: { readonly [kind: string]: Validator }
  /** Where an update of the data model writes. What it throws concerns `/path`. */
  readonly pointerOf: (payload: JsonObject) => Pointer
  /** What an update of the data model writes. */
  readonly valueOf: (payload: JsonObject) => Maybe
}
