/** One surface: its components, its data, and the services that its parts use. */
import type { Component } from '../catalog/component.ts'
import type { Dialect, Theme } from '../catalog/dialect.ts'
import type { Environment, Expression } from '../catalog/expression.ts'
import type { Limits } from '../errors/limits.ts'
import type { SurfaceError } from '../errors/surface-error.ts'
import { type Pointer, placed } from '../json/pointer.ts'
import type { JsonObject, JsonValue, Maybe } from '../json/value.ts'
import { type Binding, type Cell, createCell } from '../live/binding.ts'
import { callHost } from '../live/call-host.ts'
import { createMemoStore, type MemoStore } from '../live/memo.ts'
import type {
  CreateSurface,
  ProtocolVersion,
  Received,
  UpdateComponents,
  UpdateDataModel,
} from '../protocol/message.ts'
import { type Actions, createActions } from './actions.ts'
import type { Batch } from './batch.ts'
import { type CallResults, createCallResults } from './call-results.ts'
import { type ComponentSet, createComponentSet } from './component-set.ts'
import { putCuttingCycles } from './cut-cycles.ts'
import { createDataModel, type DataModel } from './data-model.ts'
import { createDataQuota } from './data-quota.ts'
import { createFailures } from './failures.ts'
import { initialValues } from './initial-values.ts'
import { createJsonTexts } from './json-texts.ts'
import { createLoads, type Loads } from './loads.ts'
import type { MediaPolicy } from './media.ts'
import type { NodeQuotas } from './node-quota.ts'
import { duplicatesAmong, readComponents } from './read-components.ts'
import { createSurfaceData, type SurfaceData } from './surface-data.ts'
import type { SurfaceHost } from './surface-host.ts'
import { createWork, type Work } from './work.ts'

/** Root and theme of a surface; a second `beginRendering` of v0.8 replaces them. */
interface Beginning {
  /** Id of the component to begin with. */
  readonly root: string
  readonly theme: Theme
}

/** How complete a surface is: parts are awaited, all have arrived, or the stream has ended without some. */
export type Arrival = 'arriving' | 'complete' | 'incomplete'

/** A surface as the host sees it. */
export interface Surface {
  readonly id: string
  /** The version that opened it, and that its events are written in. */
  readonly version: ProtocolVersion
  /** As the agent named it; an alias stays an alias. */
  readonly catalogId: string
  readonly theme: Theme
  readonly data: SurfaceData
  readonly components: ReadonlyMap<string, Component>
  /** Whether the agent wants the data model with each message. */
  readonly sendDataModel: boolean
}

/** One for values that depend on user input, and one for all others. */
interface OwnAndTainted<T> {
  readonly own: T
  readonly tainted: T
}

/** A surface as the runtime and the views see it. Hosts are given it as a `Surface`. */
export class LiveSurface implements Surface {
  readonly id: string
  readonly version: ProtocolVersion
  readonly catalogId: string
  readonly sendDataModel: boolean
  readonly data: SurfaceData
  readonly components: ReadonlyMap<string, Component>
  /** A number of its own: a deleted surface and its successor share an id, not this. */
  readonly key: number
  readonly model: DataModel
  readonly componentSet: ComponentSet
  /** How the agent's messages are read. */
  readonly dialect: Dialect
  readonly limits: Limits
  readonly media: MediaPolicy
  /** Whether the user has entered anything on any surface of the runtime: surfaces of one page move one another. */
  readonly userInput: Binding<boolean>
  /** What all surfaces of the runtime draw. */
  readonly drawn: NodeQuotas
  /** The user has entered something, here or in an input that is bound to nothing. A field: React calls it alone. */
  readonly noteUserInput = (): void => this.host.userInput.set(true)
  /** When the last message or module of a function came, by the host's monotonic clock; `-Infinity` before the first. */
  readonly lastMessageAt: () => number
  /** Notifies a subscriber, now or at the end of the chunk. */
  readonly notify: Batch['notify']
  /** How the host opens addresses; `undefined`: in a tab of their own. */
  readonly openUrl: ((url: string, click?: MouseEvent) => void) | undefined
  readonly environment: Environment
  /**
   * What functions have made and keep, such as formatters. Values that depend on user input are kept apart: otherwise
   * they would make the agent's own calls cheaper, and the agent could measure that.
   */
  readonly memo: OwnAndTainted<MemoStore> = { own: createMemoStore(), tainted: createMemoStore() }
  /** Results of calls within one change, kept apart for the same reason. */
  readonly results: OwnAndTainted<CallResults> = { own: createCallResults(), tainted: createCallResults() }
  readonly work: Work
  readonly loads: Loads
  readonly parseExpression: (wire: JsonValue) => Expression
  private readonly host: SurfaceHost
  private readonly begun: Cell<Beginning>
  private readonly arrived = createCell<Arrival>('arriving')
  private readonly actions: Actions
  private readonly failures = createFailures((error) => this.report(error))
  private updates = 0

  constructor(message: CreateSurface, dialect: Dialect, theme: Theme, key: number, host: SurfaceHost) {
    const { surfaceId, version, root } = message
    const { limits } = host
    this.id = surfaceId
    this.version = version
    this.catalogId = message.catalogId
    this.sendDataModel = message.sendDataModel
    this.key = key
    this.dialect = dialect
    this.host = host
    this.limits = limits
    this.media = host.media
    this.userInput = host.userInput
    this.drawn = host.drawn
    this.lastMessageAt = host.lastMessageAt
    this.notify = host.notify
    this.begun = createCell({ root, theme })
    this.componentSet = createComponentSet(limits)
    this.components = this.componentSet.byId
    const texts = version === 'v0.8' ? createJsonTexts(limits) : undefined
    this.model = createDataModel(createDataQuota(limits.dataBytes, host.stored), texts)
    const writes = { user: this.enter.bind(this), host: this.writeByHost.bind(this) }
    this.data = createSurfaceData(this.model, writes, limits)
    this.openUrl = openerOf(surfaceId, host)
    this.environment = this.openUrl ? worldWith(host.environment, this.openUrl) : host.environment
    this.parseExpression = dialect.parseExpression(limits)
    this.work = createWork(limits.work)
    this.loads = createLoads(host.arrived)
    const source = { surfaceId, version, actionsPerSecond: limits.actionsPerSecond }
    this.actions = createActions(source, { ...host, report: (error) => this.report(error) })
  }

  get theme(): Theme {
    return this.begun.getSnapshot().theme
  }

  get beginning(): Binding<Beginning> {
    return this.begun
  }

  get arrival(): Binding<Arrival> {
    return this.arrived
  }

  /** Grows with each change of data or components, and with each arrival of what a function waits for. */
  get revision(): number {
    return this.model.revision + this.updates + this.loads.revision
  }

  /** All or nothing: throws a `SurfaceError` and is then as before. */
  update(received: Received<UpdateComponents>): void {
    const { limits, lenient } = this.host
    const warnings: SurfaceError[] = []
    const warn = (warning: SurfaceError): void => void warnings.push(warning)
    // Until components have come, so that a refused message chooses nothing.
    if (this.components.size === 0) this.dialect.choose?.(received.components)
    const components = readComponents(received, this.dialect, { limits, lenient }, warn)
    const writeInitial = placed(received.at, () => initialValues(components, this.model))
    this.updates++
    const set = this.componentSet
    const distinct = lenient ? putCuttingCycles(set, components, warn) : set.put(components)
    this.setArrival('arriving')
    for (const warning of warnings) this.report(warning)
    if (distinct < components.length) for (const warning of duplicatesAmong(components, this.id)) this.report(warning)
    writeInitial()
    this.failures.forget(components)
  }

  /** v0.8: another root, other styles. */
  restart(beginning: Beginning): void {
    this.begun.set(beginning)
    this.setArrival('arriving')
  }

  /** A stream has ended: parts that have not arrived are missing. */
  endArrival(): void {
    this.setArrival('incomplete')
  }

  /** All or nothing. */
  write({ pointer, value }: UpdateDataModel): void {
    this.model.write(pointer, value)
  }

  /** The user entered a value. */
  enter(pointer: Pointer, value: Maybe): void {
    this.model.enter(pointer, value)
    this.noteUserInput()
  }

  /** The user acted. */
  emit(componentId: string, name: string, context: JsonObject): Promise<void> | undefined {
    return this.actions.emit(componentId, name, context)
  }

  /** A function or renderer failed while drawing. Reported once per place until the component is sent again. */
  failed(componentId: string, error: SurfaceError): void {
    this.failures.report(componentId, error)
  }

  /** No event leaves a deleted surface. Its values are released: the host may hold on to it, and React keeps the last one. */
  close(): void {
    this.actions.close()
    this.model.clear()
    this.memo.own.clear()
    this.memo.tainted.clear()
  }

  /** A change that is not the user's: what it moves under the pointer is guarded, as after a message. */
  private writeByHost(pointer: Pointer, value: Maybe): void {
    this.host.arrived()
    this.model.write(pointer, value)
  }

  private setArrival(otherwise: Arrival): void {
    const { missing, byId } = this.componentSet
    this.arrived.set(missing === 0 && byId.has(this.begun.getSnapshot().root) ? 'complete' : otherwise)
  }

  private report(error: SurfaceError): void {
    this.host.report(error.in({ surfaceId: this.id }), this.version)
  }
}

/** The same surface with its inner face. Hosts cannot make a `Surface`: each one is a `LiveSurface`. */
export function liveSurface(surface: Surface): LiveSurface {
  return surface as LiveSurface
}

function openerOf(surfaceId: string, { openUrl }: SurfaceHost): LiveSurface['openUrl'] {
  return openUrl && ((url, click) => void callHost(() => openUrl(url, { surfaceId, ...(click && { click }) })))
}

/** Not a copy: locale and time zone are looked up when they are asked for. */
function worldWith(environment: Environment, open: (address: string) => void): Environment {
  return Object.create(environment, { open: { value: (address: string) => open(address) } }) as Environment
}
