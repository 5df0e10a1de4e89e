/**
 * `surface-runtime`: everything, with defaults: a runtime without `catalogs` has those of the public protocol, a view without
 * `renderers` draws with the basic ones. A name means the same here as at the entry points that have it too.
 */

export { createRuntime } from '../basic/create-runtime.ts'
export { useRuntime } from '../basic/use-runtime.ts'
export { SurfaceList, SurfaceView } from '../basic/views.tsx'
export * from './catalogs.ts'
export * from './core.ts'
export * from './react.ts'
export * from './renderers.ts'
