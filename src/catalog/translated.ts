/** Another dialect's door to a catalog: components in v0.8's form, checked by v0.8's schema, become the catalog's own. */
import { SurfaceError } from '../json/errors.ts'
import { escapeToken, namesIn, parseLoosePath } from '../json/pointer.ts'
import { clip, isObject, type JsonObject, type JsonValue, own } from '../json/value.ts'
import { admit } from './admit.ts'
import { assemble, checkedId, placeholder, refuseType, shapeError, staticProps } from './assemble.ts'
import { type Catalog, type Fallbacks, withFallbacks } from './catalog.ts'
import { orChildrenV08 } from './children-instead.ts'
import type { CompiledCatalog, ReadCatalog } from './compiled.ts'
import type { Component, InitialValue, Origin, PathExpression } from './component.ts'
import { type Door, type ParseOptions, themeParser } from './door.ts'
import { type Grammar, parseExpression, parseProps } from './parse.ts'
import { readTable } from './read-table.ts'

/** What a translation may do besides giving back the properties in v0.9's form. */
export interface TranslationContext {
  /** Writes a literal into the data model when the component arrives (a path beside a literal). */
  readonly initialise: (path: string, value: JsonValue) => void
}

/** A component in v0.9's words. */
export interface Translated {
  readonly type: string
  /** Properties as the catalog's schema has them. */
  readonly props: JsonObject
  /** What only the older dialect can say: handed to the renderer as it is, beside the properties. */
  readonly internal?: JsonObject
}

/** The v0.9 component type and properties that mean the same. */
export type Translation = (props: JsonObject, context: TranslationContext) => Translated

export interface DialectOptions {
  /** The schema of the dialect. */
  readonly compiled: CompiledCatalog
  readonly aliases: readonly string[]
  /** One translation for each component type of the dialect. */
  readonly translations: { readonly [type: string]: Translation }
  /** Lenient mode, in the words of the dialect; see `CatalogOptions`. */
  readonly fallbacks?: Fallbacks
}

/** The same catalog, reachable in v0.8's dialect too. Throws when a type lacks its translation. */
export function withDialect(catalog: Catalog, options: DialectOptions): Catalog {
  const { aliases, translations } = options
  const table = readTable(options.compiled)
  const compiled = { ...table, components: withFallbacks(table.components, options.fallbacks) }
  const missing = Object.keys(compiled.components).filter((type) => !own(translations, type))
  if (missing.length > 0) throw new TypeError(`No translation for ${missing.join(', ')}`)
  const door: Door = {
    ids: [compiled.catalogId, ...aliases],
    protocol: 'v0.8',
    reads: (type) => Object.hasOwn(compiled.components, type),
    parseComponent(wire, origin, parse) {
      const read = (component: JsonValue): Component =>
        parseWrapped(component, origin, parse, catalog, { compiled, translations })
      const component = read(wire)
      return component.invalid ? orChildrenV08(component, wire as JsonObject, catalog.components, read) : component
    },
    components: catalog.components,
    parseExpression: (limits) => (wire) => parseExpression(wire, '', wrappedGrammar(catalog, limits)),
    parseTheme: themeParser(compiled.theme),
  }
  return { ...catalog, doors: [...catalog.doors, door] }
}

/** In a list item a path means the item's own value first, and the root's when the item has none. */
function itemPath(text: string): PathExpression {
  return { kind: 'path', pointer: parseLoosePath(text), from: 'item' }
}

function wrappedGrammar({ catalogId, functions }: Catalog, limits: Grammar['limits']): Grammar {
  return { catalogId, functions, path: itemPath, objects: true, limits }
}

interface Dialect extends Pick<DialectOptions, 'translations'> {
  readonly compiled: ReadCatalog
}

/** v0.8: `{"id": …, "component": {"Text": {…}}}`. */
function parseWrapped(
  wire: JsonValue,
  origin: Origin,
  options: ParseOptions,
  catalog: Catalog,
  dialect: Dialect,
): Component {
  const { compiled, translations } = dialect
  const { id, type, bag, weight } = unwrap(wire, options)
  const known = own(compiled.components, type)
  if (!known) {
    const unknown = {
      id,
      type,
      at: `/component/${escapeToken(clip(type))}`,
      catalogId: compiled.catalogId,
      known: Object.keys(compiled.components),
    }
    return refuseType(unknown, origin, options)
  }
  // A fault lies in the property bag, which the message nests under its type.
  const bagAt = `/component/${escapeToken(type)}`
  const outer = (error: SurfaceError): SurfaceError => error.below(bagAt).in({ componentId: id })
  try {
    const admitted = admit(bag, known, id, { ...options, warn: (error) => options.warn(outer(error)) })
    if (admitted instanceof SurfaceError) return placeholder(id, type, outer(admitted), origin)
    return build(id, translations[type] as Translation, { bag: admitted, weight }, origin, options, catalog)
  } catch (error) {
    throw error instanceof SurfaceError ? outer(error) : error
  }
}

interface Wrapped {
  readonly bag: JsonObject
  readonly weight: JsonValue | undefined
}

/** What is found wrong after the translation has no pointer into the message, so it is told at the property bag. */
function build(
  id: string,
  translation: Translation,
  { bag, weight }: Wrapped,
  origin: Origin,
  options: ParseOptions,
  catalog: Catalog,
): Component {
  const initial: InitialValue[] = []
  try {
    const initialise = (path: string, value: JsonValue): void =>
      void initial.push({ pointer: parseLoosePath(path), value })
    const { type, props, internal = {} } = translation(bag, { initialise })
    const target = catalog.components[type]
    if (!target) throw new TypeError(`The catalog has no "${type}" to translate to`)
    const grammar = wrappedGrammar(catalog, options.limits)
    const wire = weight === undefined ? props : { ...props, weight }
    const parsed = { ...parseProps(wire, target, grammar), ...staticProps(internal) }
    const component = assemble(id, type, parsed, origin)
    const complete = catalog.complete?.(component, options.limits) ?? component
    return initial.length === 0 ? complete : { ...complete, initial }
  } catch (error) {
    throw error instanceof SurfaceError ? error.movedTo(nearestPlace(error, bag)) : error
  }
}

/** The property itself where both dialects call it the same, else the bag. */
function nearestPlace({ place }: SurfaceError, bag: JsonObject): string {
  const [name = ''] = namesIn(place.at ?? '')
  return Object.hasOwn(bag, name) ? `/${escapeToken(name)}` : ''
}

function unwrap(
  wire: JsonValue,
  { limits }: ParseOptions,
): { id: string; type: string; bag: JsonObject; weight: JsonValue | undefined } {
  const object = wire as JsonObject
  const id = checkedId(own(object, 'id'), limits)
  const component = own(object, 'component')
  const types = isObject(component) ? Object.keys(component) : []
  const [type] = types
  if (type === undefined || types.length > 1) {
    const message = `Component "${clip(id)}" must name exactly one type, not ${types.length}`
    throw shapeError(message, 'Send {"id": …, "component": {"Text": {…}}}.', '/component').in({ componentId: id })
  }
  const bag = (component as JsonObject)[type] as JsonValue
  if (!isObject(bag))
    throw shapeError(
      `The properties of "${clip(id)}" must be an object`,
      'Send {"Text": {…}}.',
      `/component/${clip(type)}`,
    ).in({ componentId: id })
  return { id, type, bag: bag as JsonObject, weight: own(object, 'weight') }
}
