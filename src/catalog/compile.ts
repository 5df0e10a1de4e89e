/**
 * A catalog's JSON Schema → validators and shapes, in memory or as the source of a module.
 *
 * Components and functions get a validator each, because they are picked by name: walking `anyFunction`'s `oneOf`
 * would cost five times as much and answer one typing error with dozens of findings. Within a component a call is left
 * open (`catalog.json` is replaced by a stand-in); `parse.ts` checks it with its own function's validator.
 */
import type { Schema } from '../schema/ajv.ts'
import { SchemaMistake } from '../schema/mistake.ts'
import { outsideOfTexts } from '../schema/slim.ts'
import type { CompiledCatalog, CompiledComponent, CompiledFunction } from './compiled.ts'
import { type ComponentPlan, compilerWith, planOf } from './plan.ts'
import { base, prepared, type SchemaFiles } from './prepare.ts'

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
