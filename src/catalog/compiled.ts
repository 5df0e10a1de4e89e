/** A catalog as the compiler leaves it: plain data and validators. The same, whether compiled ahead of time or in the page. */
import type { JsonValue } from '../json/value.ts'
import type { Validator } from '../schema/validator.ts'
import type { DynamicType } from './component.ts'

/**
 * The role of a value, told by the definition its schema refers to: a dynamic value of a type, a reference to a child,
 * an action, or static data. Arrays and objects with such values inside have a shape for them; `rest` is that of members
 * which have no name in the schema. Where there are alternatives, the form of the value at hand chooses: a form that is
 * not listed is static.
 */
export type Shape =
  | DynamicType
  | 'static'
  | 'child'
  | 'children'
  | 'action'
  | { readonly items: Shape }
  | { readonly members: Shapes; readonly rest?: Shape }
  | { readonly forms: { readonly [form in Form]?: Shape } }

/** What tells one value from another: its JSON type, and of objects the keys that mark them. */
export type Form = 'string' | 'array' | 'path' | 'call' | 'template' | 'action' | 'object'

export interface Shapes {
  readonly [name: string]: Shape
}

export interface CompiledCatalog {
  readonly catalogId: string
  readonly components: { readonly [type: string]: CompiledComponent }
  readonly functions: { readonly [name: string]: CompiledFunction }
  /** Components that are a reference to another catalog's, by type: its `catalogId`, and what they must fit besides. */
  readonly borrowed: { readonly [type: string]: { readonly from: string; readonly validate?: Validator } }
  /** Catalogs whose functions `anyFunction` lists beside its own, by `catalogId`. */
  readonly includes: readonly string[]
  readonly theme?: Validator
}

export interface CompiledComponent {
  readonly shapes: Shapes
  readonly required: readonly string[]
  readonly defaults: { readonly [name: string]: JsonValue }
  readonly validate: Validator
}

export interface CompiledFunction {
  readonly args: Shapes
  readonly validate: Validator
}
