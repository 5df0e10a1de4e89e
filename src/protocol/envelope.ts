/** How one version of the protocol wraps its messages. */
import type { JsonObject } from '../json/value.ts'
import type { Validator } from '../schema/validator.ts'
import type { Message, ProtocolVersion } from './message.ts'

/** One version's envelope. */
export interface Envelope {
  /** A validator for the payload of each message. */
  readonly kinds: { readonly [kind: string]: Validator }
  /** Whether a payload needs no validator, because it plainly is right. */
  readonly isPlain?: (kind: string, payload: JsonObject) => boolean
  /** A payload that has passed its validator, as a message. */
  readonly decode: (kind: string, payload: JsonObject, version: ProtocolVersion) => Message
}
