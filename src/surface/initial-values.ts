/** Initial values that components write to the data model: in v0.8 a literal beside a path. */
import type { Component } from '../catalog/component.ts'
import { SurfaceError } from '../errors/surface-error.ts'
import { growth } from '../json/data-growth.ts'
import { placeOf } from '../json/loose-path.ts'
import { type Pointer, root, write } from '../json/pointer.ts'
import type { JsonValue } from '../json/value.ts'
import type { DataModel } from './data-model.ts'

/**
 * Gives what writes the initial values of one message. Of components with one id the last one counts. Places that the
 * user wrote stay as they are. Throws what the writes would throw, and writes nothing: a message is applied as a whole or
 * not at all.
 */
export function initialValues(components: readonly Component[], model: DataModel): () => void {
  if (!components.some(({ initial }) => initial)) return () => undefined
  const last = new Map(components.map((component) => [component.id, component]))
  const values = components.flatMap((component) =>
    last.get(component.id) === component ? valuesOf(component, model) : [],
  )
  const writes = values.filter(({ pointer }) => !model.userInput.touches(pointer))
  tryWrites(writes, model)
  return () => {
    for (const { pointer, value } of writes) model.write(pointer, value)
  }
}

interface InitialWrite {
  readonly pointer: Pointer
  readonly value: JsonValue
  readonly component: Component
}

function valuesOf(component: Component, model: DataModel): readonly InitialWrite[] {
  return (component.initial ?? []).map(({ pointer, value }) => ({
    pointer: placeOf(root, pointer, model),
    value,
    component,
  }))
}

function tryWrites(writes: readonly InitialWrite[], model: DataModel): void {
  const owned = new WeakSet<object>()
  let document = model.read(root)
  let bytes = 0
  for (const { pointer, value, component } of writes) {
    bytes += growth(document, pointer, value, true)
    try {
      model.quota.check(bytes)
      document = write(document, pointer, value, owned, true)
    } catch (error) {
      if (!(error instanceof SurfaceError)) throw error
      // The limit is one of the whole message.
      const place = error.code === 'LIMIT_DATA_BYTES' ? {} : { at: component.origin.at, componentId: component.id }
      throw error.in(place)
    }
  }
}
