/** The components of one message, put into a surface: all of them or none. */
import type { Component } from '../catalog/component.ts'
import type { Report, SurfaceError } from '../errors/surface-error.ts'
import { placed } from '../json/pointer.ts'
import type { Received, UpdateComponents } from '../protocol/message.ts'
import { putCuttingCycles } from './cut-cycles.ts'
import { initialValues } from './initial-values.ts'
import { duplicatesAmong, readComponents } from './read-components.ts'
import type { SurfaceParts } from './surface-parts.ts'

/** What is left to do once the components are in their places. */
export interface PutComponents {
  readonly components: readonly Component[]
  readonly warnings: readonly SurfaceError[]
  readonly writeInitial: () => void
}

/** Throws a `SurfaceError`; the surface is then as before. */
export function putComponents(parts: SurfaceParts, received: Received<UpdateComponents>): PutComponents {
  const { dialect, lenient, componentSet, model } = parts
  const { byId } = componentSet
  const warnings: SurfaceError[] = []
  const warn: Report = (warning) => void warnings.push(warning)
  // Until components have come, so that a refused message chooses nothing.
  if (byId.size === 0) dialect.choose?.(received.components)
  // Lenient: nothing to draw does not take the place of something.
  const components = readComponents(received, parts, warn).filter(
    ({ id, invalid }) => !invalid || byId.get(id)?.invalid || !byId.has(id),
  )
  const writeInitial = placed(received.at, () => initialValues(components, model))
  const distinct = lenient ? putCuttingCycles(componentSet, components, warn) : componentSet.put(components)
  if (distinct < components.length) warnings.push(...duplicatesAmong(components, received.surfaceId))
  return { components, warnings, writeInitial }
}
