/**
 * The part of Standard Schema (https://standardschema.dev, with JSON Schema) that catalogs are made from. zod 4.2 and arktype
 * schemas are such schemas as they are, those of valibot are made so by `toStandardJsonSchema`.
 */

/** `Input`: what the agent may send. `Output`: what the schema makes of it. */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1
    /** The library, such as `zod`. */
    readonly vendor: string
    readonly validate: (value: unknown) => Validated | Promise<Validated>
    readonly jsonSchema: { readonly input: ToJsonSchema; readonly output: ToJsonSchema }
    /** For the compiler only: libraries give no value here. */
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
  }
}

interface Validated {
  readonly issues?: readonly unknown[] | undefined
}

/** Throws where JSON Schema cannot say it. */
type ToJsonSchema = (options: {
  readonly target: 'draft-2020-12'
  readonly libraryOptions?: Record<string, unknown> | undefined
}) => { readonly [keyword: string]: unknown }

export type InputOf<S extends StandardSchema> = NonNullable<S['~standard']['types']>['input']
export type OutputOf<S extends StandardSchema> = NonNullable<S['~standard']['types']>['output']

export function isStandardSchema(value: unknown): value is StandardSchema {
  // Types of arktype are functions.
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null) return false
  return '~standard' in value
}

/** Whether the schema takes `undefined`: the property may be left out. */
export function isOptional(schema: StandardSchema): boolean {
  const result = schema['~standard'].validate(undefined)
  return 'then' in result ? false : result.issues === undefined
}
