/** The minimal catalog: five components of the basic one and a function of its own, for v0.9 and v0.8. */
import v08Table from '../../catalogs/v0.8/standard_catalog_definition.json?catalog'
import v09 from '../../catalogs/v0.9/minimal_catalog.json?catalog'
import { type Catalog, createCatalog } from '../catalog/catalog.ts'
import type { CompiledComponent } from '../catalog/compiled.ts'
import type { FunctionDefinition } from '../catalog/expression.ts'
import { readTable } from '../catalog/read-table.ts'
import { withV08Dialect } from '../catalog/v08-dialect.ts'
import { toText } from '../json/coerce.ts'
import { mapMembers } from '../json/value.ts'
import { basicCatalog, catalogAliases } from './catalog.ts'
import { translations } from './v08.ts'

/** A text with a capital at its start, by the rules of the host's locale. Only the first character changes. */
export const capitalize: FunctionDefinition = {
  run({ value }, { locale }) {
    const text = toText(value)
    // The first character, not the first UTF-16 unit: some capital letters take two units.
    const [first = ''] = text
    return first.toLocaleUpperCase(locale) + text.slice(first.length)
  },
}

const minimal = createCatalog(v09, {
  source: basicCatalog,
  functions: { capitalize },
  aliases: catalogAliases.minimal,
})

const { components, ...v08 } = readTable(v08Table)
/** The same types as in v0.9. */
const v08Components = mapMembers(minimal.components, (_component, type) => components[type] as CompiledComponent)
const catalogId = 'https://a2ui.org/specification/v0_8/catalogs/minimal/minimal_catalog.json'

/** A v0.8 component may become any component of the basic catalog: a text field for dates becomes a `DateTimeInput`. */
const { dialects } = withV08Dialect(basicCatalog, {
  compiled: { ...v08, catalogId, components: v08Components },
  aliases: catalogAliases.minimalV08,
  translations,
})

/** For agents that know the smallest catalog of the public protocol only. */
export const minimalCatalog: Catalog = { ...minimal, dialects: [...minimal.dialects, ...dialects.slice(-1)] }

/**
 * The catalogs of a runtime whose host names none: all of the public protocol.
 *
 * @example
 * createRuntime({ catalogs: [...defaultCatalogs, travelCatalog] })
 */
export const defaultCatalogs: readonly Catalog[] = [basicCatalog, minimalCatalog]
