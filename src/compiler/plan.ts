/** A catalog's schema → its table. Refuses what cannot be served. */

import type { CatalogTable, ComponentTable, FunctionTable, SchemaOrValidator } from '../catalog/compiled.ts'
import { knownThemeNames } from '../catalog/dialect.ts'
import type { Shape, Shapes } from '../catalog/shape.ts'
import { escapeToken } from '../json/pointer.ts'
import { isObject, type JsonValue, mapMembers } from '../json/value.ts'
import type { AjvValidator } from '../schema/validator.ts'
import type { Schema } from './ajv.ts'
import { CatalogError } from './catalog-error.ts'
import { checkCatalog } from './check-catalog.ts'
import { compactComponent, compactFunction } from './compact-table.ts'
import { importedIn, isForeign } from './imported.ts'
import { fileOf, open, prepared, resolver, type SchemaFiles } from './prepare.ts'
import { asSchema, type Resolve, shapesOf, withAllOf } from './roles.ts'
import { createTable, type TableBuilder } from './table.ts'

/** What a schema becomes that a table cannot hold: a validator that ajv makes, or what stands for it. */
export type CompileWithAjv = (reference: string, schemas: readonly Schema[]) => AjvValidator

/** Throws a `CatalogError`. */
export function planOf(source: Schema, files: SchemaFiles, compileWithAjv: CompileWithAjv): CatalogTable {
  checkCatalog(source, files)
  const { imported, rest: schema } = importedIn(prepared(source, fileOf(source)), files)
  const others = Object.entries(files).map(([file, other]) => prepared(other, file))
  const all = [schema, ...others.filter(({ $id }) => $id !== schema.$id)]
  const resolve = resolver(all)
  const builder = createTable(resolve)
  const verdictOf: Parts['verdictOf'] = (part, path) =>
    builder.add(part) ?? compileWithAjv(`${schema.$id}#/${path}`, [open, ...all])
  const parts: Parts = { resolve, builder, verdictOf }
  const components = asSchema(schema['components'])
  const own = Object.entries(components).filter(([type]) => !Object.hasOwn(imported, type))
  const importedTable = mapMembers(imported, ({ from, narrowed }, type) =>
    narrowed ? { from, schema: verdictOf(asSchema(components[type]), `components/${type}`) } : { from },
  )
  const ownTheme = asSchema(schema['$defs'])['theme']
  const themed = ownTheme !== undefined && !isForeign(asSchema(ownTheme)['$ref'], schema)
  return {
    catalogId: (source['catalogId'] ?? source['$id']) as string,
    includes: includesOf(schema, files),
    components: mapMembers(Object.fromEntries(own), (part, type) => componentTable(type, asSchema(part), parts)),
    functions: mapMembers(asSchema(schema['functions']), (part, name) => functionTable(name, asSchema(part), parts)),
    ...(Object.keys(imported).length > 0 ? { imported: importedTable } : {}),
    ...(themed ? themeTable(asSchema(ownTheme), parts) : {}),
    nodes: builder.nodes,
    roles: builder.roles,
  }
}

interface Parts {
  readonly resolve: Resolve
  readonly builder: TableBuilder
  /** `path`: of the schema in the catalog. */
  readonly verdictOf: (part: Schema, path: string) => SchemaOrValidator
}

function themeTable(part: Schema, { resolve, verdictOf }: Parts): Pick<CatalogTable, 'theme' | 'themeNames'> {
  const declared = withAllOf(part, resolve).flatMap((one) => Object.keys(asSchema(one['properties'])))
  const names = [...new Set(declared)].filter((name) => !Object.hasOwn(knownThemeNames, name))
  return { theme: verdictOf(part, '$defs/theme'), ...(names.length > 0 ? { themeNames: names } : {}) }
}

function componentTable(type: string, part: Schema, { resolve, builder, verdictOf }: Parts): ComponentTable {
  const at = `/components/${escapeToken(type)}`
  checkConstant(type, 'component', part, resolve, at)
  const parts = withAllOf(part, resolve)
  const { id: _id, component: _component, ...shapes } = shapesOf(part, resolve, at)
  const required = parts.flatMap((one) => (Array.isArray(one['required']) ? (one['required'] as string[]) : []))
  const said = { shapes, required: required.filter((name) => name in shapes), defaults: defaultsOf(parts) }
  const addresses = addressesIn(part, resolve)
  const table = compactComponent(type, verdictOf(part, `components/${type}`), said, builder)
  return addresses.length > 0 ? { ...table, addresses } : table
}

/** Where addresses stand: names from the property on, `*` for each element or member. */
function addressesIn(schema: Schema, resolve: Resolve, within: readonly Schema[] = []): readonly (readonly string[])[] {
  if (within.includes(schema)) return []
  const parts = withAllOf(schema, resolve)
  const below = (inner: unknown): readonly (readonly string[])[] =>
    isObject(inner) ? addressesIn(inner, resolve, [...within, schema]) : []
  const found = parts.flatMap((part) => [
    ...(part['format'] === 'uri' ? [[]] : []),
    ...[part['anyOf'], part['oneOf']].flat().flatMap(below),
    ...Object.entries(asSchema(part['properties'])).flatMap(([name, inner]) =>
      below(inner).map((path) => [name, ...path]),
    ),
    ...[part['items'], part['additionalProperties']].flatMap(below).map((path) => ['*', ...path]),
  ])
  return [...new Map(found.map((path) => [JSON.stringify(path), path])).values()]
}

/** By property. */
function defaultsOf(parts: readonly Schema[]): { readonly [name: string]: JsonValue } {
  const properties = parts.flatMap((one) => Object.entries(asSchema(one['properties'])))
  const values = properties.map(([name, property]) => [name, asSchema(property)['default']] as const)
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as { readonly [name: string]: JsonValue }
}

function functionTable(name: string, part: Schema, { resolve, builder, verdictOf }: Parts): FunctionTable {
  checkConstant(name, 'call', part, resolve, `/functions/${escapeToken(name)}`)
  const defaults = defaultsOf(withAllOf(asSchema(asSchema(part['properties'])['args']), resolve))
  const said = { shapes: argumentShapes(name, part, resolve), defaults }
  return compactFunction(name, verdictOf(part, `functions/${name}`), said, builder)
}

/** The shapes of a function's arguments, which are evaluated as they are: there is nothing that draws or acts in them. */
function argumentShapes(name: string, schema: Schema, resolve: Resolve): Shapes {
  const at = `/functions/${escapeToken(name)}/properties/args`
  const shapes = shapesOf(asSchema(asSchema(schema['properties'])['args']), resolve, at)
  for (const [argument, shape] of Object.entries(shapes))
    if (!isEvaluable(shape))
      throw new CatalogError('ROLE_UNCLEAR', {
        at: `${at}/properties/${escapeToken(argument)}`,
        problem: 'An argument has no references to components, no actions, and no objects with bindings inside',
        hint: 'Give each value that may be bound an argument of its own.',
      })
  return shapes
}

function isEvaluable(shape: Shape): boolean {
  if (typeof shape === 'string') return shape !== 'child' && shape !== 'children' && shape !== 'action'
  if ('items' in shape) return isEvaluable(shape.items) && !(typeof shape.items === 'object' && 'forms' in shape.items)
  return 'forms' in shape && Object.values(shape.forms).every(isEvaluable)
}

/** A component or function is picked by its name, so a schema that wants another one accepts nothing at all. */
function checkConstant(name: string, key: 'component' | 'call', schema: Schema, resolve: Resolve, at: string): void {
  for (const part of withAllOf(schema, resolve)) {
    const wanted = asSchema(asSchema(part['properties'])[key])['const']
    if (wanted !== undefined && wanted !== name)
      throw new CatalogError('NAME_MISMATCH', {
        at,
        problem: `"${key}" must be ${JSON.stringify(wanted)} here, but the name is "${name}"`,
        hint: `Write "const": "${name}".`,
      })
  }
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
