/** A catalog's schema → its table. Refuses what cannot be served. */

import type { CatalogTable, ComponentTable, FunctionTable, SchemaOrValidator } from '../catalog/compiled.ts'
import type { Shape, Shapes } from '../catalog/shape.ts'
import { escapeToken } from '../json/pointer.ts'
import { isObject, type JsonValue, mapMembers } from '../json/value.ts'
import { SchemaMistake } from '../schema/mistake.ts'
import type { AjvValidator } from '../schema/validator.ts'
import { createSchemaCompiler, type Schema, type SchemaCompiler } from './ajv.ts'
import { compactComponent, compactFunction } from './compact-table.ts'
import { definitions } from './forms.ts'
import { importedIn, isForeign } from './imported.ts'
import { open, prepared, resolver, type SchemaFiles } from './prepare.ts'
import { asSchema, partsOf, type Resolve, shapesOf } from './roles.ts'
import { createTable, type TableBuilder } from './table.ts'

/** What a schema becomes that a table cannot hold: a validator that ajv makes, or what stands for it. */
export type Beyond = (reference: string, compiler: SchemaCompiler) => AjvValidator

interface Planned {
  readonly table: CatalogTable
  readonly compiler: SchemaCompiler
}

export function planOf(source: Schema, files: SchemaFiles, beyond: Beyond): Planned {
  const catalogId = source['catalogId'] ?? source['$id']
  if (typeof catalogId !== 'string') throw new SchemaMistake('', 'A catalog needs a "catalogId" or "$id"')
  for (const key of ['components', 'functions']) checkNames(source, key)
  const { imported, rest: schema } = importedIn(prepared(source, fileOf(source)), files)
  const others = Object.entries(files).map(([file, other]) => prepared(other, file))
  const all = [schema, ...others.filter(({ $id }) => $id !== schema.$id)]
  const resolve = resolver(all)
  const compiler = compilerWith(all)
  const builder = createTable(resolve)
  const verdictOf: Parts['verdictOf'] = (part, path) => builder.add(part) ?? beyond(`${schema.$id}#/${path}`, compiler)
  const parts: Parts = { resolve, builder, verdictOf }
  const components = asSchema(schema['components'])
  const own = Object.entries(components).filter(([type]) => !Object.hasOwn(imported, type))
  const importedTable = mapMembers(imported, ({ from, narrowed }, type) =>
    narrowed ? { from, schema: verdictOf(asSchema(components[type]), `components/${type}`) } : { from },
  )
  const ownTheme = asSchema(schema['$defs'])['theme']
  const themed = ownTheme !== undefined && !isForeign(asSchema(ownTheme)['$ref'], schema)
  const table: CatalogTable = {
    catalogId,
    includes: includesOf(schema, files),
    components: mapMembers(Object.fromEntries(own), (part, type) => componentTable(type, asSchema(part), parts)),
    functions: mapMembers(asSchema(schema['functions']), (part, name) => functionTable(name, asSchema(part), parts)),
    ...(Object.keys(imported).length > 0 ? { imported: importedTable } : {}),
    ...(themed ? { theme: verdictOf(asSchema(ownTheme), '$defs/theme') } : {}),
    nodes: builder.nodes,
    roles: builder.roles,
  }
  return { table, compiler }
}

/** v0.8's catalog has its definitions in the file itself: so their names give the roles. */
function fileOf({ $id }: Schema): string {
  const file = String($id).split('/').at(-1) ?? ''
  return Object.hasOwn(definitions, file) ? file : 'this.json'
}

interface Parts {
  readonly resolve: Resolve
  readonly builder: TableBuilder
  /** `path`: of the schema in the catalog. */
  readonly verdictOf: (part: Schema, path: string) => SchemaOrValidator
}

function componentTable(type: string, part: Schema, { resolve, builder, verdictOf }: Parts): ComponentTable {
  const at = `/components/${escapeToken(type)}`
  checkConstant(type, 'component', part, resolve, at)
  const parts = partsOf(part, resolve)
  const { id: _id, component: _component, ...shapes } = shapesOf(part, resolve, at)
  const required = parts.flatMap((one) => (Array.isArray(one['required']) ? (one['required'] as string[]) : []))
  const defaults: { [name: string]: JsonValue } = {}
  for (const [name, property] of parts.flatMap((one) => Object.entries(asSchema(one['properties'])))) {
    const value = asSchema(property)['default']
    if (value !== undefined) defaults[name] = value as JsonValue
  }
  const said = { shapes, required: required.filter((name) => name in shapes), defaults }
  return compactComponent(type, verdictOf(part, `components/${type}`), said, builder)
}

function functionTable(name: string, part: Schema, { resolve, builder, verdictOf }: Parts): FunctionTable {
  checkConstant(name, 'call', part, resolve, `/functions/${escapeToken(name)}`)
  const args = argumentShapes(name, part, resolve)
  return compactFunction(name, verdictOf(part, `functions/${name}`), args, builder)
}

/** The shapes of a function's arguments, which are evaluated as they are: there is nothing that draws or acts in them. */
function argumentShapes(name: string, schema: Schema, resolve: Resolve): Shapes {
  const at = `/functions/${escapeToken(name)}/properties/args`
  const shapes = shapesOf(asSchema(asSchema(schema['properties'])['args']), resolve, at)
  for (const [argument, shape] of Object.entries(shapes))
    if (!isEvaluable(shape))
      throw new SchemaMistake(
        `${at}/properties/${escapeToken(argument)}`,
        'An argument has no references to components, no actions, and no objects with bindings inside',
        'Give each value that may be bound an argument of its own.',
      )
  return shapes
}

function isEvaluable(shape: Shape): boolean {
  if (typeof shape === 'string') return shape !== 'child' && shape !== 'children' && shape !== 'action'
  if ('items' in shape) return isEvaluable(shape.items) && !(typeof shape.items === 'object' && 'forms' in shape.items)
  return 'forms' in shape && Object.values(shape.forms).every(isEvaluable)
}

/** A component or function is picked by its name, so a schema that wants another one accepts nothing at all. */
function checkConstant(name: string, key: 'component' | 'call', schema: Schema, resolve: Resolve, at: string): void {
  for (const part of partsOf(schema, resolve)) {
    const wanted = asSchema(asSchema(part['properties'])[key])['const']
    if (wanted !== undefined && wanted !== name)
      throw new SchemaMistake(
        at,
        `"${key}" must be ${JSON.stringify(wanted)} here, but the name is "${name}"`,
        'Make them one.',
      )
  }
}

function checkNames(source: Schema, key: string): void {
  const named = source[key] ?? {}
  if (!isObject(named)) throw new SchemaMistake(`/${key}`, `"${key}" must be an object with a schema for each, by name`)
  for (const [name, schema] of Object.entries(named))
    if (!isObject(schema)) throw new SchemaMistake(`/${key}/${escapeToken(name)}`, 'There must be a JSON Schema here')
}

/** Catalogs that `anyFunction` lists by reference to their own `anyFunction`. */
function includesOf(schema: Schema, files: SchemaFiles): readonly string[] {
  const listed = asSchema(asSchema(schema['$defs'])['anyFunction'])['oneOf']
  const references = Array.isArray(listed) ? listed.map((entry) => String(asSchema(entry)['$ref'])) : []
  return references.flatMap((reference) => {
    const file = /([^/#]+)#\/\$defs\/anyFunction$/.exec(reference)?.[1]
    const catalogId = file === undefined ? undefined : files[file]?.['catalogId']
    return typeof catalogId === 'string' ? [catalogId] : []
  })
}

export function compilerWith(schemas: readonly Schema[]): SchemaCompiler {
  const compiler = createSchemaCompiler()
  for (const schema of [open, ...schemas]) compiler.add(schema)
  return compiler
}
