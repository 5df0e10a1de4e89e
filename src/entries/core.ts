/** `surface-runtime/core`: the runtime without catalogs and without React. */

export {
  type Catalog,
  type CatalogOptions,
  defineCatalog,
  type Fallbacks,
  withAliases,
} from '../catalog/catalog.ts'
export type { CompiledCatalog } from '../catalog/compiled.ts'
export type { Action, Component } from '../catalog/component.ts'
export type { Complete, Theme } from '../catalog/dialect.ts'
export type { Args, CallContext, Environment, FunctionDefinition, FunctionDefinitions } from '../catalog/expression.ts'
export { defineFunctions, type FunctionOf, type FunctionsOf } from '../catalog/expression.ts'
export { defaultLimits, type Limits } from '../errors/limits.ts'
export {
  type ErrorCode,
  type ErrorDetails,
  type ErrorPlace,
  errorCodes,
  type Severity,
  SurfaceError,
  type SurfaceErrorJson,
} from '../errors/surface-error.ts'
export { toBoolean, toNumber, toText } from '../json/coerce.ts'
export type { JsonObject, JsonValue, Maybe } from '../json/value.ts'
export type { Binding } from '../live/binding.ts'
export type { Make, Memo, MemoKey } from '../live/memo.ts'
export type {
  Capabilities,
  CapabilityOptions,
  ClientCapabilities,
  ClientDataModel,
  InlineCatalog,
} from '../protocol/capabilities.ts'
export { inlineCatalog } from '../protocol/inline-catalog.ts'
export type { ClientEvent, Outgoing, ProtocolVersion } from '../protocol/message.ts'
export type {
  ClientMessage,
  ClientMessageV08,
  ClientMessageV09,
  ComponentV08,
  ComponentV09,
  DataEntryV08,
  MessageV08,
  MessageV09,
  SurfaceMessage,
} from '../protocol/wire.ts'
export type { SyncMethods, SyncOptions } from '../runtime/features.ts'
export {
  type CoreRuntime,
  createRuntime,
  type Lenient,
  type ReadOptions,
  type Runtime,
  type RuntimeListener,
  type RuntimeOptions,
} from '../runtime/runtime.ts'
export type { Chunk } from '../stream/lines.ts'
export type { ReadResult, Source } from '../stream/read.ts'
export type { Link, Media, MediaPolicy, OpenUrl, OpenUrlEvent } from '../surface/media.ts'
export type { SavedField, SavedInput } from '../surface/saved-input.ts'
export type { Surface } from '../surface/surface.ts'
export type { SetOptions, SurfaceData, UserInput } from '../surface/surface-data.ts'
