/**
 * A catalog's JSON Schema → validators and shapes, in memory or as the source of a module.
 *
 * Components and functions get a validator each, because they are picked by name: walking `anyFunction`'s `oneOf`
 * would cost five times as much and answer one typing error with dozens of findings. Within a component a call is left
 * open (`catalog.json` is replaced by a stand-in); `parse.ts` checks it with its own function's validator.
 */
import { escapeToken } from '../json/pointer.ts'
import { isObject, type JsonValue } from '../json/value.ts'
import { createSchemaCompiler, type Schema, type SchemaCompiler } from '../schema/ajv.ts'
import { below, type Position } from '../schema/keywords.ts'
import { SchemaMistake } from '../schema/mistake.ts'
import { outsideOfTexts } from '../schema/slim.ts'
import { isForeign, type Loan, loansIn } from './borrow.ts'
import type { CompiledCatalog, CompiledComponent, CompiledFunction, Shape, Shapes } from './compiled.ts'
import { flatten } from './flatten.ts'
import { asSchema, partsOf, type Resolve, shapesOf } from './roles.ts'

/** Schemas that a catalog may refer to, by file name: `common_types.json`, and catalogs whose functions it includes. */
export interface SchemaFiles {
  readonly [file: string]: Schema
}

interface ComponentPlan {
  readonly shapes: Shapes
  readonly required: readonly string[]
  readonly defaults: { readonly [name: string]: JsonValue }
  readonly reference: string
}

interface Plan {
  readonly compiler: SchemaCompiler
  readonly catalogId: string
  readonly components: readonly (readonly [type: string, plan: ComponentPlan])[]
  readonly functions: readonly (readonly [name: string, args: Shapes, reference: string])[]
  readonly borrowed: readonly (readonly [type: string, from: string, narrowed: string | undefined])[]
  readonly includes: readonly string[]
  readonly theme: string | undefined
}

const base = 'https://surface-runtime.example/schema/'

/** Stands for the surface's catalog in schemas that must not know it: any component, any call. */
const open: Schema = {
  $id: `${base}catalog.json`,
  $defs: {
    anyFunction: true,
    anyComponent: {
      type: 'object',
      properties: { id: { type: 'string', minLength: 1 } },
      required: ['id', 'component'],
    },
    theme: { type: 'object' },
  },
}

/**
 * Compiles in memory. Throws for a schema that cannot be served exactly, with the place and the catalog's `name`. Needs a page
 * that allows `eval`.
 */
export function compileCatalog(schema: Schema, files: SchemaFiles, name?: string): CompiledCatalog {
  return naming(schema, name, () => compiled(schema, files))
}

function compiled(schema: Schema, files: SchemaFiles): CompiledCatalog {
  const plan = planOf(schema, files)
  const compile = plan.compiler.compile
  const component = ({ reference, ...rest }: ComponentPlan): CompiledComponent => ({
    ...rest,
    validate: compile(reference),
  })
  return {
    catalogId: plan.catalogId,
    components: Object.fromEntries(plan.components.map(([type, part]) => [type, component(part)])),
    functions: Object.fromEntries(
      plan.functions.map(([name, args, reference]): [string, CompiledFunction] => [
        name,
        { args, validate: compile(reference) },
      ]),
    ),
    borrowed: Object.fromEntries(
      plan.borrowed.map(([type, from, reference]) => [
        type,
        reference ? { from, validate: compile(reference) } : { from },
      ]),
    ),
    includes: plan.includes,
    ...(plan.theme === undefined ? {} : { theme: compile(plan.theme) }),
  }
}

/** The source of a module whose default export is the compiled catalog; it needs neither ajv nor `eval`. Throws as `compileCatalog`. */
export function emitCatalog(schema: Schema, files: SchemaFiles, name?: string): string {
  return naming(schema, name, () => emitted(schema, files))
}

/** A mistake in a catalog is told with the catalog's file, or its id, and with places as they are in that file. */
function naming<T>(schema: Schema, name: string | undefined, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof SchemaMistake)) throw error
    const catalog = name ?? String(schema['catalogId'] ?? schema['$id'] ?? 'The catalog')
    const local = (text: string): string => text.replaceAll(`${base}this.json`, '').replaceAll(base, '')
    const at = local(error.at).replace(/^#/, '')
    throw new Error(`${catalog}${at === '' ? '' : `, at ${at}`}: ${local(error.problem)}`, { cause: error })
  }
}

function emitted(schema: Schema, files: SchemaFiles): string {
  const plan = planOf(schema, files)
  const names: { [exported: string]: string } = {}
  const validator = (reference: string): string => {
    const name = `validate${Object.keys(names).length}`
    names[name] = reference
    return name
  }
  const components = plan.components.map(
    ([type, { reference, ...rest }]) =>
      `${JSON.stringify(type)}:{...${JSON.stringify(rest)},validate:${validator(reference)}}`,
  )
  const functions = plan.functions.map(
    ([name, args, reference]) =>
      `${JSON.stringify(name)}:{args:${JSON.stringify(args)},validate:${validator(reference)}}`,
  )
  const theme = plan.theme === undefined ? '' : `,theme:${validator(plan.theme)}`
  const borrowed = plan.borrowed.map(
    ([type, from, reference]) =>
      `${JSON.stringify(type)}:{from:${JSON.stringify(from)}${reference ? `,validate:${validator(reference)}` : ''}}`,
  )
  const head = `catalogId:${JSON.stringify(plan.catalogId)},includes:${JSON.stringify(plan.includes)}`
  const code = inner(plan.compiler.emit(names))
  return `${code}\nexport default {${head},components:{${components}},borrowed:{${borrowed}},functions:{${functions}}${theme}}\n`
}

/** The source of a module with a validator for each message of an envelope schema. */
export function emitEnvelope(schema: Schema, kinds: readonly string[]): string {
  const compiler = compilerWith([])
  const envelope = prepared(schema, 'envelope.json')
  compiler.add(envelope)
  const references = kinds.map((kind) => [`validate_${kind}`, `${envelope.$id}#/$defs/${kind}`])
  const code = inner(compiler.emit(Object.fromEntries(references)))
  return `${code}\nexport default {${kinds.map((kind) => `${kind}:validate_${kind}`)}}\n`
}

/** ajv exports each validator under its name; the module's one export is the catalog, so they stay inside. */
function inner(code: string): string {
  return outsideOfTexts(code, (bare) => bare.replaceAll('export const ', 'const '))
}

function planOf(source: Schema, files: SchemaFiles): Plan {
  const catalogId = source['catalogId'] ?? source['$id']
  if (typeof catalogId !== 'string') throw new SchemaMistake('', 'A catalog needs a "catalogId" or "$id"')
  for (const key of ['components', 'functions']) checkNames(source, key)
  const { loans, rest: schema } = loansIn(prepared(source, 'this.json'), files)
  const all = [schema, ...Object.entries(files).map(([file, other]) => prepared(other, file))]
  const resolve = resolver(all)
  const compiler = compilerWith(all.map((one) => flattened(one, resolve)))
  const ownTheme = asSchema(schema['$defs'])['theme']
  const theme =
    ownTheme === undefined || isForeign(asSchema(ownTheme)['$ref'], schema) ? undefined : `${schema.$id}#/$defs/theme`
  return {
    compiler,
    catalogId,
    components: entries(schema, 'components')
      .filter(([type]) => !loans.some((loan) => loan.type === type))
      .map(([type, part]) => [type, componentPlan(type, part, schema.$id, resolve)]),
    borrowed: loans.map(({ type, from, narrowed }: Loan) => [
      type,
      from,
      narrowed ? `${schema.$id}#/components/${type}` : undefined,
    ]),
    functions: entries(schema, 'functions').map(([name, part]) => {
      checkConstant(name, 'call', part, resolve, `/functions/${escapeToken(name)}`)
      return [name, argumentShapes(name, part, resolve), `${schema.$id}#/functions/${name}`]
    }),
    includes: includesOf(schema, files),
    theme,
  }
}

function componentPlan(type: string, schema: Schema, id: string, resolve: Resolve): ComponentPlan {
  const at = `/components/${escapeToken(type)}`
  checkConstant(type, 'component', schema, resolve, at)
  const parts = partsOf(schema, resolve)
  const { id: _id, component: _component, ...shapes } = shapesOf(schema, resolve, at)
  const required = parts.flatMap((part) => (Array.isArray(part['required']) ? (part['required'] as string[]) : []))
  const defaults: { [name: string]: JsonValue } = {}
  for (const [name, property] of parts.flatMap((part) => Object.entries(asSchema(part['properties'])))) {
    const value = asSchema(property)['default']
    if (value !== undefined) defaults[name] = value as JsonValue
  }
  return {
    shapes,
    required: required.filter((name) => name in shapes),
    defaults,
    reference: `${id}#/components/${type}`,
  }
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

function entries(schema: Schema, key: string): readonly (readonly [string, Schema])[] {
  return Object.entries(asSchema(schema[key])).map(([name, value]) => [name, asSchema(value)] as const)
}

function compilerWith(schemas: readonly Schema[]): SchemaCompiler {
  const compiler = createSchemaCompiler()
  for (const schema of [open, ...schemas]) compiler.add(schema)
  return compiler
}

function flattened(schema: Schema, resolve: Resolve): Schema {
  const flat = (key: string): Schema => {
    const parts = entries(schema, key).map(([name, part]) => [name, flatten(part, resolve)] as const)
    return parts.length === 0 ? {} : { [key]: Object.fromEntries(parts) }
  }
  return { ...schema, ...flat('components'), ...flat('functions') }
}

/** The schema as `file`: every reference made absolute to the file it means, texts for people left out. */
function prepared(schema: Schema, file: string): Schema & { readonly $id: string } {
  return { ...asSchema(rewritten(schema, file, 'schema')), $id: base + file }
}

function rewritten(value: unknown, file: string, position: Position): unknown {
  if (position === 'data') return value
  if (Array.isArray(value)) return value.map((item) => rewritten(item, file, position))
  if (!isObject(value)) return value
  const members = Object.entries(value).flatMap(([key, inner]): (readonly [string, unknown])[] => {
    if (position === 'schema' && typeof inner === 'string') {
      if (key === 'title' || key === 'description') return []
      if (key === '$ref') return [[key, absolute(inner, file)]]
    }
    return [[key, rewritten(inner, file, below(position, key))]]
  })
  return Object.fromEntries(members)
}

function absolute(reference: string, file: string): string {
  const [path = '', fragment = ''] = reference.split('#')
  return `${base}${path === '' ? file : path.slice(path.lastIndexOf('/') + 1)}#${fragment}`
}

function resolver(schemas: readonly (Schema & { readonly $id: string })[]): Resolve {
  const byId = new Map(schemas.map((schema) => [schema.$id, schema]))
  return (reference) => {
    const [id = '', path = ''] = reference.split('#')
    let found: unknown = byId.get(id)
    for (const name of path.split('/').slice(1)) found = asSchema(found)[name]
    return found === undefined ? undefined : asSchema(found)
  }
}
