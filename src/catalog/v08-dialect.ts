/**
 * The v0.8 dialect of a catalog: reads a component by v0.8's schema into a component of the catalog. Its values are read by `v08-wire.ts`,
 * its properties are walked by `read.ts`, and the catalog's names are those of the host's `translations`.
 */

import type { Limits } from '../errors/limits.ts'
import { SurfaceError } from '../errors/surface-error.ts'
import { escapeToken } from '../json/pointer.ts'
import { getOwn, type JsonObject, type JsonValue, mapMembers } from '../json/value.ts'
import { v08Forms } from '../schema/wire-forms.ts'
import { completed, type Props, placeholder, refuseType, staticProps } from './assemble.ts'
import { type Catalog, type Fallbacks, withFallbacks } from './catalog.ts'
import type { CompiledCatalog, ReadCatalog } from './compiled.ts'
import type { InitialValue } from './component.ts'
import { createDialect, type Reading, themeParser } from './dialect.ts'
import { type Grammar, parseProp } from './parse.ts'
import { byType, createReader } from './read.ts'
import { readTable } from './read-table.ts'
import { itemPath, readers, rolesWith, unwrap } from './v08-wire.ts'
import { v09Grammar } from './v09-dialect.ts'

/** How a component type of the dialect becomes one of the catalog. */
export interface Translation {
  /** The type in the catalog. Default: that of the dialect. */
  readonly type?: string
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
  const missing = Object.keys(compiled.components).filter((type) => !getOwn(translations, type))
  if (missing.length > 0) throw new TypeError(`No translation for ${missing.join(', ')}`)
  const dialect = createDialect({
    ids: [compiled.catalogId, ...aliases],
    protocol: 'v0.8',
    reads: (type) => Object.hasOwn(compiled.components, type),
    components: catalog.components,
    parseTheme: themeParser(compiled.theme),
    readingFor: (limits) => readingV08(catalog, compiled, translations, limits),
  })
  return { ...catalog, dialects: [...catalog.dialects, dialect] }
}

function readingV08(
  catalog: Catalog,
  { catalogId, components }: ReadCatalog,
  translations: V08Options['translations'],
  limits: Limits,
): Reading {
  /** Values that the component at hand brings for the data model. */
  const initial: InitialValue[] = []
  const roles = rolesWith(initial)
  const grammar: Grammar = { ...v09Grammar(catalog, limits), path: itemPath, roles }
  const typeOf = byType(
    components,
    (type, component) => {
      const {
        type: to = type,
        names = {},
        words = {},
        defaults: added = {},
        change,
      } = translations[type] as Translation
      const target = getOwn(catalog.components, to)
      if (!target) throw new TypeError(`The catalog has no "${to}" to translate to`)
      // A fault lies in the property bag, which the message nests under its type.
      const base = `/component/${escapeToken(type)}`
      const { shapes, defaults: usual } = target
      const filled = mapMembers(usual, (value, name) => parseProp(value, shapes[name] ?? 'static', '', grammar))
      const defaults = { ...filled, ...staticProps(added) }
      const start = (): void => void initial.splice(0)
      const written = { base, others: [], readers, names, words, defaults, start }
      const spelling = { ...written, listed: component.table?.only, forms: v08Forms }
      /** The place of a property by its name in the catalog. */
      const placeOf = (name: string): string => {
        const old = Object.keys(component.shapes).find((one) => (getOwn(names, one) ?? one) === name)
        return old === undefined ? base : `${base}/${escapeToken(old)}`
      }
      return { reader: createReader(component, grammar, spelling), to, change, placeOf }
    },
    true,
  )
  return {
    grammar,
    /** v0.8: `{"id": …, "component": {"Text": {…}}}`. */
    parse(wire, origin, options) {
      const { id, type: sent, bag: given, base, weight } = unwrap(wire, limits)
      const { type, bag, made: known } = typeOf(sent, given, id, options)
      if (!known) return refuseType({ id, type, at: base, catalogId, known: Object.keys(components) }, origin, options)
      const { reader, to, change, placeOf } = known
      const read = reader.read(bag, id, options)
      if (read instanceof SurfaceError) return placeholder(id, type, read, origin)
      const { type: target, props } = change?.(read) ?? { type: to, props: read }
      const all = weight === undefined ? props : { ...props, ...staticProps({ weight }) }
      const whole = completed(reader.component(id, target, all, origin), catalog, options, placeOf)
      return initial.length === 0 ? whole : { ...whole, initial: [...initial], plain: false }
    },
  }
}
