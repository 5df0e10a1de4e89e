/** What the user typed, as JSON that outlives its surfaces: a host keeps it over a reload, a synced source over a new beginning. */
import type { Component } from '../catalog/component.ts'
import type { PathExpression } from '../catalog/expression.ts'
import { type Pointer, parsePointer, pointerOf } from '../json/pointer.ts'
import { isObject, type JsonValue, sameJson } from '../json/value.ts'
import type { DataModel } from './data-model.ts'
import { liveSurface, type Surface } from './surface.ts'
import type { Shown } from './unsent-input.ts'

/** By surface id: the places that the user wrote, with their values. Plain JSON. */
export interface SavedInput {
  readonly [surfaceId: string]: readonly SavedField[]
}

export interface SavedField {
  /** A JSON Pointer (RFC 6901). */
  readonly pointer: string
  readonly value: JsonValue
}

export interface InputToRestore {
  /** Adds what waits for its surface. `saved`: of any shape; what is no saved input is left out. */
  add(saved: unknown): void
  /**
   * The surface is taken back: what was typed into it waits for the surface that takes its place, with what its views show if
   * the input was not sent.
   */
  addOf(surface: Surface): void
  /**
   * Writes, as the user, what waits for a place that a component of its surface binds now. `over`: nothing more comes from
   * what is read now, so what was written waits no longer. Until then the agent may write the same place once more, as it
   * did when the surface was new: the user's value is written over that.
   */
  restore(surfaces: readonly Surface[], over: boolean): void
  /** Whether anything waits. */
  readonly waits: boolean
}

/** `obscured`: with what was typed into fields that hide it, such as passwords. */
export function savedInputOf(surfaces: readonly Surface[], obscured = false): SavedInput {
  const saved = surfaces.map((surface) => {
    const hidden = obscured ? [] : [...surface.components.values()].filter(isObscured)
    const fields = surface.data.userInput().filter(({ pointer, value }) => {
      const place = parsePointer(pointer)
      return value !== undefined && !pathsOf(hidden).some((path) => overlaps(path, place))
    })
    return [surface.id, fields] as const
  })
  return Object.fromEntries(saved.filter(([, fields]) => fields.length > 0)) as SavedInput
}

/** A variant that is computed may hide the text at any time. */
function isObscured({ type, props: { variant } }: Component): boolean {
  return type === 'TextField' && variant !== undefined && (variant.kind !== 'static' || variant.value === 'obscured')
}

interface WaitingField extends SavedField {
  readonly place: Pointer
}

export function createInputToRestore(): InputToRestore {
  const waiting = new Map<string, Map<string, WaitingField>>()
  /** By surface id: what was shown of the surface before; `undefined`: its input was sent. */
  const shown = new Map<string, readonly Shown[] | undefined>()

  function add(saved: unknown): void {
    for (const [surfaceId, fields] of Object.entries(isObject(saved) ? saved : {})) {
      const known = waiting.get(surfaceId) ?? new Map<string, WaitingField>()
      for (const field of Array.isArray(fields) ? fields.flatMap(waitingField) : []) known.set(field.pointer, field)
      if (known.size > 0) waiting.set(surfaceId, known)
    }
  }

  function restoreTo(surface: Surface, fields: Map<string, WaitingField>, over: boolean): void {
    const { model, components, unsent } = liveSurface(surface)
    const paths = pathsOf(components.values())
    for (const [pointer, field] of fields) {
      // What the user has written meanwhile is newer.
      const typed = model.userInput.touches(field.place)
      if (!typed && !paths.some((path) => isBound(path, field.place, model))) continue
      const sent = shown.has(surface.id) && !shown.get(surface.id)
      if (!typed && !sent) unsent.enter(shown.get(surface.id))
      const stays = typed ? sameJson(model.read(field.place), field.value) : write(surface, field)
      if (over || !stays) fields.delete(pointer)
    }
    if (fields.size > 0) return
    waiting.delete(surface.id)
    shown.delete(surface.id)
  }

  return {
    get waits() {
      return waiting.size > 0
    },
    add,
    addOf(surface) {
      const { unsent } = liveSurface(surface)
      const waited = waiting.has(surface.id)
      add(savedInputOf([surface], true))
      if (unsent.held.getSnapshot()) shown.set(surface.id, unsent.shownNow())
      // What has waited before may be unsent.
      else if (!waited && waiting.has(surface.id)) shown.set(surface.id, undefined)
    },
    restore(surfaces, over) {
      for (const surface of waiting.size > 0 ? surfaces : []) {
        const fields = waiting.get(surface.id)
        if (fields) restoreTo(surface, fields, over)
      }
    },
  }
}

/** One field, or none of what is no field: it comes from the host's storage, which may be of another version. */
function waitingField(saved: unknown): readonly WaitingField[] {
  const { pointer, value } = isObject(saved) ? saved : {}
  if (typeof pointer !== 'string' || value === undefined) return []
  try {
    return [{ pointer, value: value as JsonValue, place: parsePointer(pointer) }]
  } catch {
    return []
  }
}

/** False where the agent's data have no such place any more. */
function write(surface: Surface, { place, value }: WaitingField): boolean {
  try {
    liveSurface(surface).model.enter(place, value)
    return true
  } catch {
    return false
  }
}

/** The paths that the properties of components are bound to. */
function pathsOf(components: Iterable<Component>): readonly PathExpression[] {
  return [...components].flatMap(({ props }) =>
    Object.values(props).flatMap((prop) =>
      prop.kind === 'dynamic' && prop.expression.kind === 'path' ? [prop.expression] : [],
    ),
  )
}

/** A relative path leads to a place if the row that the place is in is there. */
function isBound({ pointer, from }: PathExpression, place: Pointer, { read }: Pick<DataModel, 'read'>): boolean {
  const start = place.length - pointer.length
  const row = pointerOf(place.slice(0, Math.max(0, start)))
  if (start < 0 || (from === 'root' && start > 0) || (start > 0 && read(row) === undefined)) return false
  return pointer.every((token, index) => token === place[start + index])
}

/** Whether the value at the place may hold what the path leads to, or be a part of it. */
function overlaps({ pointer, from }: PathExpression, place: Pointer): boolean {
  const start = from === 'root' ? 0 : Math.max(0, place.length - pointer.length)
  return place.slice(start).every((token, index) => pointer[index] === undefined || token === pointer[index])
}
