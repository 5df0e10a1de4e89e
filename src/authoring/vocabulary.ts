/** What a model may write for a catalog in one version of the protocol: types, functions, theme, in the catalog's order. */
import { isObject } from '../json/value.ts'
import { nearestOf } from '../schema/remedy.ts'
import { type SchemaFiles, schemaFilesOf } from './schema-files.ts'
import { type Member, noteOf, type ObjectType, readType, type Type } from './type.ts'
import type { CatalogSchema, CatalogWithSchema } from './with-schema.ts'

export type Version = 'v0.9' | 'v0.8'

export interface Vocabulary {
  readonly version: Version
  /** By which `createSurface` or `beginRendering` names the catalog. */
  readonly catalogId: string
  readonly components: readonly ComponentType[]
  /** None in v0.8. */
  readonly functions: readonly FunctionType[]
  /** The members of a theme, or of v0.8's `styles`. */
  readonly theme: readonly Member[]
}

export interface ComponentType {
  readonly name: string
  /** The schema's text for people. */
  readonly note: string | undefined
  /** Properties, without `id` and `component`. */
  readonly members: readonly Member[]
}

export interface FunctionType {
  readonly name: string
  readonly note: string | undefined
  readonly args: ObjectType
  /** `string`, `number`, `boolean`, `array`, `void` …; `undefined`: the schema does not say. */
  readonly returns: string | undefined
}

/** `omit`: names of components and functions to leave out. Throws a `TypeError` for unknown ones and for schemas that are missing. */
export function vocabularyOf(
  catalog: CatalogWithSchema,
  version: Version = 'v0.9',
  omit: readonly string[] = [],
): Vocabulary {
  if (!isObject(catalog.schema))
    throw new TypeError(`"${catalog.catalogId}" has no schema beside it: pass basic, or withSchema(catalog, its file)`)
  const dialect = catalog.dialects.find(({ protocol }) => protocol === version)
  if (!dialect)
    throw new TypeError(`"${catalog.catalogId}" has no components of ${version}: define it with "protocol: 'both'"`)
  const [catalogId = catalog.catalogId] = dialect.ids
  const files = schemaFilesOf(catalog)
  const names =
    version === 'v0.9' ? Object.keys(dialect.components) : namesIn(files, 'components').filter(dialect.reads)
  const functionNames = version === 'v0.9' ? [...catalog.functions.keys()] : []
  const unknown = omit.find((name) => !names.includes(name) && !functionNames.includes(name))
  if (unknown !== undefined) {
    const { hint } = nearestOf(unknown, [...names, ...functionNames])
    throw new TypeError(`omit: there is no "${unknown}" in "${catalogId}". ${hint}`)
  }
  const isKept = (name: string): boolean => !omit.includes(name)
  return {
    version,
    catalogId,
    components: names.filter(isKept).map((name) => componentOf(name, { version, catalogId, files, ids: dialect.ids })),
    functions: functionNames.filter(isKept).map((name) => functionOf(name, catalogId, files)),
    theme: themeOf(files, version),
  }
}

function namesIn({ catalogs }: SchemaFiles, key: string): readonly string[] {
  return [...new Set(catalogs.flatMap((schema) => Object.keys(schema[key] ?? {})))]
}

interface Place {
  readonly version: Version
  readonly catalogId: string
  readonly files: SchemaFiles
  readonly ids: readonly string[]
}

/** What v0.9 says among the properties, and v0.8 beside them or not at all. */
const common: ReadonlySet<string> = new Set(['id', 'component', 'weight', 'accessibility', 'checks'])

function componentOf(name: string, { version, catalogId, files, ids }: Place): ComponentType {
  const found = schemasOf(name, 'components', files).map(({ schema, id }) => {
    const { members } = asObject(readType(schema, files))
    return { schema, id, members, version: members.some((member) => member.name === 'component') ? 'v0.9' : 'v0.8' }
  })
  // A catalog of a host's has one schema for both versions; the public ones have a file for each.
  const best = found.find((one) => ids.includes(one.id)) ?? found.find((one) => one.version === version) ?? found[0]
  if (!best) throw missing(name, catalogId)
  const isOwn = (member: Member): boolean =>
    version === 'v0.9' ? member.name !== 'id' && member.name !== 'component' : !common.has(member.name)
  return { name, note: noteOf(best.schema, files), members: best.members.filter(isOwn) }
}

function functionOf(name: string, catalogId: string, files: SchemaFiles): FunctionType {
  const [found] = schemasOf(name, 'functions', files)
  if (!found) throw missing(name, catalogId)
  const { members } = asObject(readType(found.schema, files))
  const typeOf = (member: string): Type | undefined => members.find((one) => one.name === member)?.type
  const returns = typeOf('returnType')
  return {
    name,
    note: noteOf(found.schema, files),
    args: asObject(typeOf('args')),
    returns: returns?.kind === 'values' && returns.values.length === 1 ? String(returns.values[0]) : undefined,
  }
}

function schemasOf(name: string, key: string, { catalogs }: SchemaFiles): readonly { schema: unknown; id: string }[] {
  return catalogs.flatMap((file) => {
    const schema = (file[key] as CatalogSchema | undefined)?.[name]
    return schema === undefined ? [] : [{ schema, id: String(file['catalogId'] ?? file['$id']) }]
  })
}

/** That of the first file which has one. */
function themeOf(files: SchemaFiles, version: Version): readonly Member[] {
  // The public ones are of one version; that of a host stands for both.
  const other = version === 'v0.9' ? '/v0_8/' : '/v0_9/'
  const isOf = (file: CatalogSchema): boolean => !String(file['catalogId']).includes(other)
  const definitions = files.catalogs.filter(isOf).map((file) => file['$defs'] as CatalogSchema | undefined)
  const theme = definitions.find((one) => one?.['theme'])?.['theme']
  return asObject(readType(theme, files)).members
}

function missing(name: string, catalogId: string): TypeError {
  return new TypeError(
    `There is no schema of "${name}": pass the file of the catalog that "${catalogId}" extends to withSchema as well`,
  )
}

function asObject(type: Type | undefined): ObjectType {
  return type?.kind === 'object' ? type : { kind: 'object', members: [] }
}
