/** The components of one message, put into a surface: all of them or none. */
import type { Component } from '../catalog/component.ts'
import type { Report, SurfaceError } from '../errors/surface-error.ts'
import type { Received, UpdateComponents } from '../protocol/message.ts'
import { putCuttingCycles } from './cut-cycles.ts'
import { initialValues } from './initial-values.ts'
import { beginLoads } from './named-loads.ts'
import { duplicatesAmong, readComponents } from './read-components.ts'
import type { SurfaceParts } from './surface-parts.ts'

/** What is left to do once the components are in their places. */
export interface PutComponents {
  readonly components: readonly Component[]
  readonly warnings: readonly SurfaceError[]
  readonly writeInitial: (() => void) | undefined
}

/** Throws a `SurfaceError`; the surface is then as before. */
export function putComponents(parts: SurfaceParts, received: Received<UpdateComponents>): PutComponents {
  const { dialect, lenient, componentSet } = parts
  const { byId } = componentSet
  const warnings: SurfaceError[] = []
  const warn: Report = (warning) => void warnings.push(warning)
  // Until components have come, so that a refused message chooses nothing.
  if (byId.size === 0) dialect.choose?.(received.components)
  const read = readComponents(received, parts, warn)
  const components = lenient?.withoutSuperseded(read, byId) ?? read
  const writeInitial = parts.unsent.attempt(received, () => initialValues(components, parts.model), warnings)
  // First: a component may be drawn as soon as it is in its place.
  for (const component of components) beginLoads(component, parts.loads)
  const distinct = putCuttingCycles(componentSet, components, lenient ? warn : undefined)
  if (distinct < components.length) warnings.push(...duplicatesAmong(components, received.surfaceId))
  return { components, warnings, writeInitial }
}
