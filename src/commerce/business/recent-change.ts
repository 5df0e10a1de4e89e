/** A change of a cart that is being made, or was made a moment ago. */
import type { Answer } from './answer.ts'

/**
 * A change that this process has under way, or has just made. Retries mostly come soon: this answers them without the
 * store, where a commit that fails costs four times a read. What is kept in the store is the same.
 */
export interface RecentChange {
  readonly digest: string
  readonly answer: Promise<Answer>
  readonly keepUntil: number
}
