/** What the user typed, as JSON that outlives its surfaces: a host keeps it over a reload, a synced source over a new beginning. */
import type { PathExpression } from '../catalog/expression.ts'
import { type Pointer, parsePointer, pointerOf, samePointer } from '../json/pointer.ts'
import { isObject, type JsonValue, sameJson } from '../json/value.ts'
import type { DataModel } from './data-model.ts'
import { markObscured, pathsOf, placesOf } from './obscured-input.ts'
import { type LiveSurface, liveSurface, type Surface } from './surface.ts'
import type { ShownAddresses } from './unsent-input.ts'

/** By surface id: the places that the user wrote, with their values. Plain JSON. */
export interface SavedInput {
  readonly [surfaceId: string]: readonly SavedField[]
}

export interface SavedField {
  /** A JSON Pointer (RFC 6901). */
  readonly pointer: string
  readonly value: JsonValue
  /** The source of the surface; `undefined`: a stream's. What is restored without a source fits the surface of any. */
  readonly source?: string | undefined
  /** A field that hides what is typed was bound to the place. */
  readonly obscured?: true
}

export interface InputToRestore {
  /** Adds what waits for its surface. `saved`: of any shape; what is no saved input is left out. */
  add(saved: unknown): void
  /**
   * The surface is taken back: what was typed into it waits for the surface that takes its place, with what its views show if
   * the input was not sent.
   */
  addOf(surface: LiveSurface): void
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
export function savedInputOf(surfaces: readonly LiveSurface[], obscured = false): SavedInput {
  const saved: { [surfaceId: string]: readonly SavedField[] } = {}
  for (const surface of surfaces) {
    const { id, source, components, model } = surface
    markObscured([...components.values()], components, model)
    const fields = surface.data.userInput().flatMap(({ pointer, value }): readonly SavedField[] => {
      const hidden = model.userInput.isObscured(parsePointer(pointer))
      if (value === undefined || (hidden && !obscured)) return []
      return [{ pointer, value, ...(hidden && { obscured: true as const }) }]
    })
    const named = source === undefined ? fields : fields.map((field) => ({ ...field, source }))
    if (named.length > 0) saved[id] = [...(saved[id] ?? []), ...named]
  }
  return saved
}

interface WaitingField extends SavedField {
  readonly place: Pointer
  /** It comes from a surface, not from the host's storage: without a source it is a stream's. */
  readonly exact: boolean
}

export function createInputToRestore(): InputToRestore {
  const waiting = new Map<string, Map<string, WaitingField>>()
  /** By surface id: what was shown of the surface before; `undefined`: its input was sent. */
  const shown = new Map<string, readonly ShownAddresses[] | undefined>()

  function add(saved: unknown, exact: boolean): void {
    for (const [surfaceId, fields] of Object.entries(isObject(saved) ? saved : {})) {
      const known = waiting.get(surfaceId) ?? new Map<string, WaitingField>()
      for (const field of Array.isArray(fields) ? fields.flatMap((one) => waitingField(one, exact)) : [])
        known.set(JSON.stringify([field.source, field.pointer]), field)
      if (known.size > 0) waiting.set(surfaceId, known)
    }
  }

  function restoreTo(surface: Surface, fields: Map<string, WaitingField>, over: boolean): void {
    const { model, components, unsent } = liveSurface(surface)
    const paths = pathsOf(components.values())
    for (const [key, field] of fields) {
      if ((field.exact || field.source !== undefined) && field.source !== surface.source) continue
      // What the user has written meanwhile is newer.
      const typed = model.userInput.touches(field.place)
      if (!typed && !paths.some((path) => isBound(path, field.place, model))) continue
      const sent = shown.has(surface.id) && !shown.get(surface.id)
      const takeBack = typed || sent ? undefined : unsent.enter(shown.get(surface.id))
      const stays = typed ? sameJson(model.read(field.place), field.value) : write(surface, field)
      if (!stays) takeBack?.()
      if (over || !stays) fields.delete(key)
    }
    if (fields.size > 0) return
    waiting.delete(surface.id)
    shown.delete(surface.id)
  }

  return {
    get waits() {
      return waiting.size > 0
    },
    add: (saved) => add(saved, false),
    addOf(surface) {
      const { unsent } = surface
      const waited = waiting.has(surface.id)
      add(savedInputOf([surface], true), true)
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
function waitingField(saved: unknown, exact: boolean): readonly WaitingField[] {
  const { pointer, value, source, obscured } = isObject(saved) ? saved : {}
  if (typeof pointer !== 'string' || value === undefined) return []
  const from = { ...(typeof source === 'string' && { source }), ...(obscured === true && { obscured: true as const }) }
  try {
    return [{ pointer, value: value as JsonValue, place: parsePointer(pointer), exact, ...from }]
  } catch {
    return []
  }
}

/** False where the agent's data have no such place any more. */
function write(surface: Surface, { place, value, obscured }: WaitingField): boolean {
  try {
    liveSurface(surface).model.enter(place, value, obscured)
    return true
  } catch {
    return false
  }
}

/** Whether the path leads to the place. A row has to be there. */
function isBound(path: PathExpression, place: Pointer, model: DataModel): boolean {
  return placesOf(path, place, model).some(
    (one, names) =>
      samePointer(one, place) && (names === 0 || model.read(pointerOf(place.slice(0, names))) !== undefined),
  )
}
