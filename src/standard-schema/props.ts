/** Properties by name, each with a schema: the JSON Schema of the object that has them, and their types. */
import { CatalogError } from '../compiler/catalog-error.ts'
import { type Position, positionBelow } from '../compiler/keywords.ts'
import { asSchema } from '../compiler/roles.ts'
import { escapeToken } from '../json/pointer.ts'
import { isObject } from '../json/value.ts'
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts'
import { type InputOf, isOptional, isStandardSchema, type OutputOf, type StandardSchema } from './standard.ts'

/** A schema of any library, or a marker, for each property. */
export interface PropSchemas {
  readonly [name: string]: StandardSchema
}

/** What may stand at `props` of a component. */
export type ComponentProps = PropSchemas | StandardSchema

export const vendor = 'surface-runtime'

/** A marker. `Wire`: what the agent writes. `Value`: what a renderer gets; with `undefined`: it may be left out. */
export interface Role<Wire, Value> extends StandardSchema<Wire, Value> {
  readonly '~standard': StandardSchema<Wire, Value>['~standard'] & { readonly vendor: typeof vendor }
}

/** What a renderer gets of a property: of one that is not marked, the JSON as it was sent. */
export type ValueOf<S extends StandardSchema> =
  S extends Role<unknown, unknown> ? Exclude<OutputOf<S>, undefined> : Exclude<InputOf<S>, undefined>

/** What a renderer gets: defaults are filled in. */
export type Props<P extends ComponentProps> = P extends StandardSchema
  ? PropsOfObject<InputOf<P>, OutputOf<P>>
  : P extends PropSchemas
    ? PropsOfRecord<P>
    : never

type PropsOfObject<In, Out> = {
  readonly [Name in keyof Out]: Name extends keyof In
    ? undefined extends Out[Name]
      ? In[Name]
      : Exclude<In[Name], undefined>
    : Out[Name]
}

type PropsOfRecord<P extends PropSchemas> = Flat<
  { readonly [Name in LeftOut<P, 'output'>]?: ValueOf<P[Name]> } & {
    readonly [Name in Exclude<keyof P, LeftOut<P, 'output'>>]: ValueOf<P[Name]>
  } & OnChange<P>
>

/** Where there is a property `value`, what enters another one. */
type OnChange<P extends PropSchemas> = 'onChange' extends keyof P
  ? unknown
  : P extends { readonly value: infer S extends StandardSchema }
    ? { onChange(value: ValueOf<S>): void }
    : unknown

/** What an agent writes. */
export type Written<P extends ComponentProps> = P extends StandardSchema
  ? InputOf<P>
  : P extends PropSchemas
    ? WrittenRecord<P>
    : never

type WrittenRecord<P extends PropSchemas> = Flat<
  { readonly [Name in LeftOut<P, 'input'>]?: Exclude<InputOf<P[Name]>, undefined> } & {
    readonly [Name in Exclude<keyof P, LeftOut<P, 'input'>>]: InputOf<P[Name]>
  }
>

type LeftOut<P extends PropSchemas, Side extends 'input' | 'output'> = {
  [Name in keyof P]: undefined extends NonNullable<P[Name]['~standard']['types']>[Side] ? Name : never
}[keyof P]

type Flat<T> = { [Name in keyof T]: T[Name] }

/** The schema of an object with these properties. `at`: as for `objectSchema`. */
export function propsSchema(props: ComponentProps, at: string): JsonSchema {
  if (!isStandardSchema(props)) return objectSchema(props, at)
  // zod names the properties, so that a mistake has a place.
  if ('shape' in props && isObject(props.shape)) return objectSchema(props.shape as unknown as PropSchemas, at)
  const schema = propertySchema(props, at)
  const { properties, required = [] } = schema
  if (isObject(properties)) {
    const filled = filledIn(props).find((name) => !(required as readonly string[]).includes(name))
    if (filled === undefined || 'default' in asSchema(properties[filled])) return schema
    throw notJson(
      `${at}/properties/${escapeToken(filled)}`,
      'its default is not told',
      'Write optional(schema, value).',
    )
  }
  const [problem, hint] = ['"props" must be the schema of an object', 'Give each property a name: { title: … }.']
  throw new CatalogError('SCHEMA_INVALID', { at, problem, hint })
}

/** `at`: JSON Pointer of the object's schema. Throws a `CatalogError` with the place of what cannot be served. */
export function objectSchema(props: PropSchemas, at: string): JsonSchema {
  const entries = Object.entries(props)
  const required = entries.filter(([, schema]) => !isOptional(schema)).map(([name]) => name)
  const properties = entries.map(([name, schema]) => [
    name,
    propertySchema(schema, `${at}/properties/${escapeToken(name)}`),
  ])
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  }
}

function propertySchema(schema: StandardSchema, at: string): JsonSchema {
  try {
    return rebased(jsonSchemaOf(schema), at) as JsonSchema
  } catch (cause) {
    if (cause instanceof CatalogError) throw new CatalogError(cause.code, { ...cause, at: `${at}${cause.at}` })
    const hint = 'Describe the JSON that the agent sends: for a date a text, for a map a record.'
    throw notJson(at, cause instanceof Error ? cause.message : String(cause), hint, cause)
  }
}

function notJson(at: string, reason: string, hint: string, cause?: unknown): CatalogError {
  return new CatalogError('NOT_JSON', { at, problem: `The schema cannot be served: ${reason}`, hint, cause })
}

/** Properties that are there in any case once the library has filled in defaults. */
function filledIn(schema: StandardSchema): readonly string[] {
  const { required } = schema['~standard'].jsonSchema.output({ target: 'draft-2020-12' })
  return Array.isArray(required) ? required : []
}

/** The schema below `at` of another one: its references to itself lead there. */
function rebased(value: unknown, at: string, position: Position = 'schema'): unknown {
  if (position === 'data') return value
  if (Array.isArray(value)) return value.map((item) => rebased(item, at, position))
  if (!isObject(value)) return value
  const members = Object.entries(value).map(([key, inner]) => {
    const refers = position === 'schema' && key === '$ref' && typeof inner === 'string' && inner.startsWith('#')
    return [key, refers ? `#${at}${inner.slice(1)}` : rebased(inner, at, positionBelow(position, key))] as const
  })
  return Object.fromEntries(members)
}
