/** A compiled JSON Schema as the rest of the runtime sees it. */

/** One finding of ajv; messages are left out of compiled code, `fault.ts` words them. */
export interface SchemaError {
  readonly keyword: string
  readonly instancePath: string
  readonly params: { readonly [name: string]: unknown }
}

/** True, or false with what was found in `errors`: to be read at once, since the next call, of whichever, may change it. */
export interface Validator {
  (value: unknown): boolean
  errors?: readonly SchemaError[] | null
}
