/**
 * The first values that components of v0.8 bring for the data: a literal beside a path. They are tried before the components are
 * put in place, because a component whose values cannot be written is refused.
 */
import type { Component } from '../catalog/component.ts'
import { asSurfaceError, type Report, type SurfaceError } from '../errors/surface-error.ts'
import { growth } from '../json/data-growth.ts'
import { placeOf } from '../json/loose-path.ts'
import { type Pointer, read, root, write } from '../json/pointer.ts'
import type { JsonValue, Maybe } from '../json/value.ts'
import type { Received } from '../protocol/message.ts'
import type { DataModel } from './data-model.ts'
import type { SurfaceParts } from './surface-parts.ts'

export interface InitialValues {
  /** By id: why the values of a component cannot be written. */
  readonly refused: ReadonlyMap<string, SurfaceError>
  /** The same, for the host alone, while the user's input is held: the component is put in place, without its values. */
  readonly concealed: readonly SurfaceError[]
  /** Writes the values of all others. */
  readonly write: (report: Report) => void
}

interface Value {
  readonly pointer: Pointer
  readonly value: JsonValue
}

/** Of components with one id the last one counts. Places that the user wrote stay as they are. */
export function initialValues(
  components: readonly Component[],
  { model, unsent }: Pick<SurfaceParts, 'model' | 'unsent'>,
  message: Pick<Received, 'at' | 'line'>,
): InitialValues {
  const last = new Map(components.map((component) => [component.id, component]))
  const attempt = createAttempt(model)
  const accepted: (readonly [component: Component, values: readonly Value[]])[] = []
  const refused = new Map<string, SurfaceError>()
  const concealed: SurfaceError[] = []
  for (const component of components) {
    if (!component.initial || last.get(component.id) !== component) continue
    const values = component.initial
      .map(({ pointer, value }) => ({ pointer: placeOf(root, pointer, model), value }))
      .filter(({ pointer }) => !model.userInput.touches(pointer))
    try {
      placedAt(component, () => attempt(values))
      accepted.push([component, values])
    } catch (thrown) {
      const fault = unsent.faultOf(thrown, message, concealed)
      if (fault) refused.set(component.id, fault)
    }
  }
  return {
    refused,
    concealed,
    write(report) {
      for (const [component, values] of accepted) {
        try {
          placedAt(component, () => {
            for (const { pointer, value } of values) model.write(pointer, value)
            return true
          })
        } catch (error) {
          report(asSurfaceError(error))
        }
      }
    },
  }
}

/** What is thrown has the place of the component. */
function placedAt({ id, origin: { at, line } }: Component, task: () => true): true {
  try {
    return task()
  } catch (thrown) {
    throw asSurfaceError(thrown).in({ at, line, componentId: id })
  }
}

/** Writes values to a copy of the data, all of those of one call or none. Throws what the writes would throw. */
function createAttempt(model: DataModel): (values: readonly Value[]) => true {
  const owned = new WeakSet<object>()
  let document = model.read(root)
  let bytes = 0
  return (values) => {
    const before: (readonly [Pointer, Maybe])[] = []
    const start = bytes
    try {
      for (const { pointer, value } of values) {
        bytes += growth(document, pointer, value, true)
        model.quota.check(bytes)
        if (values.length > 1) before.unshift([pointer, read(document, pointer)])
        document = write(document, pointer, value, owned, true)
      }
      return true
    } catch (error) {
      for (const [pointer, old] of before) document = write(document, pointer, old, owned, true)
      bytes = start
      throw error
    }
  }
}
