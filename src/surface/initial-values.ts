/** Values that components bring for the data model: in v0.8 a literal beside a path. */
import type { Component, InitialValue } from '../catalog/component.ts'
import { SurfaceError } from '../json/errors.ts'
import { root } from '../json/pointer.ts'
import type { DataModel } from './data-model.ts'

/**
 * Those of one message, in order. Of components with one id the last one counts, and a place that the user wrote keeps what
 * the user entered. Throws what writing them would throw, and writes nothing: a message is applied whole or not at all.
 */
export function initialValues(components: readonly Component[], model: DataModel): readonly InitialValue[] {
  if (!components.some(({ initial }) => initial)) return []
  const last = new Map(components.map((component) => [component.id, component]))
  const values: InitialValue[] = []
  const owned = new WeakSet<object>()
  let document = model.read(root)
  for (const component of components) {
    if (last.get(component.id) !== component) continue
    for (const initial of component.initial ?? []) {
      if (model.entered.touches(initial.pointer)) continue
      try {
        document = model.attempt(initial.pointer, document, initial.value, owned)
      } catch (error) {
        const place = { at: component.origin.at, componentId: component.id }
        throw error instanceof SurfaceError ? error.in(place) : error
      }
      values.push(initial)
    }
  }
  return values
}
