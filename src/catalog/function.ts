/** How a host writes the functions that an agent may call. */
import type { Maybe } from '../json/value.ts'
import type { Args, CallContext, FunctionDefinition } from './expression.ts'

/** An implementation for each function, by the functions' arguments: `TravelArgs` of the types made from a schema. */
export type FunctionsOf<AllArgs> = { readonly [Name in keyof AllArgs]: FunctionOf<AllArgs[Name]> }

/** A function whose arguments have the types of its schema. */
export interface FunctionOf<OwnArgs, Loaded = unknown> extends Omit<FunctionDefinition<Loaded>, 'run'> {
  run(args: OwnArgs, context: CallContext<Loaded>): Maybe
}

/**
 * Functions for `defineCatalog`, which compares their names with the schema. With a type argument,
 * `defineFunctions<TravelArgs>(…)`, the compiler finds missing and wrong names, and each `run` knows its arguments.
 */
export function defineFunctions<AllArgs = { readonly [name: string]: Args }>(
  functions: FunctionsOf<NoInfer<AllArgs>>,
): FunctionsOf<AllArgs> {
  return functions
}
