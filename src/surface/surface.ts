/** One surface: its components, its data, and the services that its parts use. */
import type { CompiledComponent } from '../catalog/compiled.ts'
import type { Component } from '../catalog/component.ts'
import type { Dialect, Theme } from '../catalog/dialect.ts'
import type { Environment, Expression } from '../catalog/expression.ts'
import { type Binding, createCell } from '../json/binding.ts'
import { callHost } from '../json/call-host.ts'
import type { SurfaceError } from '../json/errors.ts'
import type { Limits } from '../json/limits.ts'
import { createMemoStore, type MemoStore } from '../json/memo.ts'
import { type Pointer, placed } from '../json/pointer.ts'
import type { JsonObject, JsonValue, Maybe } from '../json/value.ts'
import type {
  CreateSurface,
  ProtocolVersion,
  Received,
  UpdateComponents,
  UpdateDataModel,
} from '../protocol/message.ts'
import { createActions } from './actions.ts'
import type { Batch } from './batch.ts'
import { type CallResults, createCallResults } from './call-results.ts'
import { type ComponentSet, createComponentSet } from './component-set.ts'
import { DataModel } from './data-model.ts'
import { createDataQuota } from './data-quota.ts'
import { createFailures } from './failures.ts'
import { initialValues } from './initial-values.ts'
import { createJsonTexts } from './json-texts.ts'
import { Loads } from './loads.ts'
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

/** A surface as the runtime and the views see it. */
export interface LiveSurface extends Surface {
  /** A number of its own: a deleted surface and its successor share an id, not this. */
  readonly key: number
  readonly beginning: Binding<Beginning>
  readonly arrival: Binding<Arrival>
  /** Whether the user has entered anything on any surface of the runtime: surfaces of one page move one another. */
  readonly userInput: Binding<boolean>
  /** What all surfaces of the runtime draw. */
  readonly drawn: NodeQuotas
  /** The user has entered something, here or in an input that is bound to nothing. */
  readonly noteUserInput: () => void
  readonly model: DataModel
  readonly componentSet: ComponentSet
  /** Grows with each change of data or components, and with each arrival of what a function waits for. */
  readonly revision: number
  /** When the last message or module of a function came, by the host's monotonic clock; `-Infinity` before the first. */
  readonly lastMessageAt: () => number
  /** Notifies a subscriber, now or at the end of the chunk. */
  readonly notify: Batch['notify']
  readonly limits: Limits
  readonly media: MediaPolicy
  /** How the host opens addresses; `undefined`: in a tab of their own. */
  readonly openUrl: ((url: string, click?: MouseEvent) => void) | undefined
  readonly environment: Environment
  /**
   * What functions have made and keep, such as formatters. Values that depend on user input are kept apart: otherwise
   * they would make the agent's own calls cheaper, and the agent could measure that.
   */
  readonly memo: { readonly own: MemoStore; readonly tainted: MemoStore }
  /** Results of calls within one change, kept apart for the same reason. */
  readonly results: { readonly own: CallResults; readonly tainted: CallResults }
  readonly work: Work
  readonly loads: Loads
  /** What the schema says of each component type. */
  readonly types: { readonly [type: string]: CompiledComponent }
  readonly parseExpression: (wire: JsonValue) => Expression
  /** All or nothing: throws a `SurfaceError` and is then as before. */
  readonly update: (received: Received<UpdateComponents>) => void
  /** v0.8: another root, other styles. */
  readonly restart: (beginning: Beginning) => void
  /** A stream has ended: parts that have not arrived are missing. */
  readonly endArrival: () => void
  /** All or nothing. */
  readonly write: (message: UpdateDataModel) => void
  /** The user entered a value. */
  readonly enter: (pointer: Pointer, value: JsonValue) => void
  /** The user acted. */
  readonly emit: (componentId: string, name: string, context: JsonObject) => Promise<void> | undefined
  /** A function or renderer failed while drawing. Reported once per place until the component is sent again. */
  readonly failed: (componentId: string, error: SurfaceError) => void
  /** No event leaves a deleted surface. */
  readonly close: () => void
}

/** The same surface with its inner face. Hosts cannot make a `Surface`: each one comes from `createSurface`. */
export function liveSurface(surface: Surface): LiveSurface {
  return surface as LiveSurface
}

export function createSurface(
  message: CreateSurface,
  dialect: Dialect,
  theme: Theme,
  key: number,
  host: SurfaceHost,
): LiveSurface {
  const { surfaceId: id, version, catalogId, sendDataModel } = message
  const { limits, lenient, media } = host
  const model = new DataModel(
    createDataQuota(limits.dataBytes, host.stored),
    version === 'v0.8' ? createJsonTexts(limits) : undefined,
  )
  const componentSet = createComponentSet(limits)
  const beginning = createCell<Beginning>({ root: message.root, theme })
  const report = (error: SurfaceError): void => host.report(error.in({ surfaceId: id }), version)
  const failures = createFailures(report)
  const actions = createActions(
    { surfaceId: id, version, actionsPerSecond: limits.actionsPerSecond },
    {
      ...host,
      report,
      emit: host.emit,
    },
  )
  const openUrl = openerOf(id, host)
  const loads = new Loads(host.arrived)
  const memo = { own: createMemoStore(), tainted: createMemoStore() }
  const results = { own: createCallResults(), tainted: createCallResults() }
  const arrival = createCell<Arrival>('arriving')
  let updates = 0

  function noteUserInput(): void {
    host.userInput.set(true)
  }

  function enter(pointer: Pointer, value: Maybe): void {
    model.enter(pointer, value)
    noteUserInput()
  }

  /** A change that is not the user's: what it moves under the pointer is guarded, as after a message. */
  function writeByHost(pointer: Pointer, value: Maybe): void {
    host.arrived()
    model.write(pointer, value)
  }

  function hasAll(): boolean {
    return componentSet.missing === 0 && componentSet.byId.has(beginning.getSnapshot().root)
  }

  return {
    id,
    version,
    catalogId,
    sendDataModel,
    key,
    beginning,
    arrival,
    userInput: host.userInput,
    drawn: host.drawn,
    noteUserInput,
    model,
    componentSet,
    lastMessageAt: host.lastMessageAt,
    notify: host.notify,
    limits,
    environment: openUrl ? worldWith(host.environment, openUrl) : host.environment,
    openUrl,
    memo,
    results,
    work: createWork(limits.work),
    loads,
    media,
    components: componentSet.byId,
    data: createSurfaceData(model, { user: enter, host: writeByHost }, limits),
    get types() {
      return dialect.components
    },
    parseExpression: dialect.parseExpression(limits),
    get theme() {
      return beginning.getSnapshot().theme
    },
    get revision() {
      return model.revision + updates + loads.revision
    },
    update(received) {
      const warnings: SurfaceError[] = []
      const components = readComponents(received, dialect, { limits, lenient }, (warning) => warnings.push(warning))
      const initial = placed(received.at, () => initialValues(components, model))
      updates++
      const distinct = componentSet.put(components)
      arrival.set(hasAll() ? 'complete' : 'arriving')
      for (const warning of warnings) report(warning)
      if (distinct < components.length) for (const warning of duplicatesAmong(components, id)) report(warning)
      for (const { pointer, value } of initial) model.writeInitial(pointer, value)
      failures.forget(components)
    },
    restart(next) {
      beginning.set(next)
      arrival.set(hasAll() ? 'complete' : 'arriving')
    },
    endArrival: () => arrival.set(hasAll() ? 'complete' : 'incomplete'),
    write: ({ pointer, value }) => model.write(pointer, value),
    enter,
    emit: actions.emit,
    failed: failures.report,
    close() {
      actions.close()
      // The host may hold on to the surface, and React keeps the last one that it drew.
      model.clear()
      memo.own.clear()
      memo.tainted.clear()
    },
  }
}

function openerOf(surfaceId: string, { openUrl }: SurfaceHost): LiveSurface['openUrl'] {
  return openUrl && ((url, click) => void callHost(() => openUrl(url, { surfaceId, ...(click && { click }) })))
}

/** Not a copy: locale and time zone are looked up when they are asked for. */
function worldWith(environment: Environment, open: (address: string) => void): Environment {
  return Object.create(environment, { open: { value: (address: string) => open(address) } }) as Environment
}
