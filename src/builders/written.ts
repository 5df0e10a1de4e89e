/** Values of components as agents of v0.9 write them, under the names that `common_types.json` gives them. */
import type { JsonValue } from '../json/value.ts'
import type { Built } from './component.ts'

/** A place in the data model: absolute with a leading slash, else relative to the list item. */
export type DataBinding = { readonly path: string }

export type ReturnType = 'string' | 'number' | 'boolean' | 'array' | 'object' | 'any' | 'void'

/** A call of one of the catalog's functions. */
export type FunctionCall<Returns extends ReturnType = ReturnType> = {
  readonly call: string
  readonly args?: { readonly [name: string]: DynamicValue | readonly DynamicValue[] | undefined }
  readonly returnType?: Returns
}

export type DynamicString = string | DataBinding | FunctionCall<'string'>
export type DynamicNumber = number | DataBinding | FunctionCall<'number'>
export type DynamicBoolean = boolean | DataBinding | FunctionCall<'boolean'>
export type DynamicStringList = readonly string[] | DataBinding | FunctionCall<'array'>
export type DynamicValue = string | number | boolean | readonly JsonValue[] | DataBinding | FunctionCall

/** A component: as it is built, or the id of one. */
export type ChildV09 = Built | string

/** Components, or one that is repeated for each element of the list at `path`. */
export type ChildListV09 = readonly ChildV09[] | { readonly componentId: ChildV09; readonly path: string }

/** What a press does: tell the agent, or call a function in the browser. */
export type ActionV09 =
  | { readonly event: { readonly name: string; readonly context?: { readonly [name: string]: DynamicValue } } }
  | { readonly functionCall: FunctionCall }

/** A condition, and what is said while it does not hold. */
export type CheckRule = { readonly condition: DynamicBoolean; readonly message: string }
