/** What a component is read with besides its catalog, and what lenient mode does with its faults. */
import type { Limits } from '../errors/limits.ts'
import type { Report, SurfaceError } from '../errors/surface-error.ts'
import type { JsonObject, JsonValue } from '../json/value.ts'
import type { WireForms } from '../schema/wire-forms.ts'
import type { CompiledComponent } from './compiled.ts'
import type { Component, Prop } from './component.ts'
import type { Grammar } from './parse.ts'

/** Values that are the caller's: they are copied while they are read. */
export interface CallerOwned {
  readonly limits: Limits
  /** How many more values the message may have. */
  values: number
}

/** How the host wants components checked, and where findings go that do not stop a component. */
export interface ParseOptions {
  readonly limits: Limits
  /** Absent: strict mode. */
  readonly lenient: Repairs | undefined
  readonly warn: (error: SurfaceError) => void
  /** The components are the caller's: they are copied while they are read, or `notRead` is thrown. */
  readonly callerOwned?: CallerOwned | undefined
  /** Faults need no words: `notRead` is thrown for a component that strict mode refuses. */
  readonly wordless?: boolean
  /** Lenient mode: takes a component that stood within another one, as one of its message. */
  readonly further?: (wire: JsonValue) => void
  /** The same: whether the message, or the surface, has a component of this id. */
  readonly isSent?: (id: string) => boolean
  /** The same: what the text with this id says, where that is written out. */
  readonly textOf?: (id: string) => string | undefined
}

/** The component at hand, and how its faults are reported. */
export interface FaultyComponent {
  readonly id: string
  readonly component: CompiledComponent
  readonly spelling: Wording
  readonly options: ParseOptions
}

/** How a dialect writes components of one type, as far as reports go. */
export interface Wording {
  /** JSON Pointer of the properties within the component. */
  readonly base: string
  /** Members of a component that are no properties; the dialect has checked them. */
  readonly others: readonly string[]
  /** For hints. */
  readonly forms: WireForms
  /** Properties that the catalog calls otherwise. */
  readonly names?: { readonly [name: string]: string }
}

/** A fault that no schema sees, and the property that it lies in. */
export type ParseFault = readonly [name: string, error: SurfaceError]

/** The result of a walk over a component. */
interface Walked {
  /** `undefined`: the schema has something to say. */
  readonly props: { readonly [name: string]: Prop } | undefined
  readonly parseFaults: readonly ParseFault[]
}

/**
 * What lenient mode does with a component. An object of the host's brings it along, from `surface-runtime/lenient`: a page
 * in strict mode does not load its code.
 */
export interface Repairs {
  /** The type that an unknown one stands for, with a warning, and its properties; `undefined`: it stands for none. `old`: of v0.8. */
  readonly meantType: (
    type: string,
    bag: JsonObject,
    types: { readonly [type: string]: CompiledComponent },
    old: boolean,
    warn: Report,
  ) => { readonly type: string; readonly bag: JsonObject } | undefined
  /** Whether something in a component that the schema accepts may mean something else. */
  readonly isOdd: (bag: JsonObject, component: CompiledComponent) => boolean
  /** The properties without what is wrong, each with a warning, or the fault that leaves nothing to draw. `read` walks over what is left. */
  readonly readFaulty: (
    wire: JsonObject,
    faulty: FaultyComponent,
    grammar: Grammar,
    read: (wire: JsonObject, grammar: Grammar) => Walked,
  ) => { readonly [name: string]: Prop } | SurfaceError
  /** Of a component that cannot be drawn the children, where they are known. */
  readonly withFallbackChildren: (
    component: Component,
    wire: JsonObject,
    components: { readonly [type: string]: CompiledComponent },
    read: (wire: JsonObject) => Component,
  ) => Component
}
