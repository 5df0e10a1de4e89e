/**
 * `surface-runtime/bare`: the runtime and its views for a host that has catalogs and renderers of its own. The basic
 * catalog is not in it, nor its functions and renderers, so `catalogs` and `renderers` are required.
 */
export { defineCatalog } from './catalog/catalog.ts'
export { defineFunctions } from './catalog/function.ts'
export type * from './index.ts'
export { toBoolean, toNumber, toText } from './json/coerce.ts'
export { errorCodes, SurfaceError } from './json/errors.ts'
export { defaultLimits } from './json/limits.ts'
export { useBinding, useSurfaces } from './react/hooks.ts'
export { defineRenderers, wrapRenderer } from './react/renderer.ts'
export { SurfaceList, type SurfaceListProps, SurfaceView, type SurfaceViewProps } from './react/SurfaceView.tsx'
export { defaultTexts } from './react/texts.ts'
export { useRuntime } from './react/use-runtime.ts'
export { createRuntime, type RuntimeOptions } from './runtime.ts'
