/** The shape of a property: the roles of its values, by which they are parsed and evaluated. */
import type { ValueType } from '../json/coerce.ts'

/** The type that a dynamic value has for a renderer. */
export type DynamicType = ValueType

/**
 * The role of a value, which the definition of its schema decides: a dynamic value of a type, a reference to a child,
 * an action, or static data. Arrays and objects with such values inside have a shape for them; `rest` is that of
 * members which have no name in the schema. Where there are alternatives, the form of the value at hand chooses: a form
 * that is not listed is static.
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

/** The form of a value: its JSON type, and for objects the keys that mark them. */
export type Form = 'string' | 'array' | 'path' | 'call' | 'template' | 'action' | 'object'

export interface Shapes {
  readonly [name: string]: Shape
}
