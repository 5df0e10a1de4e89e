/**
 * A catalog's JSON Schema → a table, in memory or as the source of a module.
 *
 * Components and functions have a schema each, because they are picked by name: walking `anyFunction`'s `oneOf`
 * would cost five times as much and answer one typing error with dozens of findings. Within a component a call is left
 * open (`catalog.json` is replaced by a stand-in); `parse.ts` checks it with its own function's schema.
 */

import type { ReadCatalog } from '../catalog/compiled.ts'
import { readTable } from '../catalog/read-table.ts'
import { isObject } from '../json/value.ts'
import type { AjvValidator } from '../schema/validator.ts'
import { createSchemaCompiler, type Schema, type SchemaCompiler } from './ajv.ts'
import { checkSchema, namingCatalog } from './check-catalog.ts'
import { planOf } from './plan.ts'
import { prepared, resolver, type SchemaFiles } from './prepare.ts'
import { createTable } from './table.ts'

/**
 * Compiles in memory. Throws a `CatalogError` for a schema that cannot be served exactly, with the place and the catalog's
 * `name`. Types that say more than a table can need a page that allows `eval`.
 */
export function compileCatalog(schema: Schema, files: SchemaFiles, name?: string): ReadCatalog {
  const compilerOf = createLateCompiler()
  return namingCatalog(schema, name, () =>
    readTable(planOf(schema, files, (reference, schemas) => compilerOf(schemas).compile(reference))),
  )
}

/** The source of a module whose default export is the compiled catalog; it needs neither ajv nor `eval`. Throws as `compileCatalog`. */
export function emitCatalog(schema: Schema, files: SchemaFiles, name?: string): string {
  return namingCatalog(schema, name, () => emitted(schema, files))
}

/** ajv is set up for the first schema that a table cannot hold: most catalogs have none. */
function createLateCompiler(): (schemas: readonly Schema[]) => SchemaCompiler {
  let compiler: SchemaCompiler | undefined
  return (schemas) => {
    compiler ??= createSchemaCompiler(schemas)
    return compiler
  }
}

function emitted(schema: Schema, files: SchemaFiles): string {
  const references: { [name: string]: string } = {}
  const compilerOf = createLateCompiler()
  let code = ''
  // Where a validator belongs, its name stands until all else has become text.
  const table = planOf(schema, files, (reference, schemas) => {
    const name = `validator${Object.keys(references).length}`
    references[name] = reference
    code = `${compilerOf(schemas).emit(references)}\n`
    return named(name)
  })
  return `${code}export default ${source(table)}\n`
}

/** Stands for a validator whose code comes elsewhere. */
function named(name: string): AjvValidator {
  return Object.defineProperty(() => false, 'name', { value: name })
}

/** JSON, but for validators, which are written as their names. */
function source(value: unknown): string {
  if (typeof value === 'function') return value.name
  if (Array.isArray(value)) return `[${value.map(source)}]`
  if (!isObject(value)) return JSON.stringify(value)
  return `{${Object.entries(value).map(([key, member]) => `${keyOf(key)}:${source(member)}`)}}`
}

function keyOf(name: string): string {
  return /^(?:[a-z]\w*|0|[1-9]\d*)$/i.test(name) ? name : JSON.stringify(name)
}

/** The source of a module with the table of an envelope's messages. */
export function emitEnvelope(schema: Schema, kinds: readonly string[]): string {
  checkSchema(schema, {})
  const envelope = prepared(schema, 'envelope.json')
  const resolve = resolver([envelope])
  const { nodes, add } = createTable(resolve)
  const schemas = kinds.map((kind) => {
    const node = add(resolve(`${envelope.$id}#/$defs/${kind}`) ?? {})
    if (node === undefined) throw new Error(`The schema of "${kind}" says more than a table can`)
    return [kind, node]
  })
  return `export default ${source({ schemas: Object.fromEntries(schemas), nodes })}\n`
}
