/** How one version of the protocol wraps its messages. */
import type { Pointer } from '../json/pointer.ts'
import type { JsonObject, Maybe } from '../json/value.ts'
import type { Validator } from '../schema/validator.ts'

/** One version's envelope. */
export interface Envelope {
  /** A validator for the payload of each message. */
  readonly kinds: { readonly [kind: string]: Validator }
  /** Whether a payload needs no validator, because it plainly is right. */
  readonly isPlain?: (kind: string, payload: JsonObject) => boolean
  /** Where an update of the data model writes, and what. */
  readonly dataOf: (payload: JsonObject) => { readonly pointer: Pointer; readonly value: Maybe }
}
