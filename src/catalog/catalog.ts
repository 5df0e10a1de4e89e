/** A catalog: which components and functions an agent may use on a surface. */
import { getOwn, isObject, type JsonValue, mapMembers } from '../json/value.ts'
import type { Validator } from '../schema/validator.ts'
import { checkNames } from './check-names.ts'
import type { CompiledCatalog, CompiledComponent, ReadCatalog } from './compiled.ts'
import { type CatalogContents, type Complete, createDialect, type Dialect, themeParser } from './dialect.ts'
import type { CatalogFunction, FunctionDefinition, FunctionDefinitions } from './expression.ts'
import { hostV08 } from './host-v08.ts'
import { notCompiled } from './not-compiled.ts'
import { readTable } from './read-table.ts'
import { readingV09, v09Grammar } from './v09-dialect.ts'

export interface Catalog extends CatalogContents {
  /** One dialect for each protocol version of this catalog. */
  readonly dialects: readonly Dialect[]
}

interface CatalogParts {
  /** An implementation for each function of the schema; a missing or surplus one throws. */
  readonly functions?: FunctionDefinitions
  /** A catalog whose components and functions this one has too. */
  readonly extend?: Catalog
  /** A catalog to take components from that are a reference to its own; default: `extend`. */
  readonly source?: Catalog
  /** Runs for each component that has been read; default: that of `extend` or `source`. */
  readonly complete?: Complete
  /** Further ids that agents use for this catalog. */
  readonly aliases?: readonly string[]
  /**
   * Lenient mode: by component type and property, the value that takes the place of a wrong one. Without it, a wrong value of a
   * required property leaves nothing of the component but a notice.
   */
  readonly fallbacks?: Fallbacks
}

export interface CatalogOptions extends CatalogParts {
  /**
   * For agents of which version the catalog is. Default: `v0.9`. The schema is the same for all: an agent of v0.8 writes its
   * properties in v0.8's words, `{"literalString": …}` for a text. Components of `extend` are there in v0.8 as far as that
   * catalog is.
   */
  readonly protocol?: 'v0.9' | 'v0.8' | 'both'
}

export interface Fallbacks {
  readonly [type: string]: { readonly [property: string]: JsonValue }
}

/**
 * A catalog from its compiled schema (`surface-runtime/vite` or `surface-runtime/ajv`) and its functions.
 * Throws when the two do not agree: that is a mistake of the host's, found when the module loads.
 */
export function defineCatalog(input: CompiledCatalog, options: CatalogOptions = {}): Catalog {
  // What an import gives depends on the host's bundler.
  if (!isObject(input) || !input.includes) throw notCompiled('defineCatalog needs a compiled catalog', input)
  const { protocol = 'v0.9', extend, source } = options
  const catalog = createCatalog(input, options)
  const [v09] = catalog.dialects
  if (protocol === 'v0.9' || !v09) return catalog
  const inherited = (extend ?? source)?.dialects.find((dialect) => dialect.protocol === 'v0.8')
  const components = mapMembers(input.components, (_component, type) => catalog.components[type] as CompiledComponent)
  const v08 = hostV08(inherited ? { ...catalog, components } : catalog, v09, inherited)
  return { ...catalog, dialects: protocol === 'both' ? [v09, v08] : [v08] }
}

/** The same for agents of v0.9 only: the catalogs of the public protocol do not carry what hosts need for v0.8. */
export function createCatalog(input: CompiledCatalog, options: CatalogParts = {}): Catalog {
  const { extend, source, aliases = [], complete = (extend ?? source)?.complete } = options
  const compiled = readTable(input)
  const missing = compiled.includes.find((id) => id !== extend?.catalogId)
  if (missing)
    throw new TypeError(`"${compiled.catalogId}" lists the functions of "${missing}": pass that catalog as "extend"`)
  const components = withFallbacks(
    { ...extend?.components, ...withImported(compiled, source ?? extend) },
    options.fallbacks,
  )
  const { functions: definitions = {} } = options
  checkNames(compiled.catalogId, compiled.functions, definitions, 'function', 'function')
  const implemented = mapMembers(
    compiled.functions,
    (fn, name): CatalogFunction => ({ ...fn, name, definition: definitions[name] as FunctionDefinition }),
  )
  const functions = new Map([...(extend?.functions ?? []), ...Object.entries(implemented)])
  const { catalogId, theme, themeNames } = compiled
  const catalog = { catalogId, components, functions, complete }
  const inherited = (extend ?? source)?.dialects.find((dialect) => dialect.protocol === 'v0.9')
  const dialect = createDialect({
    ids: [catalogId, ...aliases],
    protocol: 'v0.9',
    reads: (type) => Object.hasOwn(components, type),
    components,
    parseTheme: theme || !inherited ? themeParser(theme, themeNames) : inherited.parseTheme,
    readingFor: (limits) => readingV09(catalog, v09Grammar(catalog, limits)),
  })
  return { ...catalog, dialects: [dialect] }
}

/** The same catalog under further ids, for agents that call it otherwise. `protocol`: of which version; default: of all. */
export function withAliases(catalog: Catalog, aliases: readonly string[], protocol?: Dialect['protocol']): Catalog {
  const dialects = catalog.dialects.map((dialect) => {
    if (protocol !== undefined && dialect.protocol !== protocol) return dialect
    return { ...dialect, ids: [...new Set([...dialect.ids, ...aliases])] }
  })
  return { ...catalog, dialects }
}

/** The catalog's components and the imported ones. Throws if `source` is not the catalog that the schema names. */
function withImported({ catalogId, components, imported }: ReadCatalog, source?: Catalog): Catalog['components'] {
  const taken = mapMembers(imported, ({ from, validate }, type) => {
    const component = from === source?.catalogId ? getOwn(source.components, type) : undefined
    if (!component) throw new TypeError(`"${catalogId}" takes "${type}" from "${from}": pass that catalog as "source"`)
    return validate ? narrowed(component, validate) : component
  })
  return { ...taken, ...components }
}

/** A table alone would not say what stands beside the reference. */
function narrowed({ table: _table, ...component }: CompiledComponent, validate: Validator): CompiledComponent {
  return { ...component, validate: (value) => component.validate(value) ?? validate(value) }
}

export function withFallbacks(components: Catalog['components'], input: Fallbacks = {}): Catalog['components'] {
  return mapMembers(components, (component, type) => {
    const fallbacks = getOwn(input, type)
    return fallbacks ? { ...component, fallbacks } : component
  })
}
