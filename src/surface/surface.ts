/** One surface: its components, its data, and what its parts may ask of the world. */
import type { CompiledComponent } from '../catalog/compiled.ts'
import type { Component, Expression } from '../catalog/component.ts'
import type { Door, Theme } from '../catalog/door.ts'
import type { World } from '../catalog/function.ts'
import { type Binding, type Cell, createCell } from '../json/binding.ts'
import type { SurfaceError } from '../json/errors.ts'
import type { Limits } from '../json/limits.ts'
import { createMemoStore, type MemoStore } from '../json/memo.ts'
import { type Pointer, placed } from '../json/pointer.ts'
import type { JsonObject, JsonValue, Maybe } from '../json/value.ts'
import type {
  ClientEvent,
  CreateSurface,
  ProtocolVersion,
  Received,
  UpdateComponents,
  UpdateDataModel,
} from '../protocol/message.ts'
import { createActions } from './actions.ts'
import { type CallResults, createCallResults } from './call-results.ts'
import { type ComponentSet, createComponentSet } from './component-set.ts'
import { createDataModel, type DataModel } from './data-model.ts'
import { createDataTally, type DataTally } from './data-tally.ts'
import { createFailures } from './failures.ts'
import { initialValues } from './initial-values.ts'
import { createLoads, type Loads } from './loads.ts'
import type { MediaPolicy } from './media.ts'
import { duplicatesAmong, readComponents } from './read-components.ts'
import type { Round } from './round.ts'
import { createSurfaceData, type SurfaceData } from './surface-data.ts'
import type { Tallies } from './tally.ts'
import { createWork, type Work } from './work.ts'

/** What a surface needs from the runtime around it. */
export interface SurfaceHost {
  readonly limits: Limits
  readonly lenient: boolean
  readonly world: World
  readonly media: MediaPolicy
  readonly report: (error: SurfaceError, version?: ProtocolVersion) => void
  /** Hands an event to the host; a promise is pending as long as the host deals with it, and rejects where the host failed. */
  readonly emit: (event: ClientEvent) => Promise<void> | undefined
  /** Milliseconds since the epoch, for what the agent is told. */
  readonly wallClock: () => number
  /** Milliseconds since any moment: never set back, and never refused where a page is rendered ahead of its request. */
  readonly monotonicClock: () => number
  /** When the runtime took its last message, by `monotonicClock`, of whichever surface: they may move one another. */
  readonly heard: () => number
  /** What a function waited for has come: from now on that counts as the last message. */
  readonly arrived: () => void
  /** Tells who follows a change, when it is time. */
  readonly tell: Round['tell']
  /** Whether the user has entered anything on any surface of the runtime. */
  readonly userInput: Cell<boolean>
  /** What all surfaces of the runtime draw. */
  readonly drawn: Tallies
  /** The data that the agent has written to all surfaces of the runtime. */
  readonly stored: DataTally
}

/** How a surface is begun; v0.8 may begin again. */
interface Beginning {
  /** Id of the component to begin with. */
  readonly root: string
  readonly theme: Theme
}

/** How far a surface has come: parts are awaited, all are there, or the stream has ended without some. */
export type Arrival = 'arriving' | 'complete' | 'incomplete'

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

  /** @internal A number of its own: a deleted surface and its successor share an id, not this. */
  readonly key: number
  /** @internal */
  readonly beginning: Binding<Beginning>
  /** @internal */
  readonly arrival: Binding<Arrival>
  /** @internal Whether the user has entered anything on any surface of the runtime: the surfaces of one page move one another. */
  readonly userInput: Binding<boolean>
  /** @internal What all surfaces of the runtime draw. */
  readonly drawn: Tallies
  /** @internal The user has entered something, here or in an input that is bound to nothing. */
  readonly noteUserInput: () => void
  /** @internal */
  readonly model: DataModel
  /** @internal */
  readonly componentSet: ComponentSet
  /** @internal Grows with each change of data or components, and with each arrival of what a function waits for. */
  readonly revision: number
  /** @internal When the last message or module of a function came, by the host's monotonic clock; `-Infinity` before the first. */
  readonly heard: () => number
  /** @internal Tells who follows a change, when it is time. */
  readonly tell: Round['tell']
  /** @internal */
  readonly limits: Limits
  /** @internal */
  readonly media: MediaPolicy
  /** @internal */
  readonly world: World
  /**
   * @internal What functions have made and keep, such as formatters. What depends on what the user entered is kept apart: what it
   * made would be free of charge for the agent's own calls, and that would tell.
   */
  readonly memo: { readonly own: MemoStore; readonly tainted: MemoStore }
  /** @internal Results of calls within one change, kept apart for the same reason. */
  readonly results: { readonly own: CallResults; readonly tainted: CallResults }
  /** @internal */
  readonly work: Work
  /** @internal */
  readonly loads: Loads
  /** @internal What the schema says of each component type. */
  readonly types: { readonly [type: string]: CompiledComponent }
  /** @internal */
  readonly parseExpression: (wire: JsonValue) => Expression
  /** @internal All or nothing: throws a `SurfaceError` and is then as before. */
  readonly update: (received: Received<UpdateComponents>) => void
  /** @internal v0.8: another root, other styles. */
  readonly beginAgain: (beginning: Beginning) => void
  /** @internal A stream has ended: what has not come is missing. */
  readonly settle: () => void
  /** @internal All or nothing. */
  readonly write: (message: UpdateDataModel) => void
  /** @internal The person entered a value. */
  readonly enter: (pointer: Pointer, value: JsonValue) => void
  /** @internal The person acted. */
  readonly emit: (componentId: string, name: string, context: JsonObject) => Promise<void> | undefined
  /** @internal A function or renderer failed while drawing: told once per place until the component is sent again. */
  readonly failed: (componentId: string, error: SurfaceError) => void
  /** @internal No event leaves a deleted surface. */
  readonly close: () => void
}

export function createSurface(
  message: CreateSurface,
  door: Door,
  theme: Theme,
  key: number,
  host: SurfaceHost,
): Surface {
  const { surfaceId: id, version, catalogId, sendDataModel } = message
  const { limits, lenient, world, media } = host
  const model = createDataModel(createDataTally(limits.dataBytes, host.stored))
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
  const loads = createLoads(host.arrived)
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
    heard: host.heard,
    tell: host.tell,
    limits,
    world,
    memo,
    results,
    work: createWork(limits.work),
    loads,
    media,
    components: componentSet.byId,
    data: createSurfaceData(model, enter, limits),
    types: door.components,
    parseExpression: door.parseExpression(limits),
    get theme() {
      return beginning.getSnapshot().theme
    },
    get revision() {
      return model.revision + updates + loads.revision
    },
    update(received) {
      const warnings: SurfaceError[] = []
      const components = readComponents(received, door, { limits, lenient }, (warning) => warnings.push(warning))
      const initial = placed(received.at, () => initialValues(components, model))
      updates++
      const distinct = componentSet.put(components)
      arrival.set(hasAll() ? 'complete' : 'arriving')
      for (const warning of warnings) report(warning)
      if (distinct < components.length) for (const warning of duplicatesAmong(components, id)) report(warning)
      for (const { pointer, value } of initial) model.writeInitial(pointer, value)
      failures.forget(components)
    },
    beginAgain(next) {
      beginning.set(next)
      arrival.set(hasAll() ? 'complete' : 'arriving')
    },
    settle: () => arrival.set(hasAll() ? 'complete' : 'incomplete'),
    write: ({ pointer, value }) => model.write(pointer, value),
    enter,
    emit: actions.emit,
    failed: failures.tell,
    close() {
      actions.close()
      // The host may hold on to the surface, and React keeps the last one that it drew.
      model.clear()
      memo.own.clear()
      memo.tainted.clear()
    },
  }
}
