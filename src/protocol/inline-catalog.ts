/** A catalog's JSON Schema → the catalog as capabilities have it: whole, for agents that have never heard of it. */
import { clip, getOwn, isList, isObject, type JsonObject, type JsonValue } from '../json/value.ts'
import type { InlineCatalog } from './capabilities.ts'
import { propertiesV08 } from './inline-v08.ts'
import type { ProtocolFamily } from './message.ts'

/** Nesting of references within a catalog; a definition that contains itself would never end. */
const maxNested = 16

/**
 * The catalog's file as an agent can be sent it, for `clientCapabilities({ inlineCatalogs })`. `schema` is what
 * `?catalog` or `compileCatalog` compiles. References within the file are replaced by what they mean; those to
 * `common_types.json` and to other catalogs stay, by file name. For v0.8 the properties are in the words of v0.8, and there are no functions.
 *
 * Throws a `TypeError` for a schema without `catalogId`, and for a reference within the file that leads nowhere or to itself.
 */
export function inlineCatalog(
  schema: { readonly [keyword: string]: unknown },
  protocol: ProtocolFamily = 'v0.9',
): InlineCatalog {
  const source = schema as JsonObject
  const catalogId = source['catalogId'] ?? source['$id']
  if (typeof catalogId !== 'string') throw new TypeError('An inline catalog needs a "catalogId"')
  const expand = (part: JsonValue | undefined): JsonObject => membersOf(expanded(part ?? {}, source, 0))
  const components = expand(source['components'])
  const theme = membersOf(expand(getOwn(membersOf(source['$defs']), 'theme'))['properties'])
  if (protocol === 'v0.8') {
    const bags = Object.entries(components).map(([type, component]) => [type, propertiesV08(component)])
    return { protocol, catalog: { catalogId, components: Object.fromEntries(bags), styles: theme } }
  }
  const functions = Object.entries(expand(source['functions'])).map(functionOf)
  const catalog = {
    catalogId,
    components,
    ...(functions.length > 0 ? { functions } : {}),
    ...(Object.keys(theme).length > 0 ? { theme } : {}),
  }
  return { protocol, catalog }
}

/** In a file a function is the schema of its call; here its arguments, result and purpose have members of their own. */
function functionOf([name, schema]: readonly [string, JsonValue]): JsonObject {
  const { title, description = title, properties } = membersOf(schema)
  const { args = {}, returnType } = membersOf(properties)
  const result = membersOf(returnType)['const']
  return {
    name,
    parameters: args,
    returnType: typeof result === 'string' ? result : 'any',
    ...(description === undefined ? {} : { description }),
  }
}

function expanded(value: JsonValue, source: JsonObject, depth: number): JsonValue {
  if (isList(value)) return value.map((item) => expanded(item, source, depth))
  if (!isObject(value)) return value
  const { $ref, ...others } = value as JsonObject
  const siblings = Object.fromEntries(
    Object.entries(others).map(([name, inner]) => [name, expanded(inner, source, depth)]),
  )
  if (typeof $ref !== 'string')
    return $ref === undefined ? siblings : { $ref: expanded($ref, source, depth), ...siblings }
  if (!$ref.startsWith('#')) return { $ref: $ref.slice($ref.lastIndexOf('/', $ref.indexOf('#')) + 1), ...siblings }
  const target = $ref === '#' ? undefined : targetOf($ref, source)
  if (target === undefined || depth > maxNested) throw new TypeError(`${clip($ref)} leads nowhere, or to itself`)
  const meant = expanded(target, source, depth + 1)
  return Object.keys(siblings).length === 0 ? meant : { allOf: [meant], ...siblings }
}

function targetOf(reference: string, source: JsonObject): JsonValue | undefined {
  let found: JsonValue | undefined = source
  for (const token of reference.slice(2).split('/'))
    found = getOwn(membersOf(found), token.replaceAll('~1', '/').replaceAll('~0', '~'))
  return found
}

function membersOf(value: JsonValue | undefined): JsonObject {
  return isObject(value) ? (value as JsonObject) : {}
}
