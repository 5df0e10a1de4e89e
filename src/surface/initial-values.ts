/** Initial values that components write to the data model: in v0.8 a literal beside a path. */
import type { Component, InitialValue } from '../catalog/component.ts'
import { SurfaceError } from '../errors/surface-error.ts'
import { root } from '../json/pointer.ts'
import type { DataModel } from './data-model.ts'

/**
 * The initial values of one message, in order. Of components with one id the last one counts. Places that the user
 * wrote are included; `writeInitial` leaves them as they are. Throws what the writes would throw, and writes nothing: a
 * message is applied as a whole or not at all.
 */
export function initialValues(components: readonly Component[], model: DataModel): readonly InitialValue[] {
  if (!components.some(({ initial }) => initial)) return []
  const last = new Map(components.map((component) => [component.id, component]))
  const counting = components.filter((component) => last.get(component.id) === component)
  const values = counting.flatMap(({ initial = [] }) => initial)
  model.checkRoom(values)
  try {
    attemptAll(counting, model)
  } catch (error) {
    model.countRefused(values)
    throw error
  }
  return values
}

/** Throws what writing them would throw. */
function attemptAll(components: readonly Component[], model: DataModel): void {
  const owned = new WeakSet<object>()
  let document = model.read(root)
  for (const { initial = [], origin, id } of components) {
    for (const { pointer, value } of initial) {
      if (model.userInput.touches(pointer)) continue
      try {
        document = model.attempt(pointer, document, value, owned)
      } catch (error) {
        throw error instanceof SurfaceError ? error.in({ at: origin.at, componentId: id }) : error
      }
    }
  }
}
