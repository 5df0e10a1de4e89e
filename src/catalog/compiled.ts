/** A catalog as the compiler leaves it: plain data. The same, whether compiled ahead of time or in the page. */
import type { JsonObject, JsonValue } from '../json/value.ts'
import type { Node } from '../schema/node.ts'
import type { AjvValidator, Check, Validator } from '../schema/validator.ts'
import type { CatalogFunction } from './expression.ts'
import type { Shape, Shapes } from './shape.ts'

/** A catalog as `defineCatalog` takes it: as data, or with its validators made. */
export type CompiledCatalog = CatalogTable | ReadCatalog

interface CatalogHead {
  readonly catalogId: string
  /** Catalogs whose functions `anyFunction` lists beside its own, by `catalogId`. */
  readonly includes: readonly string[]
}

/** What the schemas of a table share. */
export interface TableParts {
  /** Schemas that others refer to by their index. */
  readonly nodes: readonly Node[]
  /** By the index of a schema: the role of values that it describes. */
  readonly roles: { readonly [index: string]: Shape }
}

/** A catalog as plain data. What a table cannot say comes as a validator that ajv has made. */
export interface CatalogTable extends CatalogHead, TableParts {
  readonly components: { readonly [type: string]: ComponentTable }
  readonly functions: { readonly [name: string]: FunctionTable }
  readonly imported?: { readonly [type: string]: { readonly from: string; readonly schema?: SchemaOrValidator } }
  readonly theme?: SchemaOrValidator
  /** Members that its theme declares, beside those of every theme. */
  readonly themeNames?: readonly string[]
}

/** What judges a value: a schema of the table, or a validator where that says more. */
export type SchemaOrValidator = Node | AjvValidator

export interface ComponentTable {
  /** Absent: an object of `id`, `component` and `props`, or of `only`, and of nothing else. */
  readonly schema?: SchemaOrValidator
  readonly props?: { readonly [name: string]: Node }
  readonly only?: { readonly [name: string]: Node }
  /** Those that the schema does not imply by the roles of what it refers to. */
  readonly shapes?: Shapes
  /** Default: all of `only`, none of `props`, or what `schema` itself demands. */
  readonly required?: readonly string[]
  readonly defaults?: { readonly [name: string]: JsonValue }
  /** Where addresses stand, as the format `uri` says: names from the property on; `*` is each element or member. */
  readonly addresses?: readonly (readonly string[])[] | undefined
}

export interface FunctionTable {
  /** Absent: an object of `call`, `args` and `returnType`, which must be `returns`, and of nothing else. */
  readonly schema?: SchemaOrValidator
  readonly args?: Node
  readonly returns?: JsonValue
  /** Those of the arguments that the schema does not imply. */
  readonly shapes?: Shapes
  /** Arguments in their wire form, for calls that leave them out. */
  readonly defaults?: { readonly [name: string]: JsonValue }
}

/** A catalog with a validator for each component type and function. */
export interface ReadCatalog extends CatalogHead {
  readonly components: { readonly [type: string]: CompiledComponent }
  readonly functions: { readonly [name: string]: Pick<CatalogFunction, 'args' | 'defaults' | 'validate'> }
  /** Components that are a reference to another catalog's, by type: its `catalogId`, and what they must fit besides. */
  readonly imported: { readonly [type: string]: { readonly from: string; readonly validate?: Validator } }
  readonly theme?: Validator
  readonly themeNames?: readonly string[]
}

export interface CompiledComponent {
  readonly shapes: Shapes
  readonly required: readonly string[]
  readonly defaults: { readonly [name: string]: JsonValue }
  /** As in the table. */
  readonly addresses?: readonly (readonly string[])[] | undefined
  readonly validate: Validator
  /** Lenient mode: what takes the place of a property that is required and wrong. */
  readonly fallbacks?: { readonly [name: string]: JsonValue }
  /** Lenient mode: what other vocabularies call the type, in lower case without signs. */
  readonly synonyms?: readonly string[]
  /** Lenient mode: properties that a faulty component means, made of those that it has. */
  readonly meant?: (bag: JsonObject) => JsonObject
  /** What `validate` says, where a table holds it. `props`, `only`: as in the table. */
  readonly table?: Pick<ComponentTable, 'props' | 'only'> & Pick<TableParts, 'roles'> & { readonly check: Check }
}
