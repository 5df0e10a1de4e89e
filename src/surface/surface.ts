/** One surface: its components, its data, and what its parts may ask of the world. */
import type { CompiledComponent } from '../catalog/compiled.ts'
import type { Component, Expression } from '../catalog/component.ts'
import type { Door, Theme } from '../catalog/door.ts'
import type { World } from '../catalog/function.ts'
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
import { type CallResults, createCallResults } from './call-results.ts'
import { type ComponentSet, createComponentSet } from './component-set.ts'
import { createDataModel, type DataModel } from './data-model.ts'
import { createDataTally } from './data-tally.ts'
import { createFailures } from './failures.ts'
import { initialValues } from './initial-values.ts'
import { createJsonTexts } from './json-texts.ts'
import { createLoads, type Loads } from './loads.ts'
import type { MediaPolicy } from './media.ts'
import { duplicatesAmong, readComponents } from './read-components.ts'
import type { Round } from './round.ts'
import { createSurfaceData, type SurfaceData } from './surface-data.ts'
import type { SurfaceHost } from './surface-host.ts'
import type { Tallies } from './tally.ts'
import { createWork, type Work } from './work.ts'

/** How a surface is begun; v0.8 may begin again. */
interface Beginning {
  /** Id of the component to begin with. */
  readonly root: string
  readonly theme: Theme
}

/** How far a surface has come: parts are awaited, all are there, or the stream has ended without some. */
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
  /** Whether the user has entered anything on any surface of the runtime: the surfaces of one page move one another. */
  readonly userInput: Binding<boolean>
  /** What all surfaces of the runtime draw. */
  readonly drawn: Tallies
  /** The user has entered something, here or in an input that is bound to nothing. */
  readonly noteUserInput: () => void
  readonly model: DataModel
  readonly componentSet: ComponentSet
  /** Grows with each change of data or components, and with each arrival of what a function waits for. */
  readonly revision: number
  /** When the last message or module of a function came, by the host's monotonic clock; `-Infinity` before the first. */
  readonly heard: () => number
  /** Tells who follows a change, when it is time. */
  readonly tell: Round['tell']
  readonly limits: Limits
  readonly media: MediaPolicy
  /** How the host opens addresses; `undefined`: in a tab of their own. */
  readonly openUrl: ((url: string, click?: MouseEvent) => void) | undefined
  readonly world: World
  /**
   * What functions have made and keep, such as formatters. What depends on what the user entered is kept apart: what it
   * made would be free of charge for the agent's own calls, and that would tell.
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
  readonly beginAgain: (beginning: Beginning) => void
  /** A stream has ended: what has not come is missing. */
  readonly settle: () => void
  /** All or nothing. */
  readonly write: (message: UpdateDataModel) => void
  /** The user entered a value. */
  readonly enter: (pointer: Pointer, value: JsonValue) => void
  /** The user acted. */
  readonly emit: (componentId: string, name: string, context: JsonObject) => Promise<void> | undefined
  /** A function or renderer failed while drawing: told once per place until the component is sent again. */
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
  door: Door,
  theme: Theme,
  key: number,
  host: SurfaceHost,
): LiveSurface {
  const { surfaceId: id, version, catalogId, sendDataModel } = message
  const { limits, lenient, media } = host
  const model = createDataModel(
    createDataTally(limits.dataBytes, host.stored),
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
    heard: host.heard,
    tell: host.tell,
    limits,
    world: openUrl ? worldWith(host.world, openUrl) : host.world,
    openUrl,
    memo,
    results,
    work: createWork(limits.work),
    loads,
    media,
    components: componentSet.byId,
    data: createSurfaceData(model, { enter, write: writeByHost }, limits),
    get types() {
      return door.components
    },
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

function openerOf(surfaceId: string, { openUrl }: SurfaceHost): LiveSurface['openUrl'] {
  return openUrl && ((url, click) => void callHost(() => openUrl(url, { surfaceId, ...(click && { click }) })))
}

/** Not a copy: locale and time zone are looked up when they are asked for. */
function worldWith(world: World, open: (address: string) => void): World {
  return Object.create(world, { open: { value: (address: string) => open(address) } }) as World
}
