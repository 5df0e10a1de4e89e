/** The typed tree that a wire component becomes once it has passed the catalog. Nothing after it is checked again. */

import type { SurfaceError } from '../errors/surface-error.ts'
import type { Pointer } from '../json/pointer.ts'
import type { JsonValue } from '../json/value.ts'
import type { Expression, PathExpression } from './expression.ts'
import type { DynamicType } from './shape.ts'

/** What an agent sent under one id, checked. */
export interface Component {
  readonly id: string
  /** The component type, such as `Text`. */
  readonly type: string
  /** Properties by name, defaults filled in. */
  readonly props: { readonly [name: string]: Prop }
  /** Ids and templates that this component draws below itself. */
  readonly edges: readonly Edge[]
  readonly origin: Origin
  /** Values that the component writes into the data model when it arrives (v0.8: a path beside a literal). */
  readonly initial?: readonly InitialValue[]
  /** Checks that a property stands for, beside those in `checks`. */
  readonly implied?: readonly ImpliedCheck[]
  /** It certainly calls no function and brings no initial value. */
  readonly plain?: boolean
  /** Why it was refused: this is only a placeholder. */
  readonly invalid?: SurfaceError
  /** It stands in a line that is not whole: it is drawn, and nothing of it acts. */
  readonly draft?: true
}

/** Where a component came from, for reports about it later on. */
export interface Origin {
  readonly line?: number | undefined
  /** JSON Pointer of the component in its message. */
  readonly at: string
}

export interface InitialValue {
  /** Names as they stand; see json/loose-path.ts. */
  readonly pointer: Pointer
  readonly value: JsonValue
}

/** A check that the agent did not word; the host does, by the name of the text. */
interface ImpliedCheck {
  readonly condition: Expression
  readonly text: 'pattern'
}

/**
 * A reference to another component. A template with a relative path walks down the data; other edges may not close a
 * cycle.
 */
export interface Edge {
  readonly to: string
  readonly kind: 'child' | 'template' | 'descending'
}

export type Prop = Dynamic | Static | Child | Children | Template | Action | List | Members

/** A value that is read from the data model or computed, in the type that the schema promises to the renderer. */
interface Dynamic {
  readonly kind: 'dynamic'
  readonly type: DynamicType
  readonly expression: Expression
}

interface Static {
  readonly kind: 'static'
  readonly value: JsonValue
}

/**
 * The class of all that renderers pass to `child`, `children` and `act`. It tells them from data: an agent may write any
 * member into the data model, and no object of this class.
 */
class Reference {}

export function reference<const R extends object>(members: R): R {
  return Object.assign(new Reference(), members)
}

export function isReference(value: object): boolean {
  return value instanceof Reference
}

export interface Child {
  readonly kind: 'child'
  readonly id: string
}

export interface Children {
  readonly kind: 'children'
  readonly ids: readonly string[]
}

/** One component, drawn for every element of a list. */
export interface Template {
  readonly kind: 'template'
  readonly componentId: string
  readonly path: PathExpression
  /** v0.8 repeats over the members of an object too. */
  readonly objects: boolean
}

export interface Action {
  readonly kind: 'action'
  readonly does: EventAction | CallAction
}

/** Sends an event to the agent. The context is evaluated when the user acts. */
interface EventAction {
  readonly kind: 'event'
  readonly name: string
  readonly context: readonly (readonly [key: string, value: Expression])[]
}

/** Runs a function in the browser. */
interface CallAction {
  readonly kind: 'call'
  readonly call: Expression
}

interface List {
  readonly kind: 'list'
  readonly items: readonly Prop[]
}

interface Members {
  readonly kind: 'members'
  readonly members: { readonly [name: string]: Prop }
}
