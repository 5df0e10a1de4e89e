/** A JSON Schema as a function that says what is wrong with a value. */

/** One finding of ajv; messages are left out of compiled code, `fault.ts` words them. */
export interface SchemaError {
  readonly keyword: string
  readonly instancePath: string
  readonly params: { readonly [name: string]: unknown }
}

/** One at least. */
export type Findings = readonly SchemaError[]

/** `undefined`: the value, which is JSON, fits. */
export type Validator<T = unknown> = (value: T) => Findings | undefined

/** As ajv makes one: true, or false with what was found in `errors`, which the next call, of whichever, may change. */
export interface AjvValidator {
  (value: unknown): boolean
  errors?: Findings | null
}
