// All that a stream leaves behind, as plain values that can be compared.
import type { Runtime, SurfaceError } from '../../src/core.ts'
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
      components: [...surface.components],
    }))
}

/** A report without its stack. */
export function plain({ code, severity, message, hint, place }: SurfaceError): unknown {
  return { code, severity, message, hint, place }
}
