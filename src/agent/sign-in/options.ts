/** The options of a sign-in, and its states. */

import type { Binding } from '../../live/binding.ts'
import type { DeviceCode, OAuthClient } from '../../shared/oauth/grants.ts'
import type { RequestOptions } from '../../shared/oauth/metadata.ts'
import type { Conversation } from '../client/conversation.ts'
import type { CredentialsHook, OAuthNeed, SecurityNeed } from '../client/credentials.ts'
import type { AgentError } from '../protocol/error.ts'

/** The host as an authorization server knows it, and the way in which it gets tokens there. */
export interface SignInClient extends OAuthClient {
  /** Default: `authorizationCode` with `redirect`, else `clientCredentials` with a secret, else `deviceCode`. */
  readonly flow?: OAuthNeed['kind']
  /** How the user gets to the authorization server and back: `popup`, `redirect`, or `loopback` of `…/sign-in/node`. */
  readonly redirect?: Redirect
  /**
   * The address that tokens are for (RFC 8707); `false`: none is named. Default: what the agent says at
   * `/.well-known/oauth-protected-resource` (RFC 9728), if it says something.
   */
  readonly resource?: string | false
  /** Scopes to ask for, beside those that the card requires. Default: none. */
  readonly scopes?: readonly string[]
}

/** A secret by the name of its scheme: an API key, a token, or `user:password` for HTTP Basic. `refused`: the last one was. */
export type Secret =
  | string
  | ((need: SecurityNeed, refused: boolean) => string | undefined | Promise<string | undefined>)

export interface SignInOptions extends RequestOptions {
  /** Authorization servers that are trusted. Tokens and secrets go to no other, whatever a card says. Default: none. */
  readonly clients?: readonly SignInClient[]
  /** Scheme of the card → its secret. Default: none. */
  readonly secrets?: { readonly [scheme: string]: Secret }
  /** True: the connection shows a certificate, by the host's `fetch` or by the browser. Default: false. */
  readonly mutualTls?: boolean
  /** Origins that credentials may go to. Default: that of the agent's card, and no other. */
  readonly origins?: readonly string[]
  /** Where tokens are kept. Default: in memory, so they end with the page or the program. */
  readonly store?: TokenStore
}

/** A place for tokens, as texts. Whoever can read it can act as the user. */
export interface TokenStore {
  get(key: string): string | null | undefined | Promise<string | null | undefined>
  set(key: string, value: string): void | Promise<void>
  delete(key: string): void | Promise<void>
}

/** How the user gets to the authorization server and back. */
export interface Redirect {
  /** Where the authorization server sends the user back to. Called once for each sign-in. */
  readonly begin: () => RedirectPlace | Promise<RedirectPlace>
  /** True: `open` needs no press of the user. */
  readonly immediate?: boolean
  /** What `keep` kept under this key before the page was left, with the query that the page is opened with now. It is given out once. */
  readonly resume?: (key: string) => { readonly kept: string; readonly query: string } | undefined
}

export interface RedirectPlace {
  readonly redirectUri: string
  /** Sends the user to the address. In a page: called while the user presses. */
  readonly open: (address: string) => void
  /** Keeps what has to be known when the page is loaded again. It holds no token. */
  readonly keep?: (key: string, text: string) => void
  /** The query that the user comes back with, with this `state`; others are passed over. Rejects when `signal` is aborted. */
  readonly returned: (state: string, signal: AbortSignal) => Promise<string>
  /** Called when the sign-in is over, however it ends: gives back what `begin` has taken, such as a port. */
  readonly close?: () => void
}

/** Who asks, and for what: for the sentence that the user reads. */
interface Asked {
  readonly issuer: string
  readonly scopes: readonly string[]
  /** Gives up: the requests that wait are rejected. */
  readonly cancel: () => void
}

/**
 * `open`: the user has to visit `address`; call `open()` while the user presses a button. `code`: the user has to type the code at its
 * address. `failed`: there is no token; `retry()` begins again. `task`: the agent wants more before it goes on with a task:
 * `answer()` signs in and tells the agent.
 */
export type SignInState =
  | { readonly kind: 'signedOut' }
  | { readonly kind: 'signedIn'; readonly scopes: readonly string[] }
  | ({ readonly kind: 'open'; readonly address: string; readonly open: () => void } & Asked)
  | ({ readonly kind: 'code' } & DeviceCode & Asked)
  | {
      readonly kind: 'failed'
      readonly error: AgentError
      /** What was asked for and is missing now; empty: the session ended. */
      readonly scopes: readonly string[]
      /** Never rejects: `state` says what became of it. */
      readonly retry: () => Promise<void>
    }
  | {
      readonly kind: 'task'
      readonly taskId: string
      /** What the agent says: text, never HTML. */
      readonly text: string
      readonly scopes: readonly string[]
      /** `text`: what the agent is told. Default: `I have signed in.` */
      readonly answer: (text?: string) => Promise<void>
      readonly dismiss: () => void
    }

export interface SignIn {
  /** The option of `connectAgent`. */
  readonly credentials: CredentialsHook
  readonly state: Binding<SignInState>
  /** Follows the tasks of a conversation: one that is in `AUTH_REQUIRED` becomes the state `task`. Returns how to stop. */
  watch(conversation: Conversation): () => void
  /** Forgets all tokens, here and in the store. Requests that wait are rejected. */
  signOut(): Promise<void>
}
