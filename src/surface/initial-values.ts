/** Initial values that components write to the data model: in v0.8 a literal beside a path. */
import type { Component } from '../catalog/component.ts'
import { SurfaceError } from '../errors/surface-error.ts'
import { root } from '../json/pointer.ts'
import type { DataModel } from './data-model.ts'

/**
 * Gives what writes the initial values of one message. Of components with one id the last one counts. Places that the
 * user wrote stay as they are; what is written there is only counted. Throws what the writes would throw, and writes
 * nothing: a message is applied as a whole or not at all.
 */
export function initialValues(components: readonly Component[], model: DataModel): () => void {
  if (!components.some(({ initial }) => initial)) return () => undefined
  const last = new Map(components.map((component) => [component.id, component]))
  const counting = components.filter((component) => last.get(component.id) === component)
  const values = counting.flatMap(({ initial = [] }) => initial)
  const { agentData, userInput } = model
  agentData.check(values)
  try {
    attemptAll(counting, model)
  } catch (error) {
    // User input may be the reason of the refusal. There is room for the values: that was checked.
    if (agentData.parted) for (const { pointer, value } of values) agentData.write(pointer, value)
    throw error
  }
  return () => {
    for (const { pointer, value } of values) (userInput.touches(pointer) ? agentData : model).write(pointer, value)
  }
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
