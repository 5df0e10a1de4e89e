/** What the small agent behind the transcripts is asked, and what it answers. */
import type { ClientEvent } from 'surface-runtime'

export interface Question {
  readonly event: ClientEvent
  /** The event's context as text, `''` for what it does not say. */
  readonly said: (key: string) => string
  /** How often this event has come in this run, this time included: makes ids that are new each time. */
  readonly time: number
}

export interface Answer {
  /** The agent's bubble. */
  readonly reply: string
  /** JSON Lines; empty when there is nothing to show. */
  readonly lines: string
}

export type Answers = { readonly [eventName: string]: (question: Question) => Answer }
