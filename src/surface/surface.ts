/** One surface: what hosts see of it, what the runtime and the views see, and its life. */
import type { Component } from '../catalog/component.ts'
import type { Dialect, Theme } from '../catalog/dialect.ts'
import type { Report, SurfaceError } from '../errors/surface-error.ts'
import { root as rootPointer } from '../json/pointer.ts'
import type { JsonObject } from '../json/value.ts'
import { type Binding, type Cell, createCell } from '../live/binding.ts'
import type { ClientEvent, CreateSurface, ProtocolVersion, Received, UpdateComponents } from '../protocol/message.ts'
import { createActions } from './actions.ts'
import { beginLoads } from './loads.ts'
import { putComponents } from './put-components.ts'
import type { Draft } from './shown.ts'
import { createSurfaceData, type SurfaceData } from './surface-data.ts'
import { createSurfaceParts, type SurfaceHost, type SurfaceParts } from './surface-parts.ts'

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
  /** As the agent named it. Surfaces of several sources may have the same id. */
  readonly id: string
  /**
   * The source that has begun it: as `sync`, `read` or `apply` named it. `undefined`: a stream of `push`, `read` or `apply`;
   * all streams are one source.
   */
  readonly source: string | undefined
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

/** A surface as the runtime and the views see it. Hosts get its other face, which has the members of `Surface` alone. */
export interface LiveSurface extends Surface, SurfaceParts {
  /** A number for life, which no other surface of the runtime ever has: a deleted surface and its successor share an id, not this. */
  readonly key: number
  readonly beginning: Binding<Beginning>
  readonly arrival: Binding<Arrival>
  /** How often the surface has begun: see `takeOver`. */
  beginnings: number
  /** What views draw beside what was applied; `undefined` before the first line that is looked at before it is whole. */
  draft: Draft | undefined
  /** A stream has ended within a line, and what was shown of the line still is. */
  readonly cut: Cell<boolean>
  /** Refuses faulty components alone, with reports. Throws what refuses the message as a whole, and is then as before. */
  update(received: Received<UpdateComponents>): void
  /** v0.8: another root, other styles. */
  restart(beginning: Beginning): void
  /** A stream has ended: parts that have not arrived are missing. */
  endArrival(): void
  /** The user acted. */
  emit(componentId: string, name: string, context: JsonObject): Promise<void> | undefined
  /** A function or renderer failed while drawing. Reported once per place until the component is sent again. */
  failed(componentId: string, error: SurfaceError): void
  /**
   * After `close`: the surface goes on with the content of another one, which ends. Views that have not seen the end keep the elements of
   * what is drawn alike, with focus and text. False, without an effect, for a surface of another kind.
   */
  takeOver(next: LiveSurface): boolean
  /** No event leaves a deleted surface. Its values are released: the host may hold on to it, and React keeps the last one. */
  close(): void
}

export function createSurface(
  message: CreateSurface,
  source: string | undefined,
  dialect: Dialect,
  theme: Theme,
  key: number,
  host: SurfaceHost,
): Surface {
  const { surfaceId, version, catalogId, sendDataModel, root } = message
  const parts = createSurfaceParts(message, dialect, host)
  const { model, componentSet, memo, unsent } = parts
  const beginning = createCell<Beginning>({ root, theme })
  const arrival = createCell<Arrival>('arriving')
  const cut = createCell(false)
  const report: Report = (error) => host.report(error.in({ surfaceId, source }), version)
  const failures = createFailures(report)
  const actions = createActions({ surfaceId, source, version }, { ...host, report, emit })

  function emit(event: ClientEvent): Promise<void> | undefined {
    unsent.send()
    return host.emit(event)
  }

  function failed(componentId: string, error: SurfaceError): void {
    failures.report(componentId, unsent.conceal(error))
  }

  function setArrival(otherwise: Arrival): void {
    const { missing, byId } = componentSet
    const root = byId.get(beginning.getSnapshot().root)
    const whole = missing === 0 && root && !cut.getSnapshot()
    // Without its root a surface has nothing to show: it does not look as if something were on its way.
    arrival.set(root?.invalid ? 'incomplete' : whole ? 'complete' : otherwise)
  }

  const face: Surface = {
    ...{ id: surfaceId, source, version, catalogId, sendDataModel, components: componentSet.byId },
    data: createSurfaceData(model, host, unsent),
    get theme() {
      return beginning.getSnapshot().theme
    },
  }
  const live: LiveSurface = {
    ...parts,
    ...face,
    ...{ key, beginning, arrival, cut, draft: undefined, emit: actions.emit, failed, beginnings: 1 },
    get theme() {
      return face.theme
    },
    update(received) {
      const { components, reports, writeInitial } = putComponents(parts, received)
      setArrival('arriving')
      reports.forEach(report)
      writeInitial?.(report)
      failures.forget(components)
    },
    restart(next) {
      beginning.set(next)
      setArrival('arriving')
    },
    endArrival() {
      setArrival('incomplete')
      // Notices take the places of what is missing, and move what stands below.
      if (arrival.getSnapshot() === 'incomplete') host.arrived()
    },
    takeOver(next) {
      const isAlike = next.version === version && next.catalogId === catalogId && next.dialect === dialect
      if (!isAlike || next.sendDataModel !== sendDataModel) return false
      const components = [...next.components.values()]
      const document = next.model.read(rootPointer)
      next.close()
      live.draft?.settle()
      live.beginnings++
      actions.open()
      unsent.open()
      // Both are in place before anything is evaluated.
      const notify = model.replace(document)
      beginLoads(components, parts.loads)
      componentSet.replace(components)
      notify()
      failures.forgetAll()
      beginning.set(next.beginning.getSnapshot())
      cut.set(next.cut.getSnapshot())
      arrival.set(next.arrival.getSnapshot())
      return true
    },
    close() {
      actions.close()
      unsent.close()
      model.clear()
      memo.clear()
      parts.drawn.giveBack?.()
    },
  }
  // Hosts get the other face. The link is not enumerable: a console, a copy and `Object.keys` leave it out.
  return Object.defineProperty(face, 'live', { value: live })
}

/** The inner face of a surface. Hosts cannot make a `Surface`: each one comes from `createSurface`. */
export function liveSurface(surface: Surface): LiveSurface {
  return (surface as Surface & { readonly live: LiveSurface }).live
}

interface Failures {
  /** Reports an error once per code and place, until the component is sent again. `componentId`: empty for the theme. */
  report(componentId: string, error: SurfaceError): void
  /** These components were sent again: their faults are reported again. */
  forget(components: readonly { readonly id: string }[]): void
  forgetAll(): void
}

function createFailures(send: Report): Failures {
  /** By component. Of the surface as a whole: `undefined`. */
  const reported = new Map<string | undefined, Set<string>>()
  return {
    report(componentId, error) {
      // These limits belong to the surface: one report, whichever component reaches the limit, however many do.
      const shared = /^LIMIT_(WORK|NODES|MARKS)$/.test(error.code)
      const owner = shared ? undefined : componentId
      // Confidential faults are remembered apart, so that they never suppress a report that the agent may see.
      const key = `${error.confidential} ${error.code} ${shared ? '' : error.place.at}`
      const known = reported.get(owner) ?? new Set()
      if (known.has(key)) return
      reported.set(owner, known.add(key))
      // In a microtask, because React may be rendering, and the host's handler may set state.
      queueMicrotask(() => send(error))
    },
    forget(components) {
      if (reported.size === 0) return
      reported.delete(undefined)
      for (const { id } of components) reported.delete(id)
    },
    forgetAll: () => reported.clear(),
  }
}
