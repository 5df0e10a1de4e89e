/** Markers for what only the protocol has: values that may be bound, children, actions, checks. Each is a schema itself. */
import type { ActionV09, CheckRule, ChildListV09, ChildV09, DataBinding, FunctionCall } from '../builders/written.ts'
import type { Action, Child, Children } from '../catalog/component.ts'
import { getOwn, isObject, type JsonObject, type JsonValue } from '../json/value.ts'
import type { Act } from '../react/renderer.ts'
import type { Items } from '../surface/evaluate.ts'
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts'
import { objectSchema, type PropSchemas, type Props, type Role, type ValueOf, vendor, type Written } from './props.ts'
import { type InputOf, isOptional, type OutputOf, type StandardSchema } from './standard.ts'

/** A value of the schema's type, or a place in the data model that holds one, or a function call. */
export function bindable<S extends StandardSchema>(
  schema: S,
): Role<InputOf<S> | DataBinding | FunctionCall, Evaluated<OutputOf<S>>> {
  return createRole(() => boundSchema(jsonSchemaOf(schema)), isOptional(schema))
}

/** What a binding gives: its type is made sure of, its value is not checked. */
export type Evaluated<T> = T extends undefined
  ? undefined
  : T extends string
    ? string
    : T extends number
      ? number
      : T extends boolean
        ? boolean
        : T extends readonly string[]
          ? readonly string[]
          : T extends readonly (infer Item)[]
            ? ObjectList<Item>
            : JsonValue

/** Of objects the list is made sure of; what their members hold is not checked. */
type ObjectList<Item> = [Item] extends [readonly unknown[]]
  ? JsonValue
  : [Item] extends [object]
    ? readonly (string extends keyof Item ? JsonObject : { readonly [Name in keyof Item]?: JsonValue })[]
    : JsonValue

/** One component, for `child(…)` of a renderer. `description`: what it is, for models. */
export function child(description?: string): Role<ChildV09, Child> {
  return reference('ComponentId', description)
}

/** Components, or one for each element of a list: for `children(…)` of a renderer. */
export function children(description?: string): Role<ChildListV09, Children | Items> {
  return reference('ChildList', description)
}

/** What a press does: a function among the `props` of a renderer, or `act(…)` with the property's name. */
export function action(description?: string): Role<ActionV09, Act> {
  return reference('Action', description)
}

/** For the property `checks` of an input or a button: `valid` and `errors` among what a renderer gets. */
export function checks(): Role<readonly CheckRule[] | undefined, readonly Check[] | undefined> {
  return createRole(() => ({ type: 'array', items: { $ref: `${commonTypes}CheckRule` } }), true)
}

interface Check {
  readonly condition: boolean
  readonly message: string
}

/** Objects with values, children or actions in them, such as the tabs of a panel. */
export function list<P extends PropSchemas>(props: P): Role<readonly Written<P>[], readonly InList<Props<P>>[]> {
  return createRole(() => ({ type: 'array', items: objectSchema(props, '/items') }), false)
}

/** In a list an action is no function: nothing there can be pressed. */
type InList<T> = {
  readonly [Name in keyof T as Name extends 'onChange' ? never : Name]: T[Name] extends Act | undefined
    ? Action | Extract<T[Name], undefined>
    : T[Name]
}

/** A property that may be left out. `value`: what a renderer gets then. */
export function optional<S extends StandardSchema>(schema: S): Role<InputOf<S> | undefined, ValueOf<S> | undefined>
export function optional<S extends StandardSchema>(
  schema: S,
  value: ValueOf<S> & JsonValue,
): Role<InputOf<S> | undefined, ValueOf<S>>
export function optional(schema: StandardSchema, value?: JsonValue): Role<unknown, unknown> {
  return createRole(() => ({ ...jsonSchemaOf(schema), ...(value === undefined ? {} : { default: value }) }), true)
}

function createRole<Wire, Value>(jsonSchema: () => JsonSchema, mayBeLeftOut: boolean): Role<Wire, Value> {
  const issues = [{ message: 'It is missing.' }]
  return {
    '~standard': {
      ...{ version: 1, vendor },
      jsonSchema: { input: jsonSchema, output: jsonSchema },
      // Asked for `undefined` only: the runtime checks what agents send.
      validate: (value) => (value === undefined && !mayBeLeftOut ? { issues } : {}),
    },
  }
}

const commonTypes = 'common_types.json#/$defs/'

function reference<Wire, Value>(definition: string, description: string | undefined): Role<Wire, Value> {
  const said = description === undefined ? {} : { description }
  return createRole(() => ({ ...said, $ref: `${commonTypes}${definition}` }), false)
}

/** Definitions of values that may be bound, by the type of a literal. */
const definitions: { readonly [type: string]: string } = {
  string: 'DynamicString',
  number: 'DynamicNumber',
  integer: 'DynamicNumber',
  boolean: 'DynamicBoolean',
}

function boundSchema({ title, description, default: value, ...literal }: JsonSchema): JsonSchema {
  const said = Object.fromEntries(
    Object.entries({ title, description, default: value }).filter(([, one]) => one !== undefined),
  )
  const definition = definitionOf(literal)
  if (definition === undefined) {
    const others = ['DataBinding', 'FunctionCall'].map((name) => ({ $ref: `${commonTypes}${name}` }))
    return { ...said, anyOf: [literal, ...others] }
  }
  // More than the type holds for literals alone: an object is a binding or a call.
  const saysMore = Object.keys(literal).some((keyword) => keyword !== 'type' && keyword !== 'items')
  const narrowed = saysMore || literal['type'] === 'integer' ? { anyOf: [literal, { type: 'object' }] } : {}
  return { ...said, $ref: `${commonTypes}${definition}`, ...narrowed }
}

function definitionOf({ type, items, enum: choices, const: only }: JsonSchema): string | undefined {
  if (type === 'array') return isPlainText(items) ? 'DynamicStringList' : undefined
  const values = Array.isArray(choices) ? choices : only === undefined ? [] : [only]
  const [first, second] = new Set(values.map((value) => typeof value))
  return second === undefined ? getOwn(definitions, String(first ?? type)) : undefined
}

function isPlainText(schema: unknown): boolean {
  return isObject(schema) && schema['type'] === 'string' && Object.keys(schema).length === 1
}
