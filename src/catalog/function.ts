/** Functions that an agent may call: what the host writes, and what the catalog makes of it. */
import type { JsonValue, Maybe } from '../json/value.ts'
import type { Validator } from '../schema/validator.ts'
import type { Shape } from './compiled.ts'
import type { Expression } from './component.ts'

/** Evaluated arguments by name; what the call left out is absent. */
export interface Args {
  readonly [name: string]: Maybe
}

/** The world as a function may see it. Everything comes in here, so that functions stay pure and testable. */
export interface CallContext {
  /** BCP 47 tag, such as `en-GB`. */
  readonly locale: string
  /** IANA name, such as `Europe/Berlin`. */
  readonly timeZone: string
  /** Size of the screen in CSS pixels, or `undefined` where there is none. */
  readonly screen: { readonly width: number; readonly height: number } | undefined
  /** The value of a dynamic value in its wire form, read in the scope of the caller. */
  readonly evaluate: (wire: JsonValue) => Maybe
}

export interface FunctionDefinition {
  /**
   * Computes the result. Pure and synchronous: it runs again whenever a value it was given changes. A function that
   * throws leaves its place empty and is reported as `FUNCTION_FAILED`.
   */
  readonly run: (args: Args, context: CallContext) => Maybe
  /** It does something in the world. It then runs only when the person acts, never while rendering. */
  readonly effect?: true
  /**
   * Replaces the call when its component arrives, where the arguments allow it: work that would be the same at each
   * evaluation is done once, and mistakes are found while their place is known.
   */
  readonly expand?: (
    args: { readonly [name: string]: Expression },
    parse: (wire: JsonValue) => Expression,
  ) => Expression | undefined
}

export interface FunctionDefinitions {
  readonly [name: string]: FunctionDefinition
}

/** A function as the catalog knows it: its definition and its schema. */
export interface CatalogFunction {
  readonly name: string
  readonly definition: FunctionDefinition
  readonly args: { readonly [name: string]: Shape }
  readonly validate: Validator
}

/** Functions with their names checked by the compiler: `defineCatalog` compares them with the schema. */
export function defineFunctions<const T extends FunctionDefinitions>(functions: T): T {
  return functions
}
