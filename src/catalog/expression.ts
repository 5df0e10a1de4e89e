/** Expressions, which are evaluated against the data of a surface, and the functions that they call. */
import type { Limits } from '../errors/limits.ts'
import type { Pointer } from '../json/pointer.ts'
import type { JsonObject, JsonValue, Maybe } from '../json/value.ts'
import type { Memo } from '../live/memo.ts'
import type { Validator } from '../schema/validator.ts'
import type { Shape } from './shape.ts'

export type Expression = Literal | PathExpression | OwnExpression | CallExpression | JoinExpression | ListExpression

interface Literal {
  readonly kind: 'literal'
  readonly value: Maybe
}

export interface PathExpression {
  readonly kind: 'path'
  /** v0.8: names as they stand; see json/loose-path.ts. */
  readonly pointer: Pointer
  /** `scope`: below the list item; `item`: in the list item if it is there, else from the root (v0.8). */
  readonly from: 'root' | 'scope' | 'item'
  /** Lenient mode: the place was made for an input that is bound to none. */
  readonly made?: true
}

/** A dynamic property of the component itself, as it is drawn: user input counts. */
interface OwnExpression {
  readonly kind: 'own'
  readonly name: string
}

export interface CallExpression {
  readonly kind: 'call'
  readonly fn: CatalogFunction
  readonly args: { readonly [name: string]: Expression }
  /** JSON Pointer of the call within its component. */
  readonly at: string
  /** Of a function that `evaluates`: the functions that its arguments may name. */
  readonly functions?: ReadonlyMap<string, CatalogFunction>
}

/** The parts of a text, one after the other. */
interface JoinExpression {
  readonly kind: 'join'
  readonly parts: readonly Expression[]
}

interface ListExpression {
  readonly kind: 'list'
  readonly items: readonly Expression[]
}

/** Evaluated arguments by name; what the call left out is absent. */
export interface Args {
  readonly [name: string]: Maybe
}

/** The environment that functions may read. All of it is passed in, so that functions stay pure and testable. */
export interface Environment {
  /** BCP 47 tag, such as `en-GB`. */
  readonly locale: string
  /** IANA name, such as `Europe/Berlin`. */
  readonly timeZone: string
  /** Size of the screen in CSS pixels, or `undefined` where there is none. */
  readonly screen: { readonly width: number; readonly height: number } | undefined
  /** Where the page is, for addresses that are relative to it; `undefined` where there is no page. */
  readonly address: string | undefined
  /** Opens an address in a tab of its own, which learns nothing of this page; `undefined` where there is no browser. */
  readonly open: ((address: string) => void) | undefined
}

/** What one call may use. */
export interface CallContext<Loaded = unknown> extends Environment {
  /** The value of a dynamic value in its wire form, read in the scope of the caller. */
  readonly evaluate: (wire: JsonValue) => Maybe
  /** Reports `FUNCTION_FAILED` once, as throwing does; the function goes on and returns what it can. */
  readonly report: (cause: unknown) => void
  /** Makes something once for the same keys: a formatter for a locale, say. Bounded, and gone with the surface. */
  readonly memo: Memo
  /**
   * Counts work against `limits.work`, in steps of about 10 nanoseconds: call it before work that grows with more than the
   * length of the arguments, which is counted anyway. Throws `LIMIT_WORK` where there is no room; let that pass.
   */
  readonly spend: (steps: number) => void
  /** What the definition's `load` gave. */
  readonly loaded: Loaded
  /** @internal A part of a text as text; what stands for it while it waits for a function, where it is drawn. */
  readonly textOf: (value: Maybe) => string
}

export interface FunctionDefinition<Loaded = unknown> {
  /**
   * Computes the result. Pure and synchronous: it runs again whenever a value it was given changes. A function that
   * throws leaves its place empty and is reported as `FUNCTION_FAILED`.
   *
   * A method, so that a definition with a `load` is one among others: TypeScript compares methods less strictly.
   */
  run(args: Args, context: CallContext<Loaded>): Maybe
  /**
   * Fetches what `run` needs, such as a large module, when a component that names the function arrives, called or not: a
   * fetch at a call would depend on what the user typed. Until then the call has no value, a check that needs it fails
   * without a message, and afterwards all that asked are evaluated again. A rejection is reported as `FUNCTION_FAILED`.
   */
  readonly load?: () => Promise<Loaded>
  /**
   * `run` calls `evaluate`, so the data may name any function: a component that names this one fetches what all functions
   * of the catalog need. Without it a function that is found in the data and waits for its `load` fails.
   */
  readonly evaluates?: true
  /** The function has an effect. It runs only when the user acts, never while rendering. */
  readonly effect?: true
  /**
   * Replaces the call when its component arrives, where the arguments allow it: work that would be the same at each
   * evaluation is done once, and mistakes are found while their place is known (a `SurfaceError` whose `at` is within
   * the arguments).
   */
  readonly expand?: (
    args: { readonly [name: string]: Expression },
    parse: (wire: JsonValue) => Expression,
    limits: Pick<Limits, 'patternLength'>,
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
  /** Arguments in their wire form, for calls that leave them out. */
  readonly defaults?: JsonObject | undefined
  readonly validate: Validator
}

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
