// All that a stream leaves behind, as plain values that can be compared.
import type { Component } from '../../src/catalog/component.ts'
import type { Runtime, SurfaceError } from '../../src/entries/core.ts'
import type { Maybe } from '../../src/json/value.ts'
import { liveSurface } from '../../src/surface/surface.ts'

/** Every surface with its components, data and looks, in order. */
export function stateOf(runtime: Runtime): readonly unknown[] {
  return runtime.surfaces
    .getSnapshot()
    .map(liveSurface)
    .map((surface) => ({
      id: surface.id,
      version: surface.version,
      catalogId: surface.catalogId,
      theme: surface.theme,
      sendDataModel: surface.sendDataModel,
      root: surface.beginning.getSnapshot().root,
      data: surface.data.get(''),
      components: [...surface.components].map(([id, component]) => [id, withoutReport(component)]),
    }))
}

/** The version and the source in a fault are those of its report, which comes once. */
function withoutReport(component: Component): unknown {
  const { invalid } = component
  if (!invalid) return component
  const { source: _, ...place } = invalid.place
  return { ...component, invalid: { ...plain(invalid), place } }
}

/** A report without its stack. */
export function plain({ code, severity, message, hint, place }: SurfaceError): object {
  return { code, severity, message, hint, place }
}

/** A value as a text. A gap in an array is not null, so it looks different. */
export function textOf(value: Maybe): string {
  return JSON.stringify(value, (_key, inner: unknown) => (inner === undefined ? 'a gap' : inner)) ?? 'nothing'
}
