/** What the chat page says by itself, in the visitor's language. Agents speak for themselves. */
import type { StreamState } from 'surface-runtime/agent'
import type { MarkKind } from '../chat/task-marks.ts'

export interface Words {
  /** BCP 47, and which way it is written. */
  readonly language: 'en' | 'de' | 'ar'
  readonly direction: 'ltr' | 'rtl'
  readonly states: { readonly [state in StreamState]: string }
  readonly marks: { readonly [kind in MarkKind]: string }
  readonly skip: string
  readonly menu: string
  readonly theme: string
  readonly themes: { readonly system: string; readonly light: string; readonly dark: string }
  readonly close: string
  readonly conversation: string
  readonly newConversation: string
  readonly conversations: string
  readonly search: string
  readonly noConversations: string
  readonly noneFound: string
  readonly rename: string
  readonly save: string
  readonly delete: string
  readonly deleted: (title: string) => string
  readonly undo: string
  readonly you: string
  readonly agent: string
  readonly onItsWay: string
  readonly forgotten: string
  readonly notSent: string
  /** In the place of the state, where the agent wants a sign-in. */
  readonly waitsForSignIn: string
  readonly notSignedIn: string
  /** It goes out when the connection is there again. */
  readonly notSentYet: string
  /** Characters of a message, of so many at most. */
  readonly count: (length: number, most: number) => string
  readonly sendAgain: string
  readonly retry: string
  readonly copyAnswer: string
  readonly copyLines: string
  readonly copied: string
  readonly message: string
  readonly placeholder: string
  readonly send: string
  readonly stop: string
  readonly editing: string
  readonly cart: string
  /** The name of the button with so many things in the cart. */
  readonly cartOf: (things: number) => string
  /** What is said to see the cart, in a language that the agent reads: English or German. */
  readonly showCart: string
  readonly behind: string
  /** How an answer came about. */
  readonly origin: string
  readonly examples: string
  readonly tries: string
  readonly trials: { readonly [skill in TrialSkill]: Trial }
  /** What stands below them where they are said in a language that is not the visitor's. */
  readonly triesNote?: string
  /** Of an agent without a model; the command that sets one follows. */
  readonly byKeywords: string
  /** A shown surface that a newer one has replaced. */
  readonly frozen: string
  readonly lost: string
  readonly tryAgain: string
}

interface Trial {
  readonly title: string
  readonly note: string
  /** What is said, in a language that the agent reads: English or German. */
  readonly say: string
}

/** Ids of the skills on the agent's card that the page has pictures for. */
export type TrialSkill = 'find' | 'compare' | 'buy'
