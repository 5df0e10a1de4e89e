/** A JSON Schema of a catalog, read into a small tree: prompts print it, and schemas of answers are made from it. */
import { isObject, type JsonValue, sameJson } from '../json/value.ts'
import type { SchemaFiles } from './schema-files.ts'
import type { CatalogSchema } from './with-schema.ts'

export type Type =
  /** What the protocol itself defines. `literal`: what a literal must be beside that. */
  | { readonly kind: 'role'; readonly role: Role; readonly literal?: Type | undefined }
  /** `name`: that of the definition which lists the values, where there is one. */
  | { readonly kind: 'values'; readonly values: readonly JsonValue[]; readonly name?: string | undefined }
  /** `limits`: keywords of JSON Schema, such as `minimum`. */
  | { readonly kind: 'scalar'; readonly type: string; readonly limits: CatalogSchema }
  | { readonly kind: 'list'; readonly items: Type; readonly limits: CatalogSchema }
  | ObjectType
  | { readonly kind: 'union'; readonly options: readonly Type[] }
  | { readonly kind: 'any' }

export interface ObjectType {
  readonly kind: 'object'
  readonly members: readonly Member[]
  /** Of the members that have no name. */
  readonly rest?: Type | undefined
  /** Lists of names: the members of one of them must be there. */
  readonly either?: readonly (readonly string[])[] | undefined
}

export interface Member {
  readonly name: string
  readonly type: Type
  readonly required: boolean
  /** The schema's text for people. */
  readonly note?: string | undefined
}

export type Role =
  | 'ComponentId'
  | 'ChildList'
  | 'DynamicString'
  | 'DynamicNumber'
  | 'DynamicBoolean'
  | 'DynamicStringList'
  | 'DynamicValue'
  | 'DataBinding'
  | 'FunctionCall'
  | 'CheckRule'
  | 'Action'
  /** v0.8: a key of the data with its value. */
  | 'DataEntry'

/** By the definition that stands for it, in the file of either version. */
const roles: ReadonlyMap<string, Role> = new Map([
  ...inFile('common_types.json', {
    ...{ ComponentId: 'ComponentId', ChildList: 'ChildList', Action: 'Action', CheckRule: 'CheckRule' },
    ...{ DynamicString: 'DynamicString', DynamicNumber: 'DynamicNumber', DynamicBoolean: 'DynamicBoolean' },
    ...{ DynamicStringList: 'DynamicStringList', DynamicValue: 'DynamicValue' },
    ...{ DataBinding: 'DataBinding', FunctionCall: 'FunctionCall' },
  }),
  ...inFile('standard_catalog_definition.json', {
    ...{ ComponentId: 'ComponentId', Children: 'ChildList', Action: 'Action' },
    ...{ StringValue: 'DynamicString', NumberValue: 'DynamicNumber', BooleanValue: 'DynamicBoolean' },
    StringListValue: 'DynamicStringList',
  }),
])

function inFile(
  file: string,
  byDefinition: { readonly [definition: string]: Role },
): readonly (readonly [string, Role])[] {
  return Object.entries(byDefinition).map(([definition, role]) => [`${file}#/$defs/${definition}`, role])
}

/** A schema together with what its references and its `allOf` add. */
interface Parts {
  readonly list: readonly CatalogSchema[]
  readonly role?: Role | undefined
  /** The name of the definition that was referred to. */
  readonly name?: string | undefined
  /** The references that led to the parts. */
  readonly met: readonly string[]
}

/** `within`: the references that led here. What a schema that contains itself has inside is `any`. */
export function readType(schema: unknown, files: SchemaFiles, within: readonly string[] = []): Type {
  const parts = isObject(schema) ? signaturePartsOf(schema, files, within) : undefined
  if (!parts) return { kind: 'any' }
  const { list, role, name } = parts
  const read = (part: unknown): Type => readType(part, files, parts.met)
  const all = (keyword: string): readonly unknown[] =>
    list.flatMap((part) => (part[keyword] === undefined ? [] : [part[keyword]]))
  const options = ([...all('anyOf'), ...all('oneOf')][0] ?? []) as readonly CatalogSchema[]
  if (role) return { kind: 'role', role, literal: literalOf(role, list, options, read) }
  const [values, ...others] = [...all('enum'), ...all('const').map((value) => [value])] as JsonValue[][]
  if (values) {
    const allowed = values.filter((value) => others.every((one) => one.some((other) => sameJson(other, value))))
    return { kind: 'values', values: allowed, name }
  }
  const either = options.every((option) => Object.keys(option).join() === 'required')
  if (!either) {
    const base = list.map(({ anyOf: _any, oneOf: _one, ...rest }) => rest)
    return unionOf(options.map((option) => named(read({ allOf: [option, ...base] }), name)))
  }
  const [type = all('properties').length > 0 ? 'object' : all('items').length > 0 ? 'array' : undefined] = all('type')
  if (Array.isArray(type)) {
    const base = list.map(({ type: _type, ...rest }) => rest)
    return unionOf(type.map((one) => read({ allOf: [{ type: one }, ...base] })))
  }
  if (type === 'object') return objectOf(list, options, files, read)
  const limits = limitsOf(list)
  if (type === 'array') return { kind: 'list', items: read(joined(all('items'))), limits }
  return type === undefined ? { kind: 'any' } : { kind: 'scalar', type: String(type), limits }
}

export function unionOf(options: readonly Type[]): Type {
  const [only, ...others] = options
  return only && others.length === 0 ? only : { kind: 'union', options }
}

/** `undefined`: a reference leads back to itself. */
function signaturePartsOf(schema: CatalogSchema, files: SchemaFiles, within: readonly string[]): Parts | undefined {
  const { $ref, allOf, ...own } = schema
  const role = roles.get(String($ref))
  const added: Parts[] = []
  const met: string[] = [...within]
  if (typeof $ref === 'string' && !role) {
    if (within.includes($ref)) return undefined
    met.push($ref)
    const target = signaturePartsOf(files.at($ref), files, met)
    if (!target) return undefined
    added.push({ ...target, name: target.name ?? $ref.slice($ref.lastIndexOf('/') + 1) })
  }
  for (const part of Array.isArray(allOf) ? allOf : []) {
    const parts = isObject(part) ? signaturePartsOf(part, files, within) : { list: [], met: [] }
    if (!parts) return undefined
    added.push(parts)
  }
  return {
    list: [own, ...added.flatMap(({ list }) => list)],
    role: role ?? added.find((part) => part.role)?.role,
    name: added.find((part) => part.name)?.name,
    met: [...new Set([...met, ...added.flatMap((part) => part.met)])],
  }
}

function objectOf(
  list: readonly CatalogSchema[],
  options: readonly CatalogSchema[],
  files: SchemaFiles,
  read: (part: unknown) => Type,
): ObjectType {
  const byName = new Map<string, unknown[]>()
  for (const { properties } of list)
    for (const [name, schema] of Object.entries(properties ?? {}))
      byName.set(name, [...(byName.get(name) ?? []), schema])
  const required = new Set(list.flatMap((part) => (part['required'] ?? []) as string[]))
  const members = [...byName].map(([name, schemas]): Member => {
    const schema = joined(schemas)
    return { name, type: read(schema), required: required.has(name), note: noteOf(schema, files) }
  })
  const closed = list.some((part) => part['additionalProperties'] === false || part['unevaluatedProperties'] === false)
  const rest = list.find((part) => part['additionalProperties'] !== undefined)?.['additionalProperties']
  return {
    kind: 'object',
    members,
    rest: closed ? undefined : read(rest),
    either: options.length > 0 ? options.map((option) => option['required'] as string[]) : undefined,
  }
}

/** The text for people of a schema: its own, else that of the definition it refers to. */
export function noteOf(schema: unknown, files: SchemaFiles): string | undefined {
  const list = (isObject(schema) && signaturePartsOf(schema, files, [])?.list) || []
  const [text] = list.flatMap(({ description, title }) => description ?? title ?? [])
  return text === undefined ? undefined : String(text)
}

/** What a schema demands of a literal where a value may be bound too. */
function literalOf(
  role: Role,
  list: readonly CatalogSchema[],
  options: readonly CatalogSchema[],
  read: (part: unknown) => Type,
): Type | undefined {
  const type = role === 'DynamicString' ? 'string' : role === 'DynamicNumber' ? 'number' : undefined
  const limits = limitsOf(list)
  const literals = options.filter((option) => option['type'] === type || option['enum'] || option['const'])
  if (!type || (literals.length === 0 && Object.keys(limits).length === 0)) return undefined
  return unionOf((literals.length > 0 ? literals : [{}]).map((literal) => read({ type, ...limits, ...literal })))
}

const limiting = [
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
  ...['minLength', 'maxLength', 'pattern', 'format', 'minItems', 'maxItems', 'uniqueItems'],
]

function limitsOf(list: readonly CatalogSchema[]): CatalogSchema {
  const found = limiting.map((keyword) => [keyword, list.find((part) => part[keyword] !== undefined)?.[keyword]])
  return Object.fromEntries(found.filter(([, value]) => value !== undefined))
}

function joined(schemas: readonly unknown[]): unknown {
  return schemas.length > 1 ? { allOf: schemas } : schemas[0]
}

/** A list of values within a definition is called as the definition. */
function named(type: Type, name: string | undefined): Type {
  return type.kind === 'values' ? { ...type, name: type.name ?? name } : type
}
