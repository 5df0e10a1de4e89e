/** A slip: one way in which an agent writes an answer other than the protocol asks. */
import type { JsonObject, JsonValue } from 'surface-runtime'

/** Where in an answer a slip lies, in the order in which the page lists the slips. */
export const slipGroups = [
  'Line and envelope',
  'Beginning',
  'Component',
  'Property and value',
  'Data and path',
  'Text around the lines',
] as const

export type SlipGroup = (typeof slipGroups)[number]

/** What a slip changes. An answer is first a list of components, then a list of messages, then a text of lines. */
type Change =
  | { readonly on: 'components'; readonly change: (components: readonly JsonObject[]) => readonly JsonObject[] }
  | { readonly on: 'messages'; readonly change: (messages: readonly JsonObject[]) => readonly JsonValue[] }
  | { readonly on: 'text'; readonly change: (text: string) => string }

export type Slip = Change & {
  /** Stands in links. */
  readonly id: string
  readonly group: SlipGroup
  /** Of two slips about the same thing an answer can have one. */
  readonly about: string
  /** Words for the user; code stands between backticks. */
  readonly label: string
}
