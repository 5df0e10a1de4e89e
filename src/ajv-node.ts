/**
 * `surface-runtime/ajv` in Node, where a missing ajv is told in a sentence. Elsewhere a bundler looks for ajv and names it
 * itself, and the module stays free of a top-level `await`, which not every format of a bundle has.
 */
import type { compileCatalog as Compile } from './ajv.ts'
import { missingAjv } from './schema/missing-peer.ts'

const ajv = await import('./ajv.ts').catch(missingAjv)

export const compileCatalog: typeof Compile = ajv.compileCatalog
export type { CompiledCatalog } from './catalog/compiled.ts'
