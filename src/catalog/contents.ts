/** The component types and functions of a catalog, whatever the version of the agent. */
import type { Limits } from '../errors/limits.ts'
import type { CompiledComponent } from './compiled.ts'
import type { Component } from './component.ts'
import type { CatalogFunction } from './expression.ts'

export interface CatalogContents {
  readonly catalogId: string
  readonly components: { readonly [type: string]: CompiledComponent }
  readonly functions: ReadonlyMap<string, CatalogFunction>
  readonly complete?: Complete | undefined
}

/** Adds to a component what its properties imply. Throws a `SurfaceError` whose `at` is within the component. */
export type Complete = (component: Component, limits: Limits) => Component
