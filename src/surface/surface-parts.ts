/** What a surface needs from the runtime around it, and its parts, which its components use. */

import type { Component } from '../catalog/component.ts'
import type { Dialect } from '../catalog/dialect.ts'
import type { Environment, Expression, PathExpression } from '../catalog/expression.ts'
import type { ParseOptions, Repairs } from '../catalog/parse-options.ts'
import type { Limits } from '../errors/limits.ts'
import type { SurfaceError } from '../errors/surface-error.ts'
import type { Pointer } from '../json/pointer.ts'
import type { JsonValue, Maybe } from '../json/value.ts'
import type { Cell, Notifiable } from '../live/binding.ts'
import { callHost } from '../live/call-host.ts'
import { createMemoStore, type MemoStore } from '../live/memo.ts'
import type { ClientEvent, CreateSurface, ProtocolVersion } from '../protocol/message.ts'
import { type CallResults, createCallResults } from './call-results.ts'
import { type ComponentSet, createComponentSet } from './component-set.ts'
import { type Changes, createDataModel, type DataModel } from './data-model.ts'
import { createJsonTexts } from './json-texts.ts'
import { createLoads, type Loads } from './loads.ts'
import type { MediaPolicy, OpenUrl } from './media.ts'
import { createDataQuota, createWork, partOf, type Quota, quotaWithin, type SharedQuota, type Work } from './quota.ts'
import { createUnsentInput, type UnsentInput } from './unsent-input.ts'

/** What a surface passes on from its runtime. */
type FromHost = Pick<SurfaceHost, 'limits' | 'lenient' | 'media' | 'holders' | 'lastMessageAt' | 'notify'>

/** What components are read with, evaluated with and drawn from. */
export interface SurfaceParts extends FromHost {
  /** Counts changes of data, of components and of drafts, and arrivals of what a function waits for. */
  readonly changes: Changes
  readonly model: DataModel
  readonly componentSet: ComponentSet
  /** How the agent's messages are read. */
  readonly dialect: Dialect
  readonly parseExpression: (wire: JsonValue) => Expression
  readonly environment: Environment
  /** How the host opens addresses; `undefined`: in a tab of their own. */
  readonly openUrl: ((url: string, click?: MouseEvent) => void) | undefined
  /** What functions have made and keep, such as formatters. */
  readonly memo: MemoStore
  /** Results of calls within one change. */
  readonly results: CallResults
  /** Counts steps of functions. Returns false and counts nothing where there is no room. */
  readonly spend: Work
  readonly loads: Loads
  /** Lenient mode: what the user entered where nothing is bound, by the id of the input. */
  readonly unbound: Map<string, JsonValue> | undefined
  readonly unsent: UnsentInput
  /** What all surfaces of the runtime draw. */
  readonly drawn: Quota
}

export function createSurfaceParts(
  { surfaceId, version }: CreateSurface,
  dialect: Dialect,
  host: SurfaceHost,
): SurfaceParts {
  const { limits } = host
  const { openUrl: open } = host
  const openUrl: SurfaceParts['openUrl'] =
    open && ((url, click) => void callHost(() => open(url, { surfaceId, ...(click && { click }) })))
  const unsent = createUnsentInput(host.holders)
  const changes = { count: 0 }
  const isOld = version === 'v0.8'
  const texts = isOld || host.lenient ? createJsonTexts(limits) : undefined
  return {
    ...host,
    dialect,
    unsent,
    changes,
    unbound: host.lenient && new Map(),
    drawn: partOf(host.drawn, unsent),
    model: createDataModel(
      createDataQuota(limits.dataBytes, partOf(host.stored, unsent)),
      texts,
      changes,
      quotaWithin(limits.listeners, partOf(host.listening, unsent)),
      isOld,
    ),
    componentSet: createComponentSet(limits, changes),
    parseExpression: dialect.parseExpression(limits),
    openUrl,
    // Not a copy: locale and time zone are looked up when they are asked for.
    environment: openUrl
      ? Object.create(host.environment, { open: { value: (address: string) => openUrl(address) } })
      : host.environment,
    memo: createMemoStore(),
    results: createCallResults(),
    spend: createWork(limits.work),
    loads: createLoads(() => {
      changes.count++
      host.arrived()
    }),
  }
}

/** What a path is looked up with. */
export interface PlaceReader {
  /** The list item that relative paths start from; the root outside of templates. */
  readonly scope: Pointer
  /** Records what is read. */
  read(pointer: Pointer): Maybe
  readonly surface: { readonly model?: Pick<DataModel, 'read'> }
  /** Takes what is to be reported. */
  fail?(error: SurfaceError): void
}

/** What lenient mode does with messages for surfaces. */
export interface SurfaceRepairs extends Repairs {
  /** One dialect that reads the components of all of them. */
  anyCatalog(catalogs: readonly [Dialect, ...Dialect[]]): Dialect
  /** Where a path leads that was written in another form; see meant-place.ts. `found`: where it leads as it is written. */
  readonly placeFor: (found: Pointer, path: PathExpression, from: PlaceReader) => Pointer
  /** The component without the reference that closes a circle, or a placeholder with the error where it cannot do without. */
  withoutChild(component: Component, child: string, error: SurfaceError): Component
  /** What a component may ask of the others of its message. `known`: the components that are there, by id. */
  siblings(
    wires: readonly JsonValue[],
    known: ReadonlyMap<string, unknown> | undefined,
  ): Pick<ParseOptions, 'isSent' | 'textOf'>
  /** Whether a surface was begun without a catalog's name. */
  readonly isUnnamed: (catalogId: string) => boolean
}

export interface SurfaceHost {
  readonly limits: Limits
  /** Absent: strict mode. */
  readonly lenient: SurfaceRepairs | undefined
  readonly environment: Environment
  readonly media: MediaPolicy
  /** How the host opens addresses; `undefined`: in a tab of their own. */
  readonly openUrl: OpenUrl | undefined
  readonly report: (error: SurfaceError, version?: ProtocolVersion) => void
  /** Hands an event to the host; a promise is pending as long as the host deals with it, and rejects where the host failed. */
  readonly emit: (event: ClientEvent) => Promise<void> | undefined
  /** Milliseconds since the epoch, for the timestamps of events. */
  readonly wallClock: () => number
  /** Milliseconds since any moment. The clock never goes back, and may be read while a page is prerendered. */
  readonly monotonicClock: () => number
  /** When the runtime took its last message for any surface, as `performance.now` says: surfaces may move one another. */
  readonly lastMessageAt: () => number
  /** A message has come, or the module of a function, which counts like a message. */
  readonly arrived: () => void
  /** Notifies a subscriber: now, or at the end of the task that `runtime/queue.ts` runs. */
  readonly notify: (subscriber: Notifiable) => void
  /** How many surfaces of the runtime hold input that was not sent. */
  readonly holders: Cell<number>
  /** The nodes that all surfaces of the runtime draw. */
  readonly drawn: SharedQuota
  /** The bytes of data of all surfaces of the runtime. */
  readonly stored: SharedQuota
  /** What all surfaces of the runtime listen to, counted as in `limits.listeners`. */
  readonly listening: SharedQuota
}
