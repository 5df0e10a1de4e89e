/**
 * `surface-runtime/ajv` in Node: reports a missing ajv in one sentence. Elsewhere the bundler reports a missing ajv, and the
 * module has no top-level `await`, which some bundle formats lack.
 */

import { missingAjv } from '../compiler/missing-peer.ts'
import type { compileCatalog as Compile } from './ajv.ts'

const ajv = await import('./ajv.ts').catch(missingAjv)

export const compileCatalog: typeof Compile = ajv.compileCatalog
export type { CompiledCatalog } from '../catalog/compiled.ts'
export { CatalogError, type CatalogErrorCode } from '../compiler/catalog-error.ts'
