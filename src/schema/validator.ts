/** A JSON Schema as a function that says what is wrong with a value. */
import type { Node } from './node.ts'

/** One finding of ajv; messages are left out of compiled code, `fault.ts` words them. */
export interface SchemaError {
  readonly keyword: string
  readonly instancePath: string
  readonly params: { readonly [name: string]: unknown }
}

/** One at least. */
export type Findings = readonly SchemaError[]

export interface Validator<T = unknown> {
  /** `undefined`: the value, which is JSON, fits. */
  (value: T): Findings | undefined
  /** The findings of each fault by themselves. Absent: only the first one is found. */
  readonly each?: (value: T) => readonly Findings[]
}

/** Checks values against the schemas of one table. */
export interface Check {
  /** `undefined`: the value, which is JSON, fits. */
  (node: Node, value: unknown): Findings | undefined
  /** Schemas that others refer to by their index. */
  readonly nodes: readonly Node[]
}

/** As ajv makes one: true, or false with what was found in `errors`, which the next call, of whichever, may change. */
export interface AjvValidator {
  (value: unknown): boolean
  errors?: Findings | null
}
