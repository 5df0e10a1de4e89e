/** What the two bindings have in common: a request names an operation, answers are written in the binding's way. */
import type { OperationName } from '../operations.ts'
import type { Fields } from './fields.ts'
import type { Spelling } from './wire.ts'

export interface BindingRequest {
  readonly name: OperationName
  readonly params: Fields
  readonly tenant: string | undefined
}

export interface Binding {
  readonly contentType: (spelling: Spelling) => string
  readonly value: (value: object) => string
  /** What is written before and after the JSON of an event. */
  readonly frame: readonly [before: string, after: string]
  readonly error: (error: unknown) => string
  readonly errorType: string
  /** HTTP status of an answer, from that of the error. */
  readonly errorStatus: (status: number) => number
}
