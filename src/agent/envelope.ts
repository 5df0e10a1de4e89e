/** What the two bindings have in common: how a request is written, and what its answer is wrapped in. */
import type { HttpRequest } from './http.ts'
import type { OperationName } from './operations.ts'
import { isMembers, type Members, own } from './value.ts'

/** What a binding wraps results in. */
export interface Envelope {
  /** Whether an error stands in the result's place. */
  isError(value: unknown): boolean
  /** Throws `INVALID_AGENT_RESPONSE` where there is none. */
  result(value: unknown): unknown
}

/** How one binding writes a request and wraps what it answers. */
export interface WireBinding extends Envelope {
  request(name: OperationName, params: Members): Pick<HttpRequest, 'url' | 'verb' | 'body'>
}

/** Whether an error stands in the result's place. */
export function hasError(value: unknown): boolean {
  return isMembers(value) && own(value, 'error') !== undefined
}
