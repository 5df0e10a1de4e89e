/**
 * The wire as types, by protocol version: what agents send, and what the runtime sends back. Aliases and few interfaces, because
 * only aliases are assignable to `JsonObject`.
 */

import type { ErrorCode } from '../errors/surface-error.ts'
import type { JsonObject, JsonValue } from '../json/value.ts'

/**
 * An object with exactly one of these members. The others are `never`, so two messages in one object are a compile error, and
 * `if (message.createSurface)` tells which it is.
 */
type OneOf<Members> = {
  [Name in keyof Members]: Readonly<Pick<Members, Name>> & { readonly [Other in Exclude<keyof Members, Name>]?: never }
}[keyof Members]

/** What an agent sends, on a line or as an object for `apply`, in either version. */
export type SurfaceMessage = MessageV09 | MessageV08

/**
 * A message of v0.9. `C`: the components that it may hold, such as a union of your own by `component`; default: any with an
 * id and a type, whose properties the catalog checks when they arrive.
 */
export type MessageV09<C = ComponentV09> = { readonly version: 'v0.9' | 'v0.9.1' } & OneOf<{
  /** `theme`: as the catalog has it. `sendDataModel`: the client sends the surface's data with each message. */
  createSurface: {
    readonly surfaceId: string
    readonly catalogId: string
    readonly theme?: JsonObject
    readonly sendDataModel?: boolean
  }
  /** A component with the id of one that is there takes its place. */
  updateComponents: { readonly surfaceId: string; readonly components: readonly C[] }
  /** `path`: a JSON Pointer; default `/`, the whole model. Without `value` what is there is removed. */
  updateDataModel: { readonly surfaceId: string; readonly path?: string; readonly value?: JsonValue }
  deleteSurface: DeleteSurface
}>

/** A component of v0.9. Its properties stand beside `id` and `component`, the name of its type. */
export interface ComponentV09 extends JsonObject {
  readonly id: string
  readonly component: string
}

/** A message of v0.8. It has no version. `C`: the components that it may hold. */
export type MessageV08<C = ComponentV08> = { readonly version?: never } & OneOf<{
  /** `root`: the id of the component to begin with. Without `catalogId` the surface has the standard catalog. */
  beginRendering: {
    readonly surfaceId: string
    readonly root: string
    readonly catalogId?: string
    readonly styles?: JsonObject
  }
  surfaceUpdate: { readonly surfaceId: string; readonly components: readonly C[] }
  /** `path`: default, the whole model. */
  dataModelUpdate: { readonly surfaceId: string; readonly path?: string; readonly contents: readonly DataEntryV08[] }
  deleteSurface: DeleteSurface
}>

/** A component of v0.8. `component` has one member: its name is the type, its value holds the properties. */
export type ComponentV08 = {
  readonly id: string
  /** The share of a row or column. */
  readonly weight?: number
  readonly component: { readonly [type: string]: JsonObject }
}

/** A member of the data model in v0.8, with exactly one value. */
export type DataEntryV08 = { readonly key: string } & OneOf<{
  valueString: string
  valueNumber: number
  valueBoolean: boolean
  valueMap: readonly DataEntryV08[]
}>

type DeleteSurface = { readonly surfaceId: string }

/**
 * What `encode` makes, and `onEvent` and `onError` hand over, in the version of the surface. A `JsonObject`, so that it can be
 * passed on as one also where `exactOptionalPropertyTypes` is off.
 */
export type ClientMessage = JsonObject & (ClientMessageV09 | ClientMessageV08)

export type ClientMessageV09 = { readonly version: 'v0.9' | 'v0.9.1'; readonly userAction?: never } & OneOf<{
  action: ClientAction
  error: ClientError
}>

export type ClientMessageV08 = { readonly version?: never; readonly action?: never } & OneOf<{
  userAction: ClientAction
  error: ClientError
}>

/** The user pressed something. */
export type ClientAction = {
  readonly name: string
  readonly surfaceId: string
  readonly sourceComponentId: string
  /** ISO 8601, UTC. */
  readonly timestamp: string
  /** Evaluated when the user acted. */
  readonly context: JsonObject
}

/** A report. `surfaceId` is empty where the fault belongs to no surface. `message` says what to do, too. */
export type ClientError = { readonly surfaceId: string; readonly message: string } & (
  | {
      readonly code: 'VALIDATION_FAILED'
      /** JSON Pointer of the faulty place in the message. */
      readonly path: string
    }
  | { readonly code: Exclude<ErrorCode, 'VALIDATION_FAILED'> | 'INVALID'; readonly path?: string }
)
