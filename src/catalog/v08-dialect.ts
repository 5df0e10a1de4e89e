/** The v0.8 dialect of a catalog: reads a component by v0.8's schema into a component of the catalog. */

import type { Limits } from '../errors/limits.ts'
import { SurfaceError } from '../errors/surface-error.ts'
import { escapeToken, namesIn } from '../json/pointer.ts'
import { type JsonObject, type JsonValue, own } from '../json/value.ts'
import { edgesOf, type Props, placeholder, refuseType, staticProps } from './assemble.ts'
import { type Catalog, type Fallbacks, withFallbacks } from './catalog.ts'
import type { CompiledCatalog, CompiledComponent, ReadCatalog } from './compiled.ts'
import type { Component, InitialValue, Origin } from './component.ts'
import { createDialect } from './create-dialect.ts'
import { v08Sentences } from './describe.ts'
import { themeParser } from './dialect.ts'
import { type Grammar, parseProp } from './parse.ts'
import type { ParseOptions } from './parse-options.ts'
import { byType, createReader, type Reader } from './read.ts'
import { readTable } from './read-table.ts'
import { itemPath, literalFor, readersWith, rolesWith } from './v08-roles.ts'
import { unwrap } from './v08-wire.ts'

/** How a component type of the dialect becomes one of the catalog. */
export interface Translation {
  /** The type in the catalog. */
  readonly type: string
  /** Properties that the catalog calls otherwise, by their names in the dialect. */
  readonly names?: { readonly [name: string]: string }
  /** Values that the catalog calls otherwise, by the property of the dialect. */
  readonly words?: { readonly [name: string]: ReadonlyMap<JsonValue, JsonValue> }
  /** Values of properties that a component does not have, by the catalog's names. Default: those of the catalog. */
  readonly defaults?: JsonObject
  /** What is more than other names: the type and the properties, from those with the names of the catalog. */
  readonly change?: (props: Props) => TranslatedComponent
}

export interface TranslatedComponent {
  readonly type: string
  /** May hold what only the older dialect can say: the renderer gets it beside the properties. */
  readonly props: Props
}

export interface V08Options {
  /** The schema of the dialect. */
  readonly compiled: CompiledCatalog
  readonly aliases: readonly string[]
  /** One translation for each component type of the dialect. */
  readonly translations: { readonly [type: string]: Translation }
  /** Lenient mode, in the words of the dialect; see `CatalogOptions`. */
  readonly fallbacks?: Fallbacks
}

/** The same catalog, reachable in v0.8's dialect too. Throws when a type lacks its translation. */
export function withV08Dialect(catalog: Catalog, options: V08Options): Catalog {
  const { aliases, translations } = options
  const table = readTable(options.compiled)
  const compiled = { ...table, components: withFallbacks(table.components, options.fallbacks) }
  const missing = Object.keys(compiled.components).filter((type) => !own(translations, type))
  if (missing.length > 0) throw new TypeError(`No translation for ${missing.join(', ')}`)
  const dialect = createDialect({
    ids: [compiled.catalogId, ...aliases],
    protocol: 'v0.8',
    reads: (type) => Object.hasOwn(compiled.components, type),
    components: catalog.components,
    parseTheme: themeParser(compiled.theme),
    schemaFor: (limits) => createSchema(catalog, compiled, translations, limits),
    parse: parseV08,
  })
  return { ...catalog, dialects: [...catalog.dialects, dialect] }
}

interface V08Schema {
  readonly catalog: Catalog
  readonly compiled: ReadCatalog
  readonly grammar: Grammar
  /** Values that the component at hand brings for the data model. */
  readonly initial: InitialValue[]
  readonly types: (type: string) => TranslatedType | undefined
}

interface TranslatedType {
  readonly reader: Reader
  readonly translation: Translation
  readonly weighted: boolean
  /** The place of a property by its name in the catalog. */
  readonly placeOf: (name: string) => string
}

function createSchema(
  catalog: Catalog,
  compiled: ReadCatalog,
  translations: V08Options['translations'],
  limits: Limits,
): V08Schema {
  const initial: InitialValue[] = []
  const { catalogId, functions } = catalog
  const grammar: Grammar = { catalogId, functions, path: itemPath, roles: rolesWith(initial), limits }
  const readers = readersWith(grammar)
  const types = byType(compiled.components, (type, component): TranslatedType => {
    const translation = translations[type] as Translation
    const target = own(catalog.components, translation.type)
    if (!target) throw new TypeError(`The catalog has no "${translation.type}" to translate to`)
    // A fault lies in the property bag, which the message nests under its type.
    const base = `/component/${escapeToken(type)}`
    const { names = {}, words = {} } = translation
    const defaults = { ...defaultsOf(target, grammar), ...staticProps(translation.defaults ?? {}) }
    const start = (): void => void initial.splice(0)
    const listed = component.table?.only
    const spelling = {
      base,
      others: [],
      listed,
      readers,
      sentences: v08Sentences,
      meant: literalFor,
      names,
      words,
      defaults,
      start,
    }
    return {
      reader: createReader(component, grammar, spelling),
      translation,
      weighted: Object.hasOwn(target.shapes, 'weight'),
      placeOf(name) {
        const old = Object.keys(component.shapes).find((one) => (own(names, one) ?? one) === name)
        return old === undefined ? base : `${base}/${escapeToken(old)}`
      },
    }
  })
  return { catalog, compiled, grammar, initial, types }
}

function defaultsOf({ shapes, defaults }: CompiledComponent, grammar: Grammar): Props {
  const values = Object.entries(defaults)
  return Object.fromEntries(
    values.map(([name, value]) => [name, parseProp(value, shapes[name] ?? 'static', `/${escapeToken(name)}`, grammar)]),
  )
}

/** v0.8: `{"id": …, "component": {"Text": {…}}}`. */
function parseV08(wire: JsonValue, origin: Origin, options: ParseOptions, dialect: V08Schema): Component {
  const { catalog, compiled, initial, types } = dialect
  const { id, type, bag, base, weight } = unwrap(wire, options.limits)
  const known = types(type)
  if (!known) {
    const names = Object.keys(compiled.components)
    return refuseType({ id, type, at: base, catalogId: compiled.catalogId, known: names }, origin, options)
  }
  const { reader, translation } = known
  const read = reader.read(bag, id, options)
  if (read instanceof SurfaceError) return placeholder(id, type, read, origin)
  const { type: target, props } = translation.change?.(read) ?? { type: translation.type, props: read }
  const weighted = weight === undefined || !known.weighted ? props : { ...props, ...staticProps({ weight }) }
  const component = { id, type: target, props: weighted, edges: edgesOf(props, reader.referring), origin }
  const complete = completed(component, catalog, options, known)
  return initial.length === 0 ? complete : { ...complete, initial: [...initial] }
}

function completed(
  component: Component,
  { complete }: Catalog,
  { limits }: ParseOptions,
  { placeOf }: TranslatedType,
): Component {
  try {
    return complete?.(component, limits) ?? component
  } catch (error) {
    if (!(error instanceof SurfaceError)) throw error
    const [name = ''] = namesIn(error.place.at ?? '')
    throw error.movedTo(placeOf(name)).in({ componentId: component.id })
  }
}
