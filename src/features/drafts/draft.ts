/**
 * The draft of one surface: complete parts of lines that have not ended, kept beside the applied components and data. On any conflict
 * with these a part is not shown, because the end of its line decides.
 */
import type { Component } from '../../catalog/component.ts'
import type { Pointer } from '../../json/pointer.ts'
import type { JsonObject, Maybe } from '../../json/value.ts'
import type { Received, UpdateDataModel } from '../../protocol/message.ts'
import type { Draft } from '../../surface/shown.ts'
import type { LiveSurface } from '../../surface/surface.ts'
import type { MessagePart } from './message-parts.ts'

/** A line that is being written. */
export type Owner = object

export interface SurfaceDraft extends Draft {
  /** Throws for one component too many, which refuses its line. One that closes a cycle, or whose id is in use, is not shown. */
  addComponent(owner: Owner, component: Component): void
  /** A value of the data, where nothing was applied. Throws for one that will be refused. */
  addValues(owner: Owner, received: Received<UpdateDataModel>, part: MessagePart): void
  /** The line is over. `kept`: its stream is as well, so what is shown stays until more comes. */
  end(owner: Owner, kept: boolean): void
}

interface Value {
  readonly pointer: Pointer
  /** The same; of an element, the place of its list. */
  readonly place: Pointer
  readonly value: Maybe
  /** Characters of its text. */
  readonly size: number
}

/** The parts of one line. */
interface LineParts {
  readonly ids: string[]
  readonly values: Value[]
}

function placeBelow(base: Pointer, names: readonly string[]): Pointer {
  if (names.includes('__proto__')) throw new RangeError(names.join())
  return [...base, ...names] as readonly string[] as Pointer
}

export function draftOf(surface: LiveSurface): SurfaceDraft {
  surface.draft ??= createDraft(surface)
  return surface.draft as SurfaceDraft
}

function createDraft(surface: LiveSurface): SurfaceDraft {
  const { changes, componentSet, limits } = surface
  const components = new Map<string, Component>()
  const lines = new Map<Owner, LineParts>()
  const kept = new Set<Owner>()
  let model = surface.model.fresh()
  let size = 0

  function partsOfLine(owner: Owner): LineParts {
    const parts = lines.get(owner) ?? { ids: [], values: [] }
    lines.set(owner, parts)
    return parts
  }

  /** Changes the data within `places`, and draws what reads there. */
  function change(places: readonly Pointer[], write: () => void): void {
    const before = places.map((place) => model.read(place))
    write()
    changes.count++
    places.forEach((place, index) => {
      surface.model.listeners.invalidate(place, before[index], model.read(place), true)
    })
  }

  function remove(owner: Owner): void {
    const { ids, values } = partsOfLine(owner)
    lines.delete(owner)
    kept.delete(owner)
    for (const id of ids) components.delete(id)
    changes.count++
    ids.forEach(componentSet.invalidate)
    const places = values.map(({ place }) => place)
    // Elements of one list have one place.
    if (places.length > 0) change([...new Map(places.map((place) => [JSON.stringify(place), place])).values()], rebuild)
  }

  /** The data of the lines that are left. */
  function rebuild(): void {
    model = surface.model.fresh()
    size = 0
    for (const { values } of lines.values()) for (const one of values) write(one)
  }

  function write(one: Value): void {
    surface.model.quota.check(size + one.size)
    model.write(one.pointer, one.value)
    size += one.size
  }

  function add(owner: Owner, one: Value): void {
    const { pointer, place } = one
    if (surface.model.read(place) !== undefined || model.read(pointer) !== undefined) return
    change([place], () => write(one))
    partsOfLine(owner).values.push(one)
  }

  return {
    components,
    read: (pointer) => model.read(pointer),
    items: (pointer) => model.items(pointer),
    addComponent(owner, component) {
      const { id, edges } = component
      if (components.has(id) || surface.components.has(id)) return
      const isFull = components.size + surface.components.size >= limits.components
      if (isFull) throw new RangeError(id)
      // Only what refers to others can close a cycle.
      if (edges.length > 0 && componentSet.put([...components.values(), component], true) !== 0) return
      components.set(id, { ...component, draft: true })
      partsOfLine(owner).ids.push(id)
      changes.count++
      componentSet.invalidate(id)
    },
    addValues(owner, { pointer: base, value, family }, { names, isElement, part }) {
      const size = JSON.stringify(part).length
      const put = (pointer: Pointer, one: Maybe): void => {
        const place = isElement ? placeBelow(base, names.slice(0, -1)) : pointer
        add(owner, { pointer, place, value: one, size })
      }
      if (family === 'v0.9') put(placeBelow(base, names), value)
      // Names that look like paths are told from paths once the message is whole.
      else
        for (const [name, one] of Object.entries(value as JsonObject))
          if (![...base, name].some((part) => /[.[]/.test(part))) put(placeBelow(base, [name]), one)
    },
    end(owner, keeps) {
      if (!lines.has(owner)) return
      if (!keeps) return remove(owner)
      kept.add(owner)
      surface.cut.set(true)
      surface.endArrival()
    },
    settle() {
      if (kept.size === 0) return
      for (const owner of kept) remove(owner)
      surface.cut.set(false)
      if (surface.arrival.getSnapshot() === 'incomplete') surface.endArrival()
    },
  }
}
