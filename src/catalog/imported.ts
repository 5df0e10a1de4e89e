/** Components that one catalog imports from another: finds them in the schema and joins the catalogs. */
import { escapeToken } from '../json/pointer.ts'
import { own } from '../json/value.ts'
import type { Schema } from '../schema/ajv.ts'
import { SchemaMistake } from '../schema/mistake.ts'
import type { Validator } from '../schema/validator.ts'
import type { CompiledComponent, ReadCatalog } from './compiled.ts'
import { asSchema } from './roles.ts'

/** An imported component, before compilation. */
export interface ImportedComponent {
  readonly type: string
  /** `catalogId` of the other catalog. */
  readonly from: string
  /** Whether the schema says more beside the reference. */
  readonly narrowed: boolean
}

/** Which components are references to another file, and the schema with what stands beside these references. */
export function importedIn<T extends Schema>(
  schema: T,
  files: { readonly [file: string]: Schema },
): { readonly importedComponents: readonly ImportedComponent[]; readonly rest: T } {
  const components = asSchema(schema['components'])
  const importedComponents: ImportedComponent[] = []
  const rest: { [type: string]: unknown } = {}
  for (const [type, component] of Object.entries(components)) {
    const { $ref, ...others } = asSchema(component)
    const foreign = isForeign($ref, schema)
    if (foreign)
      importedComponents.push({ type, from: sourceOf(type, $ref, files), narrowed: Object.keys(others).length > 0 })
    rest[type] = foreign ? others : component
  }
  return { importedComponents, rest: importedComponents.length === 0 ? schema : { ...schema, components: rest } }
}

/** Whether a reference leads out of its file: what it means is compiled there. */
export function isForeign(reference: unknown, schema: Schema): reference is string {
  return typeof reference === 'string' && !reference.startsWith(`${String(schema['$id'])}#`)
}

function sourceOf(type: string, reference: string, files: { readonly [file: string]: Schema }): string {
  const [, file = '', name] = /([^/#]+)#\/components\/([^/]+)$/.exec(reference) ?? []
  const catalogId = own(files, file)?.['catalogId']
  if (name === type && typeof catalogId === 'string') return catalogId
  const problem = `"${type}" refers to ${reference}: only a component of its name in a known catalog can be taken`
  throw new SchemaMistake(`/components/${escapeToken(type)}/$ref`, problem)
}

/** The catalog's components and the imported ones. Throws if `source` is not the catalog that the schema names. */
export function withImported(
  { catalogId, components, imported }: ReadCatalog,
  source: Pick<ReadCatalog, 'catalogId' | 'components'> | undefined,
): ReadCatalog['components'] {
  const taken = Object.entries(imported).map(([type, { from, validate }]): [string, CompiledComponent] => {
    const component = from === source?.catalogId ? own(source.components, type) : undefined
    if (!component) throw new TypeError(`"${catalogId}" takes "${type}" from "${from}": pass that catalog as "source"`)
    return [type, validate ? narrowed(component, validate) : component]
  })
  return { ...Object.fromEntries(taken), ...components }
}

/** A table alone would not say what stands beside the reference. */
function narrowed({ table: _table, ...component }: CompiledComponent, validate: Validator): CompiledComponent {
  return { ...component, validate: both(component.validate, validate) }
}

/** Both must agree; the findings are those of the first that does not. */
function both(first: Validator, second: Validator): Validator {
  const validate: Validator = (value) => {
    const failed = [first, second].find((one) => !one(value))
    validate.errors = failed?.errors ?? null
    return failed === undefined
  }
  return validate
}
