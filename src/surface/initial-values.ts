/** Initial values that components write to the data model: in v0.8 a literal beside a path. */
import type { Component } from '../catalog/component.ts'
import { SurfaceError } from '../errors/surface-error.ts'
import { placeOf } from '../json/loose-path.ts'
import { type Pointer, root, write } from '../json/pointer.ts'
import type { JsonValue } from '../json/value.ts'
import { growth } from './data-growth.ts'
import type { SurfaceParts } from './surface-parts.ts'

/**
 * Gives what writes the initial values of one message. Of components with one id the last one counts. Places that the
 * user wrote stay as they are. Throws what the writes would throw, and writes nothing: a message is applied as a whole or
 * not at all.
 */
export function initialValues(components: readonly Component[], data: Data): () => void {
  if (!components.some(({ initial }) => initial)) return () => undefined
  const last = new Map(components.map((component) => [component.id, component]))
  const values = components.flatMap((component) =>
    last.get(component.id) === component ? valuesOf(component, data) : [],
  )
  const writes = values.filter(({ pointer }) => !data.model.userInput.touches(pointer))
  tryWrites(writes, data)
  return () => {
    for (const { pointer, value } of writes) data.model.write(pointer, value)
  }
}

type Data = Pick<SurfaceParts, 'model' | 'unsent'>

interface InitialWrite {
  readonly pointer: Pointer
  readonly value: JsonValue
  readonly component: Component
}

function valuesOf(component: Component, { model }: Data): readonly InitialWrite[] {
  return (component.initial ?? []).map(({ pointer, value }) => ({
    pointer: placeOf(root, pointer, model),
    value,
    component,
  }))
}

function tryWrites(writes: readonly InitialWrite[], { model, unsent }: Data): void {
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
      throw unsent.conceal(error).in(place)
    }
  }
}
