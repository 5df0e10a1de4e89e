/** A catalog whose types are written in code, and compiled where the module is loaded. */
import commonTypes from '../../catalogs/v0.9/common_types.json' with { type: 'json' }
import { type CatalogSchema, type CatalogWithSchema, withSchema } from '../authoring/with-schema.ts'
import { type CatalogOptions, defineCatalog } from '../catalog/catalog.ts'
import type { FunctionDefinition, FunctionOf } from '../catalog/expression.ts'
import { CatalogError } from '../compiler/catalog-error.ts'
import { namingCatalog } from '../compiler/check-catalog.ts'
import { planOf } from '../compiler/plan.ts'
import { base, prepared, resolver, type SchemaFiles } from '../compiler/prepare.ts'
import { asSchema } from '../compiler/roles.ts'
import { createTable } from '../compiler/table.ts'
import { escapeToken } from '../json/pointer.ts'
import { type JsonValue, mapMembers } from '../json/value.ts'
import type { JsonSchema } from './json-schema.ts'
import {
  type ComponentProps,
  type PropSchemas,
  type Props,
  propsSchema,
  type Role,
  type ValueOf,
  type Written,
} from './props.ts'

interface ComponentFromSchemas<P extends ComponentProps> {
  /** What it is and when to use it, for models. */
  readonly description?: string
  /**
   * A schema or marker for each property, beside `id`, `component` and `accessibility`, which every component has; or one
   * schema of an object, where nothing is marked.
   */
  readonly props: P
}

/** A function of the catalog, with its arguments' schemas. */
type FunctionFromSchemas<A extends PropSchemas> = FunctionOf<Args<A>> & FunctionHead<A>

interface FunctionHead<A> {
  readonly description?: string
  readonly args: A
  readonly returns: 'string' | 'number' | 'boolean' | 'array' | 'object' | 'any' | 'void'
}

/** Of a bound argument nothing is made sure of. */
type Args<A extends PropSchemas> = {
  readonly [Name in keyof A]: A[Name] extends Role<unknown, unknown>
    ? JsonValue | undefined
    : undefined extends NonNullable<A[Name]['~standard']['types']>['input']
      ? ValueOf<A[Name]> | undefined
      : ValueOf<A[Name]>
}

interface UntypedParts
  extends CatalogParts<
    { readonly [type: string]: ComponentFromSchemas<ComponentProps> },
    { readonly [name: string]: FunctionDefinition & FunctionHead<PropSchemas> }
  > {}

interface CatalogParts<C, F> extends Pick<CatalogOptions, 'extend' | 'protocol' | 'aliases' | 'fallbacks'> {
  /** The id by which agents ask for the catalog, such as `https://your.example/catalog`. */
  readonly id: string
  readonly components: C
  readonly functions?: F
}

/** By component type: what renderers get, and what agents write. */
interface TypesOf<P, W> {
  readonly props: P
  readonly written: W
}

/** `Types`: for `PropsOf` and `WrittenOf`, there is no such member when the program runs. */
export interface CatalogFromSchemas<Types> extends CatalogWithSchema {
  readonly '~types'?: Types
}

/** What renderers get, by component type: `Renderer<PropsOf<typeof catalog>['Price']>`. */
export type PropsOf<C extends CatalogFromSchemas<TypesOf<unknown, unknown>>> = NonNullable<C['~types']>['props']

/**
 * A catalog from schemas of zod, valibot or arktype. What an agent sends is checked against their JSON Schema: what that
 * cannot say, such as `refine`, is not. Needs neither a file nor a build step, neither ajv nor `eval`.
 *
 * Throws a `CatalogError` with the place of a property that cannot be served: what JSON cannot carry, such as a date; what
 * changes the value; tuples, `multipleOf` and sets.
 */
export function defineCatalogFromSchemas<
  const C extends { readonly [type: string]: ComponentProps },
  const F extends { readonly [name: string]: PropSchemas } = Record<never, PropSchemas>,
>(
  parts: CatalogParts<
    { readonly [Type in keyof C]: ComponentFromSchemas<C[Type]> },
    { readonly [Name in keyof F]: FunctionFromSchemas<F[Name]> }
  >,
): CatalogFromSchemas<
  TypesOf<{ readonly [Type in keyof C]: Props<C[Type]> }, { readonly [Type in keyof C]: Written<C[Type]> }>
>
export function defineCatalogFromSchemas(parts: UntypedParts): CatalogWithSchema {
  const { id, components, functions = {}, ...options } = parts
  return namingCatalog({ catalogId: id }, undefined, () => {
    const schema: CatalogSchema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      catalogId: id,
      components: mapMembers(components, componentSchema),
      functions: mapMembers(functions, functionSchema),
    }
    const table = planOf(schema, files, (reference) => {
      throw beyond(schema, reference)
    })
    return withSchema(defineCatalog(table, { ...options, functions }), schema)
  })
}

const files: SchemaFiles = { 'common_types.json': commonTypes }

function componentSchema({ description, props }: ComponentFromSchemas<ComponentProps>, type: string): JsonSchema {
  const at = `/components/${escapeToken(type)}`
  const { properties, required = [] } = propsSchema(props, at)
  const taken = Object.keys(asSchema(properties)).find((name) => Object.hasOwn(common, name))
  if (taken !== undefined) {
    const problem = `"${taken}" is a property of every component`
    throw new CatalogError('SCHEMA_INVALID', {
      at: `${at}/properties/${taken}`,
      problem,
      hint: 'Give it another name.',
    })
  }
  const members = asSchema(properties)
  const checks = Object.keys(members).find((name) => asSchema(asSchema(members[name])['items'])['$ref'] === checkRule)
  if (checks !== undefined && checks !== 'checks') {
    const problem = `Checks under the name "${checks}" would not be checked`
    throw new CatalogError('SCHEMA_INVALID', { at: `${at}/properties/${checks}`, problem, hint: 'Call it "checks".' })
  }
  return {
    ...(description === undefined ? {} : { description }),
    type: 'object',
    allOf: [{ $ref: 'common_types.json#/$defs/ComponentCommon' }],
    properties: { component: { const: type }, ...asSchema(properties) },
    required,
    unevaluatedProperties: false,
  }
}

const checkRule = 'common_types.json#/$defs/CheckRule'

const common = commonTypes.$defs.ComponentCommon.properties

function functionSchema({ description, args, returns }: FunctionHead<PropSchemas>, name: string): JsonSchema {
  return {
    ...(description === undefined ? {} : { description }),
    type: 'object',
    properties: {
      call: { const: name },
      args: propsSchema(args, `/functions/${escapeToken(name)}/properties/args`),
      returnType: { const: returns },
    },
    required: ['call', 'args'],
    additionalProperties: false,
  }
}

/** ajv could check it. The place is that of the property, where one alone is to blame. */
function beyond(schema: CatalogSchema, reference: string): CatalogError {
  const at = reference.slice(reference.indexOf('#') + 1)
  const resolve = resolver([prepared(schema, 'this.json'), prepared(commonTypes, 'common_types.json')])
  const properties = asSchema(asSchema(resolve(`${base}this.json#${at}`))['properties'])
  const name = Object.keys(properties).find((one) => createTable(resolve).add(asSchema(properties[one])) === undefined)
  return new CatalogError('KEYWORD_UNSUPPORTED', {
    at: name === undefined ? at : `${at}/properties/${escapeToken(name)}`,
    problem: 'This says more than can be checked without ajv: a tuple, a set, a multiple or a pattern of names',
    hint: 'Use an object in place of a tuple; or write the catalog as JSON and compile it with surface-runtime/vite.',
  })
}
