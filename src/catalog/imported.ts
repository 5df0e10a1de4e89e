/** Joins a catalog with the components that it takes from another one. */
import { mapMembers, own } from '../json/value.ts'
import type { Validator } from '../schema/validator.ts'
import type { CompiledComponent, ReadCatalog } from './compiled.ts'

/** The catalog's components and the imported ones. Throws if `source` is not the catalog that the schema names. */
export function withImported(
  { catalogId, components, imported }: ReadCatalog,
  source: Pick<ReadCatalog, 'catalogId' | 'components'> | undefined,
): ReadCatalog['components'] {
  const taken = mapMembers(imported, ({ from, validate }, type) => {
    const component = from === source?.catalogId ? own(source.components, type) : undefined
    if (!component) throw new TypeError(`"${catalogId}" takes "${type}" from "${from}": pass that catalog as "source"`)
    return validate ? narrowed(component, validate) : component
  })
  return { ...taken, ...components }
}

/** A table alone would not say what stands beside the reference. */
function narrowed({ table: _table, ...component }: CompiledComponent, validate: Validator): CompiledComponent {
  return { ...component, validate: (value) => component.validate(value) ?? validate(value) }
}
