/** One surface: its components, its data, and what its parts may ask of the world. */
import type { Component, Expression, InitialValue } from '../catalog/component.ts'
import type { Door, ParseOptions, Theme } from '../catalog/door.ts'
import type { CallContext } from '../catalog/function.ts'
import { type Cell, createCell } from '../json/binding.ts'
import { SurfaceError } from '../json/errors.ts'
import type { Limits } from '../json/limits.ts'
import { type Pointer, parsePointer, root, write } from '../json/pointer.ts'
import type { JsonObject, JsonValue } from '../json/value.ts'
import type {
  ClientEvent,
  CreateSurface,
  ProtocolVersion,
  Received,
  UpdateComponents,
  UpdateDataModel,
} from '../protocol/message.ts'
import { type ComponentSet, createComponentSet } from './component-set.ts'
import { createDataModel, type DataModel, type SurfaceData } from './data-model.ts'
import type { MediaPolicy } from './media.ts'

/** What a surface needs from the runtime around it. */
export interface SurfaceHost {
  readonly limits: Limits
  readonly lenient: boolean
  readonly world: Omit<CallContext, 'evaluate'>
  readonly media: MediaPolicy
  readonly report: (error: SurfaceError) => void
  /** Hands an event to the host; a promise is pending as long as the host deals with it. */
  readonly emit: (event: ClientEvent, surface: Surface) => Promise<void> | undefined
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** How a surface is begun; v0.8 may begin again. */
export interface Beginning {
  /** Id of the component to begin with. */
  readonly root: string
  readonly theme: Theme
}

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
  readonly beginning: Cell<Beginning>
  /** @internal */
  readonly model: DataModel
  /** @internal */
  readonly componentSet: ComponentSet
  /** @internal Grows with each change of data or components. */
  readonly revision: number
  /** @internal */
  readonly limits: Limits
  /** @internal */
  readonly media: MediaPolicy
  /** @internal */
  readonly world: Omit<CallContext, 'evaluate'>
  /** @internal */
  readonly parseExpression: (wire: JsonValue) => Expression
  /** @internal All or nothing: throws a `SurfaceError` and is then as before. */
  readonly update: (received: Received<UpdateComponents>) => void
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
  const { limits, world, media } = host
  const model = createDataModel()
  const componentSet = createComponentSet(limits)
  const beginning = createCell<Beginning>({ root: message.root, theme })
  const failures = new Map<string, Set<string>>()
  const sent: number[] = []
  let updates = 0
  let open = true

  function parseAll({ message, at, line }: Received<UpdateComponents>): readonly Component[] {
    const place = (error: SurfaceError, index: number): SurfaceError => error.below(`${at}/components/${index}`)
    return message.components.map((wire, index) => {
      const origin = { at: `${at}/components/${index}`, ...(line === undefined ? {} : { line }) }
      const warn = (error: SurfaceError): void => host.report(place(error, index).in({ line, surfaceId: id }))
      const options: ParseOptions = { limits, lenient: host.lenient, warn }
      try {
        return door.parseComponent(wire, origin, options)
      } catch (error) {
        throw error instanceof SurfaceError ? place(error, index) : error
      }
    })
  }

  function warnDuplicates(components: readonly Component[], line: number | undefined): void {
    const seen = new Set<string>()
    for (const { id: componentId, origin } of components) {
      if (seen.has(componentId)) host.report(duplicate(componentId, origin.at).in({ line, surfaceId: id }))
      seen.add(componentId)
    }
  }

  /** Refuses what comes too fast, or too late. */
  function mayEmit(now: number, componentId: string): boolean {
    const place = { surfaceId: id, componentId }
    if (!open) {
      host.report(
        new SurfaceError('ACTION_STALE', `Surface "${id}" is gone, so its action was not sent`, {
          ...place,
          hint: 'Nothing to do.',
        }),
      )
      return false
    }
    while (sent[0] !== undefined && sent[0] <= now - 1000) sent.shift()
    if (sent.length < limits.actionsPerSecond) return true
    const hint = 'Wait a moment, or raise limits.actionsPerSecond.'
    host.report(
      new SurfaceError('ACTION_RATE', `More than ${limits.actionsPerSecond} actions within a second`, {
        ...place,
        hint,
      }),
    )
    return false
  }

  const surface: Surface = {
    id,
    version,
    catalogId,
    sendDataModel,
    key,
    beginning,
    model,
    componentSet,
    limits,
    world,
    media,
    components: componentSet.byId,
    data: dataOf(model),
    parseExpression: door.parseExpression(limits),
    get theme() {
      return beginning.getSnapshot().theme
    },
    get revision() {
      return model.revision + updates
    },
    update(received) {
      const components = parseAll(received)
      const initial = components.flatMap((component) => component.initial ?? [])
      rehearse(model, initial)
      componentSet.put(components)
      updates++
      warnDuplicates(components, received.line)
      for (const { pointer, value } of initial) model.write(pointer, value)
      for (const { id: componentId } of components) failures.delete(componentId)
    },
    write: ({ pointer, value }) => model.write(pointer, value),
    enter: (pointer, value) => model.write(pointer, value),
    emit(componentId, name, context) {
      const now = host.now()
      if (!mayEmit(now, componentId)) return undefined
      sent.push(now)
      const timestamp = new Date(now).toISOString()
      return host.emit({ kind: 'action', surfaceId: id, componentId, name, context, timestamp }, surface)
    },
    failed(componentId, error) {
      const known = failures.get(componentId) ?? new Set()
      const key = `${error.code} ${error.place.at}`
      if (known.has(key)) return
      failures.set(componentId, known.add(key))
      // Later, because this may be called while React renders, where a host's handler must not set state.
      queueMicrotask(() => host.report(error.in({ surfaceId: id })))
    },
    close() {
      open = false
    },
  }
  return surface
}

function dataOf(model: DataModel): SurfaceData {
  return {
    get: (pointer) => model.read(parsePointer(pointer)),
    set: (pointer, value) => model.write(parsePointer(pointer), value),
    subscribe(pointer, onChange) {
      const parsed = parsePointer(pointer)
      const listener = { wake: onChange }
      model.listeners.add(parsed, listener)
      return () => model.listeners.remove(parsed, listener)
    },
  }
}

/** Throws what the writes would throw, and writes nothing: a message is applied whole or not at all. */
function rehearse(model: DataModel, initial: readonly InitialValue[]): void {
  if (initial.length === 0) return
  const owned = new WeakSet<object>()
  let document = model.read(root)
  for (const { pointer, value } of initial) document = write(document, pointer, value, owned)
}

function duplicate(componentId: string, at: string): SurfaceError {
  return new SurfaceError(
    'ID_DUPLICATE',
    `Two components of the message are called "${componentId}"; the last one counts`,
    { hint: 'Give each component an id of its own.', componentId, at: `${at}/id` },
    { severity: 'warning' },
  )
}
